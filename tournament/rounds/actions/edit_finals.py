"""Change the settings of finals: the announced cuts, the criteria that separate equal totals, and the seats in the
final."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from scoring.announced_cuts import AnnouncedCut
from scoring.tie_breaks import TieBreak
from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.queries.disk import check_free_space
from tournament.models import Visitor
from tournament.seating.by_seed import Pattern, write_plan


def edit_finals(
    *,
    tournament_id: int,
    tie_breaks: Sequence[TieBreak],
    final_seats: Sequence[Pattern] = (),
    announced_cuts: Sequence[AnnouncedCut] = (),
    by: Visitor,
    base: Mapping[str, Any] | None = None,
) -> None:
    """Set the criteria that separate equal totals (applied in the order given), the seats of the rounds after the first
    cut, and the announced cuts. The cuts must be `in_order` (`scoring.announced_cuts`). Standings of past rounds use
    the new criteria too. Saving equal settings changes nothing. `base` has the values that the form was filled
    in with, by column: a value that equals them was not edited, and stays as it is stored now. A list is one value
    here, because parts of two lists could contradict each other. The log keeps the seats before and after.

    For organizers: the view checks the permission. Raises `DiskNearlyFull`.
    """
    with locked_tournament(tournament_id) as tournament:
        new = {
            "tie_breaks": [criterion.value for criterion in tie_breaks],
            "final_seats": write_plan(final_seats),
            "announced_cuts": [asdict(cut) for cut in announced_cuts],
        }
        before = {field: getattr(tournament, field) for field in new}
        if base is not None:
            new = {field: before[field] if value == base[field] else value for field, value in new.items()}
        changed = [field for field in new if new[field] != before[field]]
        if not changed:
            return
        if "final_seats" in changed:
            check_free_space()
        for field in changed:
            setattr(tournament, field, new[field])
        tournament.save(update_fields=changed)
        log(
            tournament,
            "tournament.finals",
            by=by,
            before={field: before[field] for field in changed},
            after={field: new[field] for field in changed},
        )
