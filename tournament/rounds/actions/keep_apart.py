"""Say whose members the seating keeps apart: of teams, clubs, countries."""

from collections.abc import Collection

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.models import Visitor
from tournament.seating.people import KINDS


def keep_apart(*, tournament_id: int, kinds: Collection[str], by: Visitor) -> None:
    """From now on these, in whatever seats are found next; seats that were accepted stay."""
    chosen = [kind for kind in KINDS if kind in kinds]
    with locked_tournament(tournament_id) as tournament:
        if tournament.kept_apart == chosen:
            return
        tournament.kept_apart = chosen
        tournament.save(update_fields=["kept_apart"])
        log(tournament, "seating.apart", by=by, kinds=chosen)
