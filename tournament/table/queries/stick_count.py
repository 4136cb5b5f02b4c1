"""Whether a stick count may be saved for a hanchan."""

from tournament.core.errors import HanchanCancelled, NotDone, OnPaper, RoundApproved, SheetSigned
from tournament.games.game import Game
from tournament.models import Visitor


def count_refusal(game: Game, *, by: Visitor) -> type[NotDone] | None:
    """Return the error with which a stick count of this visitor is refused; None if it may be saved.

    Once the sheet is signed, only the team may save a count, and once the round is approved, nobody may: an old link of
    the table could otherwise mark results that are settled as needing a look, again and again.
    """
    if game.hanchan.cancelled_by_id:
        return HanchanCancelled
    if game.paper:
        return OnPaper
    if game.sheet is not None and by.role_in(game.hanchan.tournament) is None:
        return SheetSigned
    return RoundApproved if game.hanchan.round.approved_by_id is not None else None
