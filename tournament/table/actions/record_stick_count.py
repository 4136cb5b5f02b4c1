"""Save how many points in sticks a table counted; referees see it in the double-check of the round."""

from typing import Any

from scoring.seats import Points
from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_hanchan
from tournament.core.errors import FormOutdated, TooManyChanges
from tournament.games.queries.game import load_game
from tournament.models import Visitor
from tournament.table.queries.stick_count import count_refusal
from tournament.table.stick_count import COUNTED

MOST_COUNTS = 100
"""The most stick counts that are saved for one hanchan; after that only the team may save another."""


def record_stick_count(*, hanchan_id: int, revision: int, points: Points, by: Visitor) -> None:
    """Log that the table counted these points, by seat, after the hands played so far. No result changes.

    A count that is sent twice is logged once. Raises the errors of `count_refusal`, `TooManyChanges`, and
    `FormOutdated` if a hand was added or removed after the sticks were compared with the hands.
    """
    with locked_hanchan(hanchan_id) as hanchan:
        game = load_game(hanchan)
        refusal = count_refusal(game, by=by)
        if refusal is not None:
            raise refusal
        if revision != hanchan.revision:
            raise FormOutdated
        counted: dict[str, Any] = {"points": list(points), "after": len(game.hands), "is_over": game.ending is not None}
        counts = hanchan.log.filter(kind=COUNTED).order_by("-number")
        if by.role_in(hanchan.tournament) is None and counts.count() >= MOST_COUNTS:
            raise TooManyChanges
        last = counts.first()
        if last is None or last.data != counted:
            log(hanchan.tournament, COUNTED, by=by, hanchan=hanchan, **counted)
