"""Move a hand that was entered at the wrong table."""

from uuid import UUID, uuid4

from scoring.hanchan import PlayedHand
from scoring.outcome import Outcome
from tournament.core.actions.journal import actor_of, log, logged_before
from tournament.core.actions.locking import locked_hanchans
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import HanchanCancelled, ReasonMissing, TakesNoHand
from tournament.games.actions.signatures import check_may_change, outdate, withdraw_signatures
from tournament.games.game import Game
from tournament.games.queries.game import load_game
from tournament.models import Hanchan, LogEntry, Visitor
from tournament.table.actions.correct_hanchan import (
    apply_plan,
    check_amount,
    check_plan,
    check_unchanged,
    what_changes,
)
from tournament.table.actions.record_hand import append_hand
from tournament.table.correction_replay import plan_correction
from tournament.table.edits import Edits, Remove, UnreadableEdits


@once_per_key
def move_hand(
    *,
    hanchan_id: int,
    revision: int,
    number: int,
    edits: Edits,
    to_id: int,
    to_revision: int,
    key: UUID,
    reason: str,
    by: Visitor,
) -> None:
    """Remove hand `number` from one hanchan, and append it to the hanchan with the id `to_id`, which is still being
    played.

    `edits` are the correction of the first hanchan, and include the removal of the hand. A repeated submission changes
    nothing. For referees: the view checks the permission. Raises the errors of `correct_hanchan`, `TakesNoHand` if the
    second hanchan is over, `Refused` if the hand is impossible in the second hanchan, and `Hanchan.DoesNotExist` if the
    second hanchan is in another tournament.
    """
    with locked_hanchans(hanchan_id, to_id) as (source, target):
        if logged_before(key, "hand.moved_away", tournament=source.tournament, hanchan=source):
            return
        game, other = load_game(source), load_game(target)
        check_may_change(game, by=by)
        check_unchanged(game, revision)
        if source == target:
            raise TakesNoHand
        _check_takes_hand(other, to_revision)
        if Remove(number) not in edits:
            raise UnreadableEdits("the hand to move is not taken out")
        if game.sheet and not reason:
            raise ReasonMissing
        plan = check_plan(plan_correction(game, edits))
        changes = what_changes(plan)
        check_amount(source, changes, reason, by=by)
        outcome = game.outcomes[number - 1]
        played = other.next_hand(outcome)

        entry = log(
            source.tournament,
            "hand.moved_away",
            by=by,
            hanchan=source,
            key=key,
            reason=reason,
            number=number,
            to=target.pk,
            to_table=target.table.number,
            **changes,
        )
        apply_plan(source, plan, entry)
        arrival = _append_moved(target, other.next_number, played, outcome, source, reason, by=by)
        withdraw_signatures(target, arrival)
        outdate(target)


def _check_takes_hand(game: Game, revision: int) -> None:
    """Raise an error if no hand can be appended to the game, or if the hanchan was changed after this revision."""
    if game.hanchan.cancelled_by_id:
        raise HanchanCancelled
    if game.ending:
        raise TakesNoHand
    check_unchanged(game, revision)


def _append_moved(
    target: Hanchan, number: int, played: PlayedHand, outcome: Outcome, source: Hanchan, reason: str, *, by: Visitor
) -> LogEntry:
    """Append a hand of the hanchan `source` to the hanchan `target`. Return the new log entry in which `target`
    received the hand."""
    actor = actor_of(by, table=target.table)
    hand = append_hand(target, number, uuid4(), outcome, played, actor=actor)
    return log(
        target.tournament,
        "hand.moved_here",
        by=by,
        actor=actor,
        hanchan=target,
        reason=reason,
        number=hand.number,
        outcome=hand.outcome,
        origin=source.pk,
        from_table=source.table.number,
    )
