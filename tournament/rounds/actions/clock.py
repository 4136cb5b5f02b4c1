"""Actions on a round's clock: start, pause, extend. For referees: the views check the permission.

Every submission carries an idempotency key, and a repeated submission changes nothing: a late copy of "pause" must not
stop a clock that runs again, and a copy of "five minutes more" must not give ten.
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
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import HanchanCancelled, NotDone
from tournament.games.queries.clock import clock_of, withdrawn_starts
from tournament.models import RoundClock, Visitor


class NoClock(NotDone):
    """The ruleset has no time limit."""

    message = _("The rules of this tournament have no time limit, so there is no clock.")


class RoundTakenBack(NotDone):
    """The round does not exist any more, because its start was taken back."""

    message = _("The start of the round was undone meanwhile, so its clock was not changed.")


class ClockNotStarted(NotDone):
    """The clock has not been started, so it cannot be paused."""

    message = _("The clock has not been started, so nothing was changed. Start the clock first.")


class NothingToRestore(NotDone):
    """No start of this clock was taken back."""

    message = _(
        "Nobody has undone the start of this clock, so there is nothing to restore. Reload the page to see the clock"
        " as it is now."
    )


class NoExtraTime(NotDone):
    """More extra time would be taken back than was given."""

    message = _("You cannot take away more extra time than was given. Nothing was changed.")


@once_per_key
def start_clock(*, tournament_id: int, number: int, key: UUID, by: Visitor) -> None:
    """Start the clock; a started clock is left as it is. Raises `NoClock` and `KeyTaken`."""
    with _locked_clock(tournament_id, number, key, "clock.started") as clock:
        if clock is None or clock.started_at:
            return
        clock.started_at = timezone.now()
        _save_and_log(clock, "clock.started", key=key, by=by)


@once_per_key
def withdraw_start(*, tournament_id: int, number: int, key: UUID, by: Visitor) -> None:
    """Reset a clock that was started too early; `restore_start` undoes this reset.

    A clock that is not started is left as it is. Raises `NoClock` and `KeyTaken`.
    """
    with _locked_clock(tournament_id, number, key, "clock.start_withdrawn") as clock:
        if clock is None or not clock.started_at:
            return
        facts = {
            "started_at": clock.started_at.isoformat(),
            "paused_at": clock.paused_at.isoformat() if clock.paused_at else None,
            "paused_for": clock.paused_for.total_seconds(),
        }
        clock.started_at = clock.paused_at = None
        clock.paused_for = timedelta()
        _save_and_log(clock, "clock.start_withdrawn", key=key, by=by, **facts)


@once_per_key
def restore_start(*, tournament_id: int, number: int, key: UUID, by: Visitor) -> None:
    """Undo `withdraw_start`: the clock runs or is paused as before.

    If the clock was started again meanwhile, nothing changes. Raises `NothingToRestore`, `NoClock` and `KeyTaken`.
    """
    with _locked_clock(tournament_id, number, key, "clock.start_restored") as clock:
        if clock is None or clock.started_at:
            return
        withdrawn = withdrawn_starts(clock.round).order_by("-number").first()
        if withdrawn is None:
            raise NothingToRestore
        facts = withdrawn.data
        clock.started_at = datetime.fromisoformat(facts["started_at"])
        clock.paused_at = datetime.fromisoformat(facts["paused_at"]) if facts["paused_at"] else None
        clock.paused_for = timedelta(seconds=facts["paused_for"])
        _save_and_log(clock, "clock.start_restored", key=key, by=by)


@once_per_key
def pause_clock(*, tournament_id: int, number: int, key: UUID, by: Visitor) -> None:
    """Pause the clock until it is resumed. A paused clock is left as it is.

    Raises `ClockNotStarted`, `NoClock` and `KeyTaken`.
    """
    with _locked_clock(tournament_id, number, key, "clock.paused") as clock:
        if clock is None or clock.paused_at:
            return
        if not clock.started_at:
            raise ClockNotStarted
        clock.paused_at = timezone.now()
        _save_and_log(clock, "clock.paused", key=key, by=by)


@once_per_key
def resume_clock(*, tournament_id: int, number: int, key: UUID, by: Visitor) -> None:
    """Resume the clock with the time that was left. A clock that is not paused is left as it is.

    Raises `NoClock` and `KeyTaken`.
    """
    with _locked_clock(tournament_id, number, key, "clock.resumed") as clock:
        if clock is None or not clock.paused_at:
            return
        paused_for = max(timezone.now() - clock.paused_at, timedelta())
        clock.paused_for += paused_for
        clock.paused_at = None
        _save_and_log(clock, "clock.resumed", key=key, by=by, seconds=round(paused_for.total_seconds()))


@once_per_key
def set_minutes(*, tournament_id: int, number: int, minutes: int, key: UUID, by: Visitor) -> None:
    """Set the minutes until time is up in this round, instead of the ruleset's minutes. Raises `NoClock` and
    `KeyTaken`."""
    with _locked_clock(tournament_id, number, key, "clock.minutes_set") as clock:
        if clock is None:
            return
        before = clock.minutes or clock.round.tournament.ruleset.minutes
        if before == minutes:
            return
        clock.minutes = minutes
        _save_and_log(clock, "clock.minutes_set", key=key, by=by, before=before, minutes=minutes)


@once_per_key
def add_time(*, tournament_id: int, number: int, seconds: int, key: UUID, by: Visitor) -> None:
    """Give all tables extra time; negative `seconds` take extra time back.

    Raises `NoExtraTime`, `NoClock` and `KeyTaken`.
    """
    with _locked_clock(tournament_id, number, key, "clock.extended") as clock:
        if clock is None:
            return
        clock.extra_seconds = _total_extra_seconds(clock.extra_seconds, seconds)
        _save_and_log(clock, "clock.extended", key=key, by=by, seconds=seconds, total=clock.extra_seconds)


@once_per_key
def add_time_at_table(*, hanchan_id: int, seconds: int, key: UUID, by: Visitor) -> None:
    """Give one table extra time, in addition to the extra time of all tables. Forms that are open on the table's phones
    stay valid.

    Raises `NoExtraTime`, `HanchanCancelled`, `NoClock` and `KeyTaken`.
    """
    with locked_hanchan(hanchan_id) as hanchan:
        if logged_before(key, "clock.table_extended", tournament=hanchan.tournament, hanchan=hanchan):
            return
        if hanchan.tournament.ruleset.minutes is None:
            raise NoClock
        if hanchan.cancelled_by_id:
            raise HanchanCancelled
        hanchan.extra_seconds = _total_extra_seconds(hanchan.extra_seconds, seconds)
        hanchan.save(update_fields=["extra_seconds"])
        facts: dict[str, Any] = {"hanchan": hanchan, "seconds": seconds, "total": hanchan.extra_seconds}
        log(hanchan.tournament, "clock.table_extended", by=by, key=key, **facts)


@contextmanager
def _locked_clock(tournament_id: int, number: int, key: UUID, kind: str) -> Iterator[RoundClock | None]:
    """Lock and yield a round's clock; None for a repeated submission.

    Raises `RoundTakenBack`, `NoClock`, and `KeyTaken` if a submission with this key had other content.
    """
    with locked_tournament(tournament_id) as tournament:
        if logged_before(key, kind, tournament=tournament):
            yield None
            return
        if tournament.ruleset.minutes is None:
            raise NoClock
        round_ = tournament.rounds.filter(number=number).first()
        if round_ is None:
            raise RoundTakenBack
        round_.tournament = tournament  # the locked row: logging raises its version
        clock = clock_of(round_)
        clock.round = round_
        yield clock


def _save_and_log(clock: RoundClock, kind: str, *, key: UUID, by: Visitor, **facts: Any) -> None:
    clock.save()
    log(clock.round.tournament, kind, by=by, key=key, round=clock.round.number, **facts)


def _total_extra_seconds(extra_seconds: int, seconds: int) -> int:
    if extra_seconds + seconds < 0:
        raise NoExtraTime
    return extra_seconds + seconds
