"""Plans of who sits where."""

from tournament.archive.queries.envelope.values import Json
from tournament.archive.queries.envelope.whole import WholeTournament
from tournament.models import SeatingPlan


def public_plan(plan: SeatingPlan) -> Json:
    return {"rounds": plan.rounds, "seed": plan.seed, "hash": plan.hash}


def whole_plan(plan: SeatingPlan, whole: WholeTournament) -> Json:
    return public_plan(plan) | {
        "accepted_by": whole.log_numbers[plan.accepted_by_id],
        "superseded_by": whole.log_numbers[plan.superseded_by_id],
    }
