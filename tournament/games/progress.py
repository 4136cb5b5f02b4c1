"""Whether a tournament is over, decided from what is known of its rounds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """What decides whether a tournament is over. `latest` is the number of the round that was started last, 0 before
    the first, and `known` that of the last round in the seating plan or the timetable, 0 without either. `is_cut`: some
    go on to a final after the latest round. `was_won`: since then a ceremony revealed the winner, and was ended.
    """

    is_archived: bool = False
    is_club_night: bool = False
    latest: int = 0
    known: int = 0
    is_cut: bool = False
    all_signed: bool = True
    was_won: bool = False

    @property
    def had_its_last_round(self) -> bool:
        """Whether the latest round is the last that is known of."""
        return 0 < self.known <= self.latest and not self.is_cut

    @property
    def is_finished(self) -> bool:
        """Archived; else with every sheet signed, after its last round or its ceremony. Where neither a plan nor a
        timetable says how many rounds there are, nobody knows before: another may follow. A club night goes on until it
        is archived.

        >>> Progress(latest=5, known=5).is_finished, Progress(latest=4, known=5).is_finished
        (True, False)
        >>> Progress(latest=5).is_finished, Progress(latest=5, was_won=True).is_finished
        (False, True)
        """
        if self.is_archived or self.is_club_night:
            return self.is_archived
        return self.all_signed and (self.had_its_last_round or (self.was_won and self.latest > 0 and not self.is_cut))
