"""Undo the last hand of a hanchan."""

from uuid import UUID

from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_hanchan
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import FormOutdated, OnPaper
from tournament.games.actions.signatures import check_may_change, check_not_approved, outdate, withdraw_signatures
from tournament.games.queries.game import load_game
from tournament.models import Hand, Visitor


@once_per_key
def undo_hand(*, hanchan_id: int, hand_id: int, key: UUID, by: Visitor) -> Hand:
    """Undo the hand that the form showed as the last hand, and return it. A repeated submission changes nothing.

    Signatures are withdrawn. Raises `FormOutdated` if the hand is no longer the last, `OnPaper`, `KeyTaken`,
    `HanchanCancelled`, and `SheetSigned` if the sheet is signed and the visitor may not change it.
    """
    with locked_hanchan(hanchan_id) as hanchan:
        if logged_before(key, "hand.undone", tournament=hanchan.tournament, hanchan=hanchan):
            return hanchan.hands.get(pk=hand_id)
        game = load_game(hanchan)
        check_may_change(game, by=by)
        check_not_approved(hanchan)
        if game.paper:
            raise OnPaper
        if not game.hands or game.hands[-1].pk != hand_id:
            raise FormOutdated

        last = game.hands[-1]
        entry = log(
            hanchan.tournament,
            "hand.undone",
            by=by,
            hanchan=hanchan,
            key=key,
            number=last.number,
            outcome=last.outcome,
        )
        Hand.objects.filter(pk=last.pk).update(superseded_by=entry)
        withdraw_signatures(hanchan, entry)
        outdate(hanchan)
        return last
