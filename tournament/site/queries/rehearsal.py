"""The progress of a tournament's rehearsal."""

from dataclasses import dataclass
from datetime import datetime

from tournament.models import LogEntry, Tournament

ENDS = ("rehearsal.played", "rehearsal.stuck")

FEWEST, MOST = 8, 64
"""Limits for the number of invented players."""


@dataclass(frozen=True, kw_only=True)
class RehearsalState:
    """A rehearsal's progress. `ended` is the robots' last log entry, None while they play; `last_at` is the time of the
    last event."""

    tournament: Tournament
    hands: int
    sheets: int
    last_at: datetime
    ended: LogEntry | None

    @property
    def went_well(self) -> bool:
        """Whether all was played, with the results that the robots expected."""
        return self.ended is not None and self.ended.kind == ENDS[0]


def usual_players(tournament: Tournament) -> int:
    """Return the default number of players: as many as the tournament has, 16 before anybody entered."""
    if not tournament.entries.exists():
        return 16
    return min(max(tournament.entries.accepted().count(), FEWEST), MOST)


def rehearsal_state(tournament: Tournament) -> RehearsalState | None:
    """Load the state of the tournament's rehearsal; None without one."""
    rehearsal = Tournament.objects.filter(rehearsal_of=tournament).first()
    if rehearsal is None:
        return None
    happened = rehearsal.log.order_by("-number")
    return RehearsalState(
        tournament=rehearsal,
        hands=happened.filter(kind="hand.recorded").count(),
        sheets=happened.filter(kind="sheet.signed").count(),
        last_at=happened[0].at,
        ended=happened.filter(kind__in=ENDS).first(),
    )
