"""Plans of who sits where."""

from tournament.archive.actions.envelope.made import Made
from tournament.models import SeatingPlan


def make_plans(made: Made) -> None:
    SeatingPlan.objects.bulk_create(
        SeatingPlan(
            tournament=made.tournament,
            rounds=said["rounds"],
            seed=said["seed"],
            hash=said["hash"],
            accepted_by_id=made.log[said["accepted_by"]],
            superseded_by_id=made.log[said["superseded_by"]],
        )
        for said in made.document["plans"]
    )
