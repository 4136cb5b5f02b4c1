"""Set the score of a round that a player sits out."""

from fractions import Fraction

from scoring.game_writing import decimal_string
from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.models import Visitor
from tournament.models.tournament import SitOut


def edit_sit_out(*, tournament_id: int, sit_out: SitOut, points: Fraction, by: Visitor) -> None:
    """Set the score that players get for any round they sit out, including past rounds. `points`, in thousands, count
    only with `SitOut.FIXED`."""
    exact = decimal_string(points) if sit_out is SitOut.FIXED else "0"
    with locked_tournament(tournament_id) as tournament:
        if (tournament.sit_out, tournament.sit_out_points) == (sit_out.value, exact):
            return
        before = {"sit_out": tournament.sit_out, "points": tournament.sit_out_points}
        tournament.sit_out, tournament.sit_out_points = sit_out.value, exact
        tournament.save(update_fields=["sit_out", "sit_out_points"])
        log(tournament, "tournament.sit_out", by=by, before=before, after={"sit_out": sit_out.value, "points": exact})
