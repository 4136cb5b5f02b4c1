"""Seating plans."""

from typing import Annotated, Any

from django.utils.translation import gettext_lazy
from pydantic import Field
from typing_extensions import TypedDict

from tournament.archive.tenbo.columns import ImportedRows, Shape
from tournament.archive.tenbo.scope import DocumentScope, only_one, placed
from tournament.archive.tenbo.values import BadDocument, Four, LargeCount, LogNumber, Number, Rounds, Tables
from tournament.archive.tenbo.whole import WholeTournament
from tournament.models import SeatingPlan
from tournament.seating.quality import faults, plan_hash


class PublicPlanRecord(TypedDict):
    """A plan: for each round its tables, for each table four numbers of entries from East; and how it was found."""

    rounds: Rounds[Tables[Four[Number]]]
    seed: LargeCount | None
    hash: Annotated[str, Field(max_length=64)]


class PlanRecord(PublicPlanRecord):
    """A plan, with its log entries: accepted, replaced."""

    accepted_by: LogNumber
    superseded_by: LogNumber | None


def plan_record(shape: type[Shape], plan: SeatingPlan, whole: WholeTournament) -> Shape:
    return whole.record(shape, plan, "accepted_by", "superseded_by")


def check_plans(plans: list[PlanRecord], scope: DocumentScope) -> None:
    current = 0
    rounds: Any  # lists, where the planner has tuples
    for place, plan in placed("plans", plans):
        rounds = plan["rounds"]
        numbers = {number for tables in rounds for table in tables for number in table}
        if not numbers or faults(rounds, sorted(numbers)):
            problem = gettext_lazy("A player has two seats in one round, or a round has no table.")
            raise BadDocument(f"{place}.rounds", problem)
        if plan["hash"] != plan_hash(rounds):
            raise BadDocument(f"{place}.hash", gettext_lazy("This is not the fingerprint of these rounds."))
        scope.check_logged(place, plan, "accepted_by", "superseded_by")
        current += plan["superseded_by"] is None
        if current > 1:
            raise only_one(place)


def make_plans(records: list[PlanRecord], imported: ImportedRows) -> None:
    SeatingPlan.objects.bulk_create(
        imported.row(SeatingPlan, record, "accepted_by", "superseded_by", tournament=imported.tournament)
        for record in records
    )
