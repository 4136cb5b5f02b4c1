"""Plans of who sits where."""

from django.utils.translation import gettext_lazy

from tournament.archive.forms.document import Value
from tournament.archive.forms.envelope.known import LARGE, MOST_ROUNDS, MOST_TABLES, SMALL, Known
from tournament.seating.quality import faults, plan_hash


def check_plans(plans: list[Value], known: Known) -> None:
    current = 0
    for plan in plans:
        plan.keys("rounds", "seed", "hash", "accepted_by", "superseded_by")
        numbers: set[int] = set()
        for tables in plan["rounds"].items(MOST_ROUNDS):
            for table in tables.items(MOST_TABLES):
                numbers |= {seat.whole(1, SMALL) for seat in table.items(4, exactly=4)}
        if not numbers or faults(plan["rounds"].data, sorted(numbers)):
            plan["rounds"].fail(gettext_lazy("Somebody has two seats in one round, or a round has no table."))
        if not plan["seed"].is_null:
            plan["seed"].whole(0, LARGE)
        if plan["hash"].text(64) != plan_hash(plan["rounds"].data):
            plan["hash"].fail(gettext_lazy("This is not the fingerprint of these rounds."))
        plan["accepted_by"].whole(1, known.logged)
        current += known.is_current(plan["superseded_by"])
        if current > 1:
            plan.fail(gettext_lazy("Only one of these can count."))
