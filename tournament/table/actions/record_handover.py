"""Record the hands that another phone could not send. That phone showed them to this phone as a QR code."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.refusal import Refused
from scoring.rules import Ruleset
from tournament.core.actions.locking import locked_hanchan
from tournament.core.errors import FormOutdated, NotDone, SameHandRecorded
from tournament.games.play import Play
from tournament.games.queries.game import load_play
from tournament.models import Hanchan, Visitor
from tournament.table.actions.record_hand import record_once
from tournament.table.handover import HandedHand


class HandMissing(NotDone):
    """The hand cannot be recorded yet, because the hand before it is missing."""

    message = _(
        "An earlier hand is missing, so this hand was not recorded. Enter the missing hand at the table,"
        " then scan the code again."
    )


@dataclass(frozen=True)
class Stop:
    """The first hand that could not be recorded, and the reason. All hands before this hand are recorded; hands after
    it are not."""

    hand: HandedHand
    problem: NotDone | Refused


def record_handover(*, hanchan_id: int, revision: int, hands: Sequence[HandedHand], by: Visitor) -> Stop | None:
    """Record these hands in their order, and stop at the first hand that cannot be recorded. Return this hand with the
    reason; None if all hands are recorded.

    Both phones may send the same hand; its key ensures that it is recorded once. `revision` is the hanchan's revision
    that the page showed. Raises `Hanchan.DoesNotExist` and `Archived`.
    """
    with locked_hanchan(hanchan_id) as hanchan:
        # Loaded once: on SQLite every table of the site waits for this lock.
        play, rules = load_play(hanchan), hanchan.tournament.ruleset
        for hand in hands:
            before = hanchan.revision
            try:
                with transaction.atomic():  # a savepoint: only a refused hand is rolled back
                    play = _record(hanchan, play, hand, rules, revision, by)
            except (NotDone, Refused) as problem:
                return Stop(hand, problem)
            revision += hanchan.revision - before
    return None


def _record(hanchan: Hanchan, play: Play, hand: HandedHand, rules: Ruleset, revision: int, by: Visitor) -> Play:
    """Record one hand after the hands of `play`, and return `play` with this hand added. If the hand was already
    recorded, `play` is returned unchanged."""
    outcome = hand.outcome(rules)
    try:
        recorded = record_once(
            hanchan,
            hand.number,
            hand.key,
            outcome,
            is_outdated=revision != hanchan.revision,
            base=hand.base,
            renumbered=hand.renumbered,
            by=by,
            play=play,
        )
    except SameHandRecorded:
        return play
    except FormOutdated:
        if hand.number > play.next_number:
            raise HandMissing from None
        raise
    return play.and_hand(recorded) if recorded.number == play.next_number else play
