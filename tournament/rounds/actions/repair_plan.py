"""Repair the seating plan after players joined or left, or take the repair back."""

from collections.abc import Collection

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import NotDone
from tournament.games.queries.seats import current_plan, planned_rounds, playing
from tournament.models import SeatingPlan, Visitor
from tournament.rounds.actions.accept_plan import PlayersChanged, replace_plan
from tournament.seating.people import Rounds
from tournament.seating.quality import faults, plan_hash


class PlanChanged(NotDone):
    """Conflict: the form showed a plan that is no longer current, or a round was started meanwhile."""

    message = _("The plan was changed or a round was started meanwhile. Nothing was changed; check the plan again.")


def accept_repair(
    *, tournament_id: int, base: str, started: int, rounds: Rounds, players: Collection[int], by: Visitor
) -> None:
    """Replace the plan with the hash `base` by the plan `rounds`. The first `started` rounds of the new plan have begun
    and are not changed; the later rounds are for these `players` (entry numbers).

    Accepting the current plan again changes nothing. Raises `PlanChanged`, `PlayersChanged` and
    `PlanTooLarge`.
    """
    with locked_tournament(tournament_id) as tournament:
        current = current_plan(tournament)
        new_hash = plan_hash(rounds)
        if current and current.hash == new_hash and current.players_from(started + 1) == set(players):
            return
        if current is None or current.hash != base or tournament.rounds.count() != started:
            raise PlanChanged
        numbers = [entry.number for entry in playing(tournament)]
        coming = rounds[started:]
        if set(players) != set(numbers) or faults(coming, numbers):
            raise PlayersChanged
        entry = log(tournament, "seating.repaired", by=by, rounds=len(coming), hash=new_hash, players=numbers)
        replace_plan(tournament, rounds, seed=current.seed, entry=entry)


def take_back_repair(*, tournament_id: int, base: str, by: Visitor) -> None:
    """Restore the plan that was replaced by a repair whose plan has the hash `base`. Raises `PlanChanged` if this
    repair is not the current plan, or if a round was started since."""
    with locked_tournament(tournament_id) as tournament:
        current = current_plan(tournament)
        if current is None or not current.is_repair or current.hash != base:
            raise PlanChanged
        before = SeatingPlan.objects.select_related("accepted_by").get(superseded_by=current.accepted_by)
        if tournament.rounds.filter(started_at__gt=current.accepted_by.at).exists():
            raise PlanChanged
        players = sorted(before.players_from(tournament.rounds.count() + 1))
        entry = log(tournament, "seating.repair_taken_back", by=by, hash=before.hash, players=players)
        replace_plan(tournament, planned_rounds(before), seed=before.seed, entry=entry)
