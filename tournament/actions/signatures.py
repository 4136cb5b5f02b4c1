"""What a change of a hanchan does to the signatures under it."""

from tournament.actions.errors import HanchanCancelled, SheetSigned
from tournament.models import Hanchan, LogEntry, Visitor
from tournament.queries.game import Game


def check_may_change(game: Game, *, by: Visitor) -> None:
    """Raise `HanchanCancelled`, or `SheetSigned` where only a referee may change what was signed."""
    if game.hanchan.cancelled_by_id:
        raise HanchanCancelled
    if game.sheet is not None and by.role_in(game.hanchan.tournament) is None:
        raise SheetSigned


def withdraw_signatures(hanchan: Hanchan, entry: LogEntry) -> None:
    """Take back the sheet and every signature: nobody signed what the hanchan says now."""
    hanchan.signatures.filter(withdrawn_by=None).update(withdrawn_by=entry)
    hanchan.sheets.filter(withdrawn_by=None).update(withdrawn_by=entry)
