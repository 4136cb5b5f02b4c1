"""Plans of who sits where."""

from tournament.models import SeatingPlan
from tournament.queries.envelope.values import Json
from tournament.queries.envelope.whole import WholeTournament


def public_plan(plan: SeatingPlan) -> Json:
    return {"rounds": plan.rounds, "seed": plan.seed, "hash": plan.hash}


def whole_plan(plan: SeatingPlan, whole: WholeTournament) -> Json:
    return public_plan(plan) | {
        "accepted_by": whole.log_numbers[plan.accepted_by_id],
        "superseded_by": whole.log_numbers[plan.superseded_by_id],
    }
