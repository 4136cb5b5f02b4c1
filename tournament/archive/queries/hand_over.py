"""What is known of the laptops of a tournament."""

from dataclasses import dataclass

from tournament.models import HandOver, Tournament


@dataclass(frozen=True, kw_only=True)
class HandOvers:
    """What there is to say of a tournament and its laptops. `lent` is the hand-over for which it is away from here,
    `borrowed` that by which it came here, which ended if the tournament was returned; `late` are hand-overs whose
    laptop returned something after it had been called back."""

    lent: HandOver | None
    borrowed: HandOver | None
    late: list[HandOver]

    @property
    def in_file(self) -> HandOver | None:
        """The hand-over of which there is a file to download."""
        if self.lent is not None:
            return self.lent
        return self.borrowed if self.borrowed and self.borrowed.ended_at else None


def hand_overs_of(tournament: Tournament) -> HandOvers:
    """Read them in one query."""
    rows = list(tournament.hand_overs.select_related("late_copy"))
    return HandOvers(
        lent=next((row for row in rows if row.is_lent and row.ended_at is None), None),
        borrowed=next((row for row in rows if not row.is_lent), None),
        late=[row for row in rows if row.late_copy is not None],
    )
