"""The records of seating plans, and of the seats of teams."""

from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field
from typing_extensions import TypedDict

from tournament.archive.tenbo.columns import ImportedRows, create_in_batches
from tournament.archive.tenbo.scope import DocumentScope, check_counted, only_one, placed
from tournament.archive.tenbo.values import (
    BadDocument,
    EntryNumber,
    Four,
    LargeCount,
    LogNumber,
    Number,
    Rounds,
    SeatNumber,
    Tables,
)
from tournament.archive.tenbo.whole import WholeTournament
from tournament.core.limits import MOST_PLANNED_SEATS
from tournament.models import SeatingPlan, TeamSeat
from tournament.rounds.apart import public_seed
from tournament.seating.quality import faults, plan_hash


class PublicPlanRecord(TypedDict):
    """A seating plan: a list of rounds, each a list of tables, each a list of four entry numbers from East to North.

    `seed` is the random seed from which the plan was computed; null for a plan that was made elsewhere, and in the
    public form also if the seed would tell of hidden players.
    """

    rounds: Rounds[Tables[Four[Number]]]
    seed: LargeCount | None
    hash: Annotated[str, Field(max_length=64)]


class PlanRecord(PublicPlanRecord):
    """A seating plan, with the log entries that accepted the plan and replaced it."""

    accepted_by: LogNumber
    superseded_by: LogNumber | None


class TeamSeatRecord(TypedDict):
    """A team's seat in a match, and the player who is to play on this seat. `team` is a position in the list `teams`,
    from 1."""

    round: Number
    table: Number
    seat: SeatNumber
    team: Number
    entry: EntryNumber | None


def team_seat_record(seat: TeamSeat, whole: WholeTournament) -> TeamSeatRecord:
    return whole.record(TeamSeatRecord, seat, "team", "entry")


def plan_record(plan: SeatingPlan, whole: WholeTournament) -> PlanRecord:
    return whole.record(PlanRecord, plan, "accepted_by", "superseded_by")


def public_plan_record(plan: SeatingPlan, whole: WholeTournament) -> PublicPlanRecord:
    return whole.record(PublicPlanRecord, plan, seed=public_seed(plan, whole.entries))


def check_plans(plans: list[PlanRecord], scope: DocumentScope) -> None:
    current = 0
    rounds: Any  # lists in a document, tuples in the planner
    for place, plan in placed("plans", plans):
        rounds = plan["rounds"]
        if 4 * sum(map(len, rounds)) > MOST_PLANNED_SEATS:
            too_large = _("A seating plan can have at most %(most)s seats in all rounds together.")
            raise BadDocument(f"{place}.rounds", too_large % {"most": MOST_PLANNED_SEATS})
        numbers = {number for tables in rounds for table in tables for number in table}
        if not numbers or faults(rounds, sorted(numbers)):
            problem = gettext_lazy("A player has two seats in one round, or a round has no table.")
            raise BadDocument(f"{place}.rounds", problem)
        if plan["hash"] != plan_hash(rounds):
            raise BadDocument(
                f"{place}.hash", gettext_lazy("The fingerprint does not match the rounds of the seating plan.")
            )
        scope.check_logged(place, plan, "accepted_by", "superseded_by")
        current += plan["superseded_by"] is None
        if current > 1:
            raise only_one(place)


def make_plans(records: list[PlanRecord], imported: ImportedRows) -> None:
    create_in_batches(
        imported.row(SeatingPlan, record, "accepted_by", "superseded_by", tournament=imported.tournament)
        for record in records
    )


def check_team_seats(seats: list[TeamSeatRecord], scope: DocumentScope, teams: int) -> None:
    """Check the references of team seats. No seat may be given twice, and no team may play twice in a round."""
    taken: set[tuple[int, ...]] = set()
    for place, seat in placed("team_seats", seats):
        check_counted(f"{place}.team", seat["team"], teams)
        if seat["entry"] is not None:
            scope.check_entry(f"{place}.entry", seat["entry"])
        uses = {(seat["round"], seat["table"], seat["seat"]), (seat["round"], seat["team"])}
        if taken & uses:
            raise only_one(place)
        taken |= uses


def make_team_seats(records: list[TeamSeatRecord], imported: ImportedRows) -> None:
    create_in_batches(
        imported.row(TeamSeat, record, "team", "entry", tournament=imported.tournament) for record in records
    )
