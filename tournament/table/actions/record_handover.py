"""Record hands that another phone could not send, and showed as a QR code to this phone."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from scoring.refusal import Refused
from scoring.rules import Ruleset
from tournament.core.actions.locking import locked_hanchan
from tournament.core.errors import HandAlreadyRecorded, NotDone, SameHandRecorded
from tournament.games.play import Play
from tournament.games.queries.game import load_play
from tournament.models import Hanchan, Visitor
from tournament.table.actions.record_hand import record_once
from tournament.table.handover import HandedHand


class HandMissing(NotDone):
    """A hand before this hand is not recorded."""

    message = _(
        "An earlier hand is missing, so this hand was not recorded. Enter the missing hand at the table,"
        " then scan the code again."
    )


@dataclass(frozen=True)
class Stop:
    """The first hand that could not be recorded, and the reason. All hands before it are recorded, and none after
    it."""

    hand: HandedHand
    problem: NotDone | Refused


def record_handover(*, hanchan_id: int, revision: int, hands: Sequence[HandedHand], by: Visitor) -> Stop | None:
    """Record these hands in their order, and stop at the first that cannot be recorded. Returns this hand; None if all
    are recorded.

    Both phones may send a hand; its key ensures that it is recorded once. `revision` is the hanchan's revision that the
    page showed. Raises `Hanchan.DoesNotExist` and `Archived`.
    """
    with locked_hanchan(hanchan_id) as hanchan:
        # Loaded once: on SQLite every table of the site waits for this lock.
        play, rules = load_play(hanchan), hanchan.tournament.ruleset
        for hand in hands:
            before = hanchan.revision
            try:
                play = _record(hanchan, play, hand, rules, revision, by)
            except (NotDone, Refused) as problem:
                return Stop(hand, problem)
            revision += hanchan.revision - before
    return None


def _record(hanchan: Hanchan, play: Play, hand: HandedHand, rules: Ruleset, revision: int, by: Visitor) -> Play:
    """Record one hand after those of `play`, and return the play with it."""
    outcome = hand.outcome(rules)
    try:
        recorded = record_once(hanchan, hand.number, hand.key, outcome, revision=revision, by=by, play=play)
    except SameHandRecorded:
        return play
    except HandAlreadyRecorded:
        if hand.number > play.next_number:
            raise HandMissing from None
        raise
    return play.and_hand(recorded) if recorded.number == play.next_number else play
