"""The repair of a seating plan after players joined or left: the new plan, and its differences."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from scoring.seats import STARTING_WINDS, Wind
from tournament.core.cache import Cache
from tournament.games.queries.seats import playing
from tournament.models import SeatingPlan, Tournament
from tournament.rounds.apart import players_to_seat, wishes_of
from tournament.rounds.queries.plan_shown import PlanShown
from tournament.rounds.queries.seating import PlayerKey, as_played, keys_of, plan_shown
from tournament.seating.people import Rounds, Wishes
from tournament.seating.repair import Repair, Spot, repair

Seat = tuple[int, Wind]
"""A seat: its table and starting wind."""


@dataclass(frozen=True, kw_only=True)
class OtherSeat:
    """One player's seats in one round, before and after a repair; None if the player rests or is not in the plan."""

    round: int
    before: Seat | None
    after: Seat | None


@dataclass(frozen=True, kw_only=True)
class ChangedSchedule:
    """One player whose seats in the coming rounds change."""

    name: str
    seats: tuple[OtherSeat, ...]


@dataclass(frozen=True, kw_only=True)
class Repaired:
    """The repaired plan, and the players whose seats change. `base` is the hash of the old plan.

    `knows_all` says whether the old plan has a place for every player. If not, the repaired plan must be saved even if
    no seat changes, because a new player may rest in every round."""

    plan: PlanShown
    base: str
    schedules: tuple[ChangedSchedule, ...]
    knows_all: bool


REPAIRS: Cache[tuple[Rounds, int, tuple[PlayerKey, ...], int, Wishes], Repair] = Cache(16)
"""Cache of repairs by their arguments (rounds, number of started rounds, players, seed, wishes), because accepting a
repair needs the same repair again."""


def repaired_plan(tournament: Tournament, current: SeatingPlan, *, count: Callable[[], None] | None = None) -> Repaired:
    """Repair the plan for exactly the players who still play; started rounds are not changed. The result is
    deterministic.

    `count` is called only if the repair is not cached and must be computed; `count` may raise `TooOften`. Raises
    TooFewPlayers.
    """
    before, started = as_played(tournament, current)
    people = players_to_seat(playing(tournament))
    seed, wishes = current.seed or 0, wishes_of(tournament)

    def make() -> Repair:
        if count is not None:
            count()
        return repair(before, started, people, seed=seed, wishes=wishes)

    made = REPAIRS.get((before, started, keys_of(people), seed, wishes), 0, make)
    shown = plan_shown(
        tournament,
        made.plan.rounds,
        made.plan.quality,
        seed=current.seed,
        is_imported=current.seed is None,
        started=started,
        for_team=True,
    )
    changes = sorted(made.changes, key=lambda change: (change.player, change.round))
    schedules = [
        ChangedSchedule(
            name=shown.names.get(player, f"– {player} –"),
            seats=tuple(OtherSeat(round=c.round, before=_seat(c.before), after=_seat(c.after)) for c in of_player),
        )
        for player, of_player in groupby(changes, key=lambda change: change.player)
    ]
    return Repaired(
        plan=shown,
        base=current.hash,
        schedules=tuple(schedules),
        knows_all=current.players_from(started + 1).issuperset(shown.players),
    )


def _seat(spot: Spot | None) -> Seat | None:
    return (spot[0], STARTING_WINDS[spot[1]]) if spot else None
