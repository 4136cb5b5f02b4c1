"""The progress of a tournament's rehearsal."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef
from django.utils import timezone

from tournament.models import LogEntry, Tournament, Visitor
from tournament.models.tournament import TournamentQuerySet

ENDS = ("rehearsal.played", "rehearsal.stuck")

FEWEST, MOST = 8, 64
"""The smallest and the largest number of invented players."""

MOST_AT_ONCE, MOST_OF_ACCOUNT = 4, 2
"""The most rehearsals that are played at once, on the whole site and for one account. Each rehearsal is a process of 80
MB."""

SILENT_AFTER = timedelta(minutes=10)
"""Time without a log entry after which the robots are considered dead, for instance after a power cut."""


@dataclass(frozen=True, kw_only=True)
class RehearsalState:
    """A rehearsal's progress. `ended` is the log entry about the robots' end, None while the robots play; `last_at` is
    the time of the latest log entry."""

    tournament: Tournament
    hands: int
    sheets: int
    last_at: datetime
    ended: LogEntry | None

    @property
    def went_well(self) -> bool:
        """Whether the robots played all rounds and found the results that they expected."""
        return self.ended is not None and self.ended.kind == ENDS[0]


def usual_players(tournament: Tournament) -> int:
    """Return the default number of robots: the number of players in the tournament, or 16 if nobody has entered yet."""
    if not tournament.entries.exists():
        return 16
    return min(max(tournament.entries.accepted().count(), FEWEST), MOST)


def rehearsals_being_played() -> TournamentQuerySet:
    """Return the rehearsals whose robots are still playing."""
    lately = LogEntry.objects.filter(tournament=OuterRef("pk"), at__gt=timezone.now() - SILENT_AFTER)
    ended = LogEntry.objects.filter(tournament=OuterRef("pk"), kind__in=ENDS)
    return Tournament.objects.exclude(rehearsal_of=None).filter(Exists(lately), ~Exists(ended))


def started_by(visitor: Visitor) -> Exists:
    """Return the condition for rehearsals that this account started. Others that it organizes do not use up its
    rehearsals (`MOST_OF_ACCOUNT`): anybody may start one in an event whose team the account belongs to."""
    started = LogEntry.objects.filter(tournament=OuterRef("pk"), kind="tournament.copied", user=visitor.account)
    return Exists(started)


def rehearsal_state(tournament: Tournament) -> RehearsalState | None:
    """Load the state of the tournament's rehearsal; None if it has no rehearsal."""
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
