"""Set the score of a round that a player sits out."""

from collections.abc import Mapping
from fractions import Fraction

from scoring.game_writing import decimal_string
from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.merge import merged
from tournament.models import Visitor
from tournament.models.tournament import SitOut


def edit_sit_out(
    *,
    tournament_id: int,
    sit_out: SitOut,
    points: Fraction,
    by: Visitor,
    base: Mapping[str, str] | None = None,
) -> None:
    """Set the score that players get for any round they sit out, including past rounds. `points`, in thousands, count
    only with `SitOut.FIXED`. `base` has the values that the form was filled in with, by column (see `merged`)."""
    new = {"sit_out": sit_out.value, "sit_out_points": decimal_string(points) if sit_out is SitOut.FIXED else "0"}
    with locked_tournament(tournament_id) as tournament:
        old = {"sit_out": tournament.sit_out, "sit_out_points": tournament.sit_out_points}
        new = merged(new, base, old)
        if new["sit_out"] != SitOut.FIXED:
            new["sit_out_points"] = "0"
        if new == old:
            return
        tournament.sit_out, tournament.sit_out_points = new["sit_out"], new["sit_out_points"]
        tournament.save(update_fields=["sit_out", "sit_out_points"])
        before, after = ({"sit_out": each["sit_out"], "points": each["sit_out_points"]} for each in (old, new))
        log(tournament, "tournament.sit_out", by=by, before=before, after=after)
