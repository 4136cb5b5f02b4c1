"""Accept the seating plan of a whole event, or remove it."""

from collections.abc import Collection

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import NotDone
from tournament.core.limits import MOST_PLANNED_SEATS
from tournament.core.queries.disk import check_free_space
from tournament.core.words.limits import with_limit
from tournament.games.queries.seats import current_plan, playing
from tournament.models import LogEntry, SeatingPlan, Tournament, Visitor
from tournament.seating.people import Rounds
from tournament.seating.quality import faults, plan_hash

MANY_SEATS = 5_000
"""More seats of all rounds together than in an event of 400 players and 12 rounds, which takes 30 kB. A smaller plan
may be repaired while the disk is nearly full, because play needs it."""


class PlayersChanged(NotDone):
    """Somebody was entered or removed since the seating plan was made."""

    message = _("The players were changed meanwhile. The plan was not accepted; plan again.")


class PlanTooLarge(NotDone):
    """The plan would have more seats than `limits.MOST_PLANNED_SEATS`. No file of the tournament could hold it."""

    message = with_limit(
        _("A seating plan can have at most %(most)s seats in all rounds together. Nothing was changed."),
        MOST_PLANNED_SEATS,
    )


class PlayHasStarted(NotDone):
    """A round was started after the plan was made."""

    message = _("A round was started meanwhile. The plan was not accepted; plan again.")


def accept_plan(*, tournament_id: int, rounds: Rounds, players: Collection[int], seed: int | None, by: Visitor) -> None:
    """Save these seats (entry numbers) as the seating plan for coming rounds, in place of an earlier plan.

    `players` are the entry numbers of everybody for whom the plan was made, including players who rest in every round.
    Accepting the current plan again changes nothing. Raises `PlayersChanged`,
    `PlayHasStarted`, `PlanTooLarge` and `DiskNearlyFull`.
    """
    with locked_tournament(tournament_id) as tournament:
        current = current_plan(tournament)
        new_hash = plan_hash(rounds)
        if current and current.hash == new_hash and current.players_from(1) == set(players):
            return
        if tournament.rounds.exists():
            raise PlayHasStarted
        numbers = [entry.number for entry in playing(tournament)]
        if set(players) != set(numbers) or faults(rounds, numbers):
            raise PlayersChanged
        check_free_space()
        entry = log(tournament, "seating.planned", by=by, rounds=len(rounds), seed=seed, hash=new_hash, players=numbers)
        replace_plan(tournament, rounds, seed=seed, entry=entry)


def replace_plan(tournament: Tournament, rounds: Rounds, *, seed: int | None, entry: LogEntry) -> None:
    """Save these seats as the current seating plan; `entry` is the log entry that records the decision. For actions
    only: the caller holds the lock. Raises `PlanTooLarge`, and `DiskNearlyFull` for more than `MANY_SEATS`."""
    seats = 4 * sum(map(len, rounds))
    if seats > MOST_PLANNED_SEATS:  # a repair adds rounds that were played without a plan
        raise PlanTooLarge
    if seats > MANY_SEATS:
        check_free_space()
    tournament.plans.current().update(superseded_by=entry)
    SeatingPlan.objects.create(
        tournament=tournament, rounds=rounds, seed=seed, hash=plan_hash(rounds), accepted_by=entry
    )


def drop_plan(*, tournament_id: int, by: Visitor) -> None:
    """Remove the seating plan, if there is one; from now on the seats of each round are drawn when it starts."""
    with locked_tournament(tournament_id) as tournament:
        current = current_plan(tournament)
        if current is None:
            return
        entry = log(tournament, "seating.dropped", by=by, hash=current.hash)
        tournament.plans.filter(pk=current.pk).update(superseded_by=entry)
