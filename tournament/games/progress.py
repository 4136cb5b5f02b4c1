"""Decides whether a tournament is over, from its rounds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The facts that decide whether a tournament is over.

    `latest` is the number of the latest started round, 0 before the first. `known` is the number of the last round in
    the seating plan or the timetable, 0 without either. `is_cut` says whether a cut was made after the latest round, so
    that a final still follows. `was_won` says whether a ceremony after the latest round revealed the winner and has
    ended.
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
        return 0 < self.known <= self.latest and not self.is_cut

    @property
    def is_finished(self) -> bool:
        """Return whether the tournament is over: it is archived, or all sheets are signed and either the last planned
        round was played or a ceremony revealed the winner.

        Without a seating plan or timetable the number of rounds is unknown; then only a ceremony shows that the
        tournament is over. A club night goes on until it is archived.

        >>> Progress(latest=5, known=5).is_finished, Progress(latest=4, known=5).is_finished
        (True, False)
        >>> Progress(latest=5).is_finished, Progress(latest=5, was_won=True).is_finished
        (False, True)
        """
        if self.is_archived or self.is_club_night:
            return self.is_archived
        return self.all_signed and (self.had_its_last_round or (self.was_won and self.latest > 0 and not self.is_cut))
