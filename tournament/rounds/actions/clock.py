"""A round's clock: start it, stop it, give time. For referees: the views' queries see to it.

Every submission carries a key, and what was done before by the same key is not done again: a late copy of "pause"
must not stop a clock that runs again, nor a copy of "five minutes more" give ten.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_hanchan, locked_tournament
from tournament.core.errors import HanchanCancelled, KeyTaken, NotDone
from tournament.games.queries.clock import withdrawn_starts
from tournament.models import LogEntry, RoundClock, Tournament, Visitor


class NoClock(NotDone):
    """The rules know no time."""

    message = _("These rules have no clock.")


class RoundTakenBack(NotDone):
    """There is no such round any more."""

    message = _("The start of the round was undone meanwhile.")


class ClockNotStarted(NotDone):
    """There is nothing to pause."""

    message = _("The clock has not been started.")


class NothingToRestore(NotDone):
    """No start of this clock was taken back."""

    message = _("This clock had not been started.")


class NoExtraTime(NotDone):
    """More time was to be taken back than was given."""

    message = _("That much extra time was never given. Nothing was removed.")


def start_clock(*, tournament_id: int, number: int, key: UUID, by: Visitor) -> None:
    """From now on time goes by. A clock that is started is left as it is. Raises `NoClock` and `KeyTaken`."""
    with _locked_clock(tournament_id, number, key, "clock.started") as (clock, repeated):
        if repeated or clock.started_at:
            return
        clock.started_at = timezone.now()
        _keep(clock, "clock.started", key=key, by=by)


def withdraw_start(*, tournament_id: int, number: int, key: UUID, by: Visitor) -> None:
    """The clock was started too early: nothing has gone by. `restore_start` is the way back.

    A clock that is not started is left as it is. Raises `NoClock` and `KeyTaken`.
    """
    with _locked_clock(tournament_id, number, key, "clock.start_withdrawn") as (clock, repeated):
        if repeated or not clock.started_at:
            return
        facts = {
            "started_at": clock.started_at.isoformat(),
            "paused_at": clock.paused_at.isoformat() if clock.paused_at else None,
            "paused_for": clock.paused_for.total_seconds(),
        }
        clock.started_at = clock.paused_at = None
        clock.paused_for = timedelta()
        _keep(clock, "clock.start_withdrawn", key=key, by=by, **facts)


def restore_start(*, tournament_id: int, number: int, key: UUID, by: Visitor) -> None:
    """The start was right: the clock is as if it had never been taken back, and runs or stands as it did then.

    A clock that is started is left as it is. Raises `NothingToRestore`, `NoClock` and `KeyTaken`.
    """
    with _locked_clock(tournament_id, number, key, "clock.start_restored") as (clock, repeated):
        if repeated or clock.started_at:
            return
        withdrawn = withdrawn_starts(clock.round).order_by("-number").first()
        if withdrawn is None:
            raise NothingToRestore
        facts = withdrawn.data
        clock.started_at = datetime.fromisoformat(facts["started_at"])
        clock.paused_at = datetime.fromisoformat(facts["paused_at"]) if facts["paused_at"] else None
        clock.paused_for = timedelta(seconds=facts["paused_for"])
        _keep(clock, "clock.start_restored", key=key, by=by)


def pause_clock(*, tournament_id: int, number: int, key: UUID, by: Visitor) -> None:
    """No time goes by until it is resumed. A paused clock is left as it is.

    Raises `ClockNotStarted`, `NoClock` and `KeyTaken`.
    """
    with _locked_clock(tournament_id, number, key, "clock.paused") as (clock, repeated):
        if repeated or clock.paused_at:
            return
        if not clock.started_at:
            raise ClockNotStarted
        clock.paused_at = timezone.now()
        _keep(clock, "clock.paused", key=key, by=by)


def resume_clock(*, tournament_id: int, number: int, key: UUID, by: Visitor) -> None:
    """Go on with just the time that was left. A clock that is not paused is left as it is.

    Raises `NoClock` and `KeyTaken`.
    """
    with _locked_clock(tournament_id, number, key, "clock.resumed") as (clock, repeated):
        if repeated or not clock.paused_at:
            return
        paused_for = max(timezone.now() - clock.paused_at, timedelta())
        clock.paused_for += paused_for
        clock.paused_at = None
        _keep(clock, "clock.resumed", key=key, by=by, seconds=round(paused_for.total_seconds()))


def set_minutes(*, tournament_id: int, number: int, minutes: int, key: UUID, by: Visitor) -> None:
    """So many minutes until this round's signal, whatever the ruleset says. Raises `NoClock` and `KeyTaken`."""
    with _locked_clock(tournament_id, number, key, "clock.minutes_set") as (clock, repeated):
        if repeated:
            _same(repeated, minutes=minutes)
            return
        before = clock.minutes or clock.round.tournament.ruleset.minutes
        if before == minutes:
            return
        clock.minutes = minutes
        _keep(clock, "clock.minutes_set", key=key, by=by, before=before, minutes=minutes)


def add_time(*, tournament_id: int, number: int, seconds: int, key: UUID, by: Visitor) -> None:
    """More time for all tables; below zero, extra time is taken back.

    Raises `NoExtraTime`, `NoClock` and `KeyTaken`.
    """
    with _locked_clock(tournament_id, number, key, "clock.extended") as (clock, repeated):
        if repeated:
            _same(repeated, seconds=seconds)
            return
        clock.extra_seconds = _more(clock.extra_seconds, seconds)
        _keep(clock, "clock.extended", key=key, by=by, seconds=seconds, total=clock.extra_seconds)


def add_time_at_table(*, hanchan_id: int, seconds: int, key: UUID, by: Visitor) -> None:
    """The same for one table, beside what all have. No form of its phones is outdated by that.

    Raises `NoExtraTime`, `HanchanCancelled`, `NoClock` and `KeyTaken`.
    """
    with locked_hanchan(hanchan_id) as hanchan:
        repeated = logged_before(key, "clock.table_extended", tournament=hanchan.tournament, hanchan=hanchan)
        if repeated:
            _same(repeated, seconds=seconds)
            return
        if hanchan.tournament.ruleset.minutes is None:
            raise NoClock
        if hanchan.cancelled_by_id:
            raise HanchanCancelled
        hanchan.extra_seconds = _more(hanchan.extra_seconds, seconds)
        hanchan.save(update_fields=["extra_seconds"])
        total = hanchan.extra_seconds
        log(
            hanchan.tournament,
            "clock.table_extended",
            by=by,
            hanchan=hanchan,
            key=key,
            seconds=seconds,
            total=total,
        )


@contextmanager
def _locked_clock(
    tournament_id: int, number: int, key: UUID, kind: str
) -> Iterator[tuple[RoundClock, LogEntry | None]]:
    """A round's clock that nobody else changes meanwhile, and what the same submission did before.

    Raises `RoundTakenBack`, `NoClock` and `KeyTaken`.
    """
    with locked_tournament(tournament_id) as tournament:
        repeated = logged_before(key, kind, tournament=tournament)
        if repeated:
            _same(repeated, round=number)
        if tournament.ruleset.minutes is None:
            raise NoClock
        yield _clock(tournament, number), repeated


def _clock(tournament: Tournament, number: int) -> RoundClock:
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None:
        raise RoundTakenBack
    round_.tournament = tournament  # the locked row, whose version the log raises
    clock = RoundClock.objects.filter(round=round_).first() or RoundClock()
    clock.round = round_
    return clock


def _keep(clock: RoundClock, kind: str, *, key: UUID, by: Visitor, **said: Any) -> None:
    clock.save()
    log(clock.round.tournament, kind, by=by, key=key, round=clock.round.number, **said)


def _more(extra_seconds: int, seconds: int) -> int:
    if extra_seconds + seconds < 0:
        raise NoExtraTime
    return extra_seconds + seconds


def _same(entry: LogEntry, **said: Any) -> None:
    """Raise `KeyTaken` where a submission with the same key said something else."""
    if any(entry.data.get(name) != value for name, value in said.items()):
        raise KeyTaken
