"""The hand-overs of a tournament to laptops."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Min

from tournament.core.queries.logged import logged_values
from tournament.models import Entry, HandOver, Import, Mirror, Tournament, Visitor
from tournament.models.imported import late_copies


@dataclass(frozen=True, kw_only=True)
class HandOvers:
    """The hand-overs of a tournament.

    `lent` is the open hand-over to a laptop. `borrowed` is the latest hand-over by which this computer, if it is a
    laptop, got the tournament; it has ended if the laptop returned the tournament. `late` are the hand-overs whose file
    came back after the tournament had been called back. `is_file_missing` says that a laptop may still return a file
    too late.
    """

    lent: HandOver | None
    borrowed: HandOver | None
    late: list[HandOver]
    is_file_missing: bool

    @property
    def in_file(self) -> HandOver | None:
        """The hand-over whose file can be downloaded: `lent`, or `borrowed` after it has ended."""
        if self.lent is not None:
            return self.lent
        return self.borrowed if self.borrowed and self.borrowed.ended_at else None

    @property
    def last_known(self) -> datetime | None:
        """The time of the state that this site shows: the time of the hand-over, or of the live mirror's last
        update."""
        return (self.lent.tournament.mirrored_at or self.lent.began_at) if self.lent else None

    @property
    def is_key_replaced(self) -> bool:
        """Whether the key for the live mirror was replaced, and the laptop has not sent anything with the new key
        yet."""
        if self.lent is None or self.lent.mirror_key_at is None:
            return False
        mirrored_at = self.lent.tournament.mirrored_at
        return mirrored_at is None or mirrored_at < self.lent.mirror_key_at

    @property
    def mirror(self) -> Mirror | None:
        """The live mirror that this laptop sends; None on the tournament's own site, and after the tournament was
        returned."""
        return getattr(self.borrowed, "mirror", None) if self.borrowed and not self.borrowed.ended_at else None


def hand_overs_of(tournament: Tournament) -> HandOvers:
    """Load the hand-overs of a tournament, in one query."""
    rows = list(tournament.hand_overs.select_related("late_copy", "mirror"))
    return HandOvers(
        lent=next((row for row in rows if row.is_lent and row.ended_at is None), None),
        borrowed=next((row for row in rows if not row.is_lent), None),
        late=[row for row in rows if row.late_copy is not None],
        is_file_missing=any(row.is_lent and row.outcome == HandOver.Outcome.CALLED_BACK for row in rows),
    )


def removed_there(tournament: Tournament) -> list[Entry]:
    """Return the entries of people whom a laptop removed, as its live mirror told, and who are still here because the
    tournament was called back from this laptop."""
    missing = tournament.hand_overs.filter(is_lent=True, outcome=HandOver.Outcome.CALLED_BACK)
    since = missing.aggregate(since=Min("log_until"))["since"]
    if since is None:
        return []
    told = logged_values(tournament.log.filter(kind="person.removed", number__gt=since), ("number",))
    numbers = [number for (number,) in told if type(number) is int]  # a file's log may have any JSON here
    entries = tournament.entries.filter(number__in=numbers, player__removed_at=None)
    return list(entries.select_related("player").order_by("number"))


def is_late_copy(tournament: Tournament) -> bool:
    """Whether the tournament is the separate copy of a file that a laptop returned too late."""
    return Import.objects.filter(tournament=tournament).exclude(late_of=None).exists()


def late_copies_of(tournament: Tournament) -> list[Tournament]:
    """Return the late copies of this tournament: read-only tournaments, each made from a file that a laptop returned
    too late."""
    return list(Tournament.objects.filter(pk__in=late_copies([tournament.pk])).order_by("pk"))


def is_address_taken(slug: str, keys: Sequence[str], visitor: Visitor) -> bool:
    """Whether a tournament with this slug is on this laptop, other than a tournament that came by a hand-over with one
    of these keys.

    Private tournaments that the visitor may not see are ignored: a file can name any slug, and the answer must not
    reveal them.
    """
    returned = HandOver.objects.filter(key__in=keys, is_lent=False)
    there = Tournament.objects.seen_by(visitor).filter(slug=slug).exclude(pk__in=returned.values("tournament"))
    return there.exists()
