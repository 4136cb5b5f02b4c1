"""Save a hanchan's extras: unusual points at the start, chips, and who won no hand."""

from collections.abc import Set
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from scoring.bonus import check_chips
from scoring.refusal import Refused
from scoring.seats import Points
from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_hanchan
from tournament.core.actions.rules import freeze_rules
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import FormOutdated, NotDone
from tournament.games.actions.signatures import check_may_change, check_reason, outdate, withdraw_signatures
from tournament.games.queries.game import load_game
from tournament.models import Visitor


class AlreadyBegun(NotDone):
    """The points at the start can no longer be changed, because hands or a result were entered."""

    message = _(
        "Hands or results were already entered at this table, so nothing was changed. To change the"
        " points at the start, undo or remove the hands or results first."
    )


@once_per_key
def edit_extras(
    *,
    hanchan_id: int,
    revision: int,
    key: UUID,
    start_points: Points | None,
    chips: Points,
    winless: Set[int],
    by: Visitor,
    reason: str = "",
) -> None:
    """Save a hanchan's points at the start, its balance of chips by seat, and the seats (0 to 3) that won no hand. If
    `start_points` is None, the hanchan starts with the points of the ruleset. `winless` is only for a game from paper.

    Signatures are withdrawn. A repeated submission changes nothing. Raises `FormOutdated`, `AlreadyBegun`, `Refused`
    (`no_chips`, `chips_sum`, `points_not_hundreds`), `ReasonMissing` if a signed or approved result is changed without
    a reason, and the errors of `check_may_change`.
    """
    with locked_hanchan(hanchan_id) as hanchan:
        if logged_before(key, "hanchan.extras", tournament=hanchan.tournament, hanchan=hanchan):
            return
        game = load_game(hanchan)
        check_may_change(game, by=by)
        if revision != hanchan.revision:
            raise FormOutdated
        check_reason(game, reason)
        check_chips(chips, rules=game.rules)
        if start_points and any(points % 100 for points in start_points):
            raise Refused("points_not_hundreds")
        if start_points == (game.rules.start_points,) * 4:
            start_points = None
        if start_points != game.start_points and (game.hands or game.paper):
            raise AlreadyBegun

        extras: dict[str, Any] = {
            "start_points": list(start_points or ()),
            "chips": list(chips) if any(chips) else [],
            "winless": sorted(int(seat) for seat in winless),
        }
        entry = log(hanchan.tournament, "hanchan.extras", by=by, hanchan=hanchan, key=key, reason=reason, **extras)
        freeze_rules(hanchan.tournament)
        for name, value in extras.items():
            setattr(hanchan, name, value)
        withdraw_signatures(hanchan, entry)
        outdate(hanchan, *extras)
