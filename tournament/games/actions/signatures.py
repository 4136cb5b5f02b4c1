"""Checks before a hanchan is changed, and consequences of a change: open forms become stale, and signatures are
withdrawn."""

from django.contrib.auth.models import AnonymousUser

from tournament.core.actions.journal import log
from tournament.core.errors import HanchanCancelled, ReasonMissing, RoundApproved, SheetSigned, TooManyChanges
from tournament.core.limits import CHANGES_NOT_MEASURED, LONGEST_LOG_AT_TABLE, MOST_CHANGES_AT_TABLE
from tournament.games.game import Game
from tournament.games.queries.corrections import needs_reason
from tournament.games.queries.logged_length import logged_length
from tournament.models import Actor, Hanchan, LogEntry, Round, Tournament, Visitor


def check_may_change(game: Game, *, by: Visitor) -> None:
    """Raise `HanchanCancelled` if the hanchan was cancelled, `SheetSigned` if the sheet is signed and the visitor is
    not of the team, and `TooManyChanges` as `check_number_of_changes` does."""
    if game.hanchan.cancelled_by_id:
        raise HanchanCancelled
    check_number_of_changes(game.hanchan, by=by)
    if game.sheet is not None and by.role_in(game.hanchan.tournament) is None:
        raise SheetSigned


def check_number_of_changes(hanchan: Hanchan, *, by: Visitor) -> None:
    """Raise `TooManyChanges` if the hanchan was changed so often, or the log says so much about it, that only the
    tournament's team may change it."""
    if hanchan.revision < CHANGES_NOT_MEASURED or by.role_in(hanchan.tournament) is not None:
        return
    if hanchan.revision >= MOST_CHANGES_AT_TABLE:
        raise TooManyChanges
    if logged_length(hanchan, up_to=LONGEST_LOG_AT_TABLE) > LONGEST_LOG_AT_TABLE:
        raise TooManyChanges


def check_not_approved(hanchan: Hanchan) -> None:
    """Raise `RoundApproved` if the round's results are approved. Call this before a result is changed without giving a
    reason."""
    if hanchan.round.approved_by_id is not None:
        raise RoundApproved


def check_reason(game: Game, reason: str) -> None:
    """Raise `ReasonMissing` if a signed or approved result would change without a reason."""
    if needs_reason(game) and not reason:
        raise ReasonMissing


def outdate(hanchan: Hanchan, *changed: str) -> None:
    """Save the hanchan's `changed` fields and raise its revision, so that open forms become stale. For actions only:
    the caller holds the lock."""
    hanchan.revision += 1
    hanchan.save(update_fields=["revision", *changed])


def withdraw_signatures(hanchan: Hanchan, entry: LogEntry, *, keeps_second: bool = False) -> None:
    """Withdraw the sheet, every signature and the round's approval, because these confirmed the old result. For actions
    only: the caller holds the lock.

    A second entry of points from paper is withdrawn too: the person who made the second entry never saw the changed
    seats, chips or substitutes. `keeps_second` keeps the second entry, for a change of the points alone: the new points
    are compared with the second entry.
    """
    hanchan.signatures.current().update(withdrawn_by=entry)
    hanchan.sheets.current().update(withdrawn_by=entry)
    if not keeps_second:
        hanchan.paper_results.current().filter(is_second=True).update(superseded_by=entry)
    by = Visitor(user=entry.user or AnonymousUser())
    end_approval(hanchan.round, hanchan.tournament, by=by, actor=entry.actor, reason=entry.reason)


def end_approval(
    round_: Round, tournament: Tournament, *, by: Visitor, actor: Actor | None = None, reason: str = ""
) -> None:
    """Withdraw a round's approval, if it is approved. For actions only: the caller holds the lock."""
    ended = Round.objects.filter(pk=round_.pk, approved_by__isnull=False).update(approved_by=None)
    if ended:
        log(tournament, "round.approval_withdrawn", by=by, actor=actor, reason=reason, number=round_.number)
