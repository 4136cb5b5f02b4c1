"""Choose the groups whose members the seating keeps apart: teams, clubs, countries."""

from collections.abc import Collection

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.merge import merged_list
from tournament.models import Visitor
from tournament.rounds.apart import kept_apart
from tournament.seating.people import KINDS


def keep_apart(*, tournament_id: int, kinds: Collection[str], by: Visitor, base: Collection[str] | None = None) -> None:
    """Save which kinds of groups are kept apart: "team", "club", "country". The choice applies to seats that are drawn
    or planned later; accepted seats are not changed. `base` are the kinds that the page showed as chosen (see
    `core.merge`)."""
    with locked_tournament(tournament_id) as tournament:
        if base is not None:
            kinds = merged_list([*kinds], [*base], [*kept_apart(tournament)])
        chosen = [kind for kind in KINDS if kind in kinds]
        if tournament.kept_apart == chosen:
            return
        tournament.kept_apart = chosen
        tournament.save(update_fields=["kept_apart"])
        log(tournament, "seating.apart", by=by, kinds=chosen)
