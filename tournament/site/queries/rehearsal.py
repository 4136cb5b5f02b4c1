"""How far the rehearsal of a tournament is."""

from dataclasses import dataclass
from datetime import datetime

from tournament.models import LogEntry, Tournament

ENDS = ("rehearsal.played", "rehearsal.stuck")

FEWEST, MOST = 8, 64
"""So many invented players."""


@dataclass(frozen=True, kw_only=True)
class RehearsalState:
    """`ended` is what the robots said last, None while they play; `last_at` when something last happened."""

    tournament: Tournament
    hands: int
    sheets: int
    last_at: datetime
    ended: LogEntry | None

    @property
    def went_well(self) -> bool:
        """Whether all was played, and the site said the same of it as the robots."""
        return self.ended is not None and self.ended.kind == ENDS[0]


def usual_players(tournament: Tournament) -> int:
    """How many players a rehearsal has unless somebody says otherwise: as many as play, 16 before anybody entered."""
    if not tournament.entries.exists():
        return 16
    return min(max(tournament.entries.accepted().count(), FEWEST), MOST)


def rehearsal_state(tournament: Tournament) -> RehearsalState | None:
    """None where there is no rehearsal."""
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
