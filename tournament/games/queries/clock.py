"""Reads a round's clock at one moment, for the hall screen, the clock's page, and the tables."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import QuerySet
from django.utils import timezone

from scoring.countdown import Countdown
from scoring.rules import Ruleset
from tournament.models import Hanchan, LogEntry, Round, RoundClock


class ClockState(StrEnum):
    """The state of a clock at one moment."""

    WAITING = "waiting"  # the clock was not started yet
    RUNNING = "running"
    PAUSED = "paused"
    SOUNDED = "sounded"  # the end signal has sounded: time is up


@dataclass(frozen=True)
class ClockFace:
    """The time that a clock shows at one moment. Phones count down from this time only for display: the server's clock
    decides when time is up."""

    countdown: Countdown
    now: datetime

    @property
    def left(self) -> timedelta:
        """Return the time until the clock's end signal; negative after the signal."""
        return self.countdown.left(self.now)

    @property
    def signal_at(self) -> datetime | None:
        """Return the time of the clock's end signal, past or future; None while the clock waits or is paused."""
        return self.countdown.signal_at

    @property
    def state(self) -> ClockState:
        if self.countdown.has_sounded(self.now):
            return ClockState.SOUNDED
        if self.countdown.started_at is None:
            return ClockState.WAITING
        return ClockState.RUNNING if self.countdown.is_running else ClockState.PAUSED


@dataclass(frozen=True)
class TableTime:
    """A table of the round with its clock: the round's clock with the table's extra time added."""

    hanchan: Hanchan
    face: ClockFace


@dataclass(frozen=True, kw_only=True)
class ClockPage:
    """A round's clock, and its tables by number. `may_restore` says whether the start of the clock was undone and can
    be restored."""

    clock: RoundClock
    face: ClockFace
    tables: tuple[TableTime, ...]
    minutes: int
    rules: Ruleset
    may_restore: bool

    @property
    def tables_with_extra_time(self) -> list[TableTime]:
        return [table for table in self.tables if table.hanchan.extra_seconds]

    @property
    def may_pause(self) -> bool:
        """Whether the clock can be paused, because the round's clock or a table's clock is running."""
        faces = [self.face, *(table.face for table in self.tables)]
        return any(face.state is ClockState.RUNNING for face in faces)


def clock_page(round_: Round) -> ClockPage | None:
    """Return the clock of a round as it is now; None if the rules have no clock."""
    rules = round_.tournament.ruleset
    clock = clock_of(round_)
    now = timezone.now()
    face = read_clock(clock, rules, now=now)
    if face is None or rules.minutes is None:
        return None
    hanchans = Hanchan.objects.valid().filter(round=round_).select_related("table").order_by("table__number")
    return ClockPage(
        clock=clock,
        face=face,
        tables=tuple(
            TableTime(hanchan, table)
            for hanchan in hanchans
            if (table := read_clock(clock, rules, extra_seconds=hanchan.extra_seconds, now=now))
        ),
        minutes=clock.minutes or rules.minutes,
        rules=rules,
        may_restore=clock.started_at is None and withdrawn_starts(round_).exists(),
    )


def clock_of(round_: Round) -> RoundClock:
    """Return the clock of a round; an unsaved clock if nobody has used it yet."""
    return RoundClock.objects.filter(round=round_).first() or RoundClock(round=round_)


def read_clock(
    clock: RoundClock, rules: Ruleset, *, extra_seconds: int = 0, now: datetime | None = None
) -> ClockFace | None:
    """Read a clock now, with a table's extra time; None if the rules have no clock."""
    countdown = clock.countdown(rules, extra_seconds=extra_seconds)
    return ClockFace(countdown, now or timezone.now()) if countdown else None


def withdrawn_starts(round_: Round) -> "QuerySet[LogEntry]":
    """Return the log entries by which the start of this round's clock was undone. Entries about the clock of an undone
    round that had the same number are left out."""
    return round_.tournament.log.filter(
        kind="clock.start_withdrawn", data__round=round_.number, at__gte=round_.started_at
    )
