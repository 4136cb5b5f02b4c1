"""The seats of a whole event: as planned or proposed, by round and by player, with how good they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from scoring.seats import SEATS, Seat, Wind
from tournament.models import Entry, SeatingPlan, Tournament
from tournament.queries.names import told_apart
from tournament.seating.people import Player, Rounds
from tournament.seating.plan import Plan, plan
from tournament.seating.quality import Quality, quality

WINDS: tuple[Wind, ...] = tuple(seat.wind(Seat.EAST) for seat in SEATS)


@dataclass(frozen=True, kw_only=True)
class PlannedTable:
    """One table of one round: four names with the wind each starts with."""

    number: int
    seats: tuple[tuple[Wind, str], ...]


@dataclass(frozen=True, kw_only=True)
class PlannedRound:
    """One round by table; `resting` are those without a seat in it."""

    number: int
    tables: tuple[PlannedTable, ...]
    resting: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """One player's way through the event: for each round the table and wind, or None for a rest."""

    number: int
    name: str
    seats: tuple[tuple[int, Wind] | None, ...]


@dataclass(frozen=True)
class SeatingPage:
    """A plan with people's names. `hash` identifies it; `seed` makes it again."""

    rounds: Rounds
    quality: Quality
    seed: int
    names: dict[int, str]
    left: tuple[int, ...]
    joined: tuple[str, ...]

    @property
    def fits(self) -> bool:
        """Whether just those who are entered have seats in it."""
        return not self.left and not self.joined

    @cached_property
    def by_round(self) -> tuple[PlannedRound, ...]:
        """Every round with its tables."""
        return tuple(self._round(number, tables) for number, tables in enumerate(self.rounds, start=1))

    @cached_property
    def by_player(self) -> tuple[Schedule, ...]:
        """Everybody's way through the event, by number."""
        where = [
            {
                player: (table, WINDS[seat])
                for table, four in enumerate(tables, start=1)
                for seat, player in enumerate(four)
            }
            for tables in self.rounds
        ]
        return tuple(
            Schedule(number=number, name=name, seats=tuple(seats.get(number) for seats in where))
            for number, name in sorted(self.names.items())
        )

    def _round(self, number: int, tables: Sequence[Sequence[int]]) -> PlannedRound:
        seated = {player for four in tables for player in four}
        return PlannedRound(
            number=number,
            tables=tuple(
                PlannedTable(
                    number=place,
                    seats=tuple((WINDS[seat], self._name(player)) for seat, player in enumerate(four)),
                )
                for place, four in enumerate(tables, start=1)
            ),
            resting=tuple(name for player, name in sorted(self.names.items()) if player not in seated),
        )

    def _name(self, number: int) -> str:
        return self.names.get(number, f"– {number} –")


def current_plan(tournament: Tournament) -> SeatingPlan | None:
    """The plan that rounds go by, if there is one."""
    return tournament.plans.filter(superseded_by=None).first()


def seating_page(tournament: Tournament) -> SeatingPage | None:
    """The accepted plan, or None."""
    kept = current_plan(tournament)
    if kept is None:
        return None
    rounds = tuple(tuple(tuple(table) for table in tables) for tables in kept.rounds)
    players = [Player(number=number) for number in sorted(kept.numbers)]
    return _page(tournament, rounds, quality(rounds, players), kept.seed)


def proposed_plan(tournament: Tournament, *, rounds: int, seed: int) -> SeatingPage:
    """A plan for everybody who is entered, not kept. Raises ValueError for fewer than four."""
    numbers = tuple(tournament.entries.order_by("number").values_list("number", flat=True))
    made = made_plan(numbers, rounds, seed)
    return _page(tournament, made.rounds, made.quality, seed)


@lru_cache(maxsize=16)
def made_plan(numbers: tuple[int, ...], rounds: int, seed: int) -> Plan:
    """The plan for these players: seconds of work at the worst, so that accepting what was shown does not repeat it."""
    return plan([Player(number=number) for number in numbers], rounds, seed=seed)


def _page(tournament: Tournament, rounds: Rounds, counted: Quality, seed: int) -> SeatingPage:
    entries: list[Entry] = list(tournament.entries.select_related("player").order_by("number"))
    apart = told_apart(entries)
    names = {entry.number: apart[entry.pk] for entry in entries}
    planned = {player for tables in rounds for four in tables for player in four}
    return SeatingPage(
        rounds=rounds,
        quality=counted,
        seed=seed,
        names=names,
        left=tuple(sorted(planned - names.keys())),
        joined=tuple(name for number, name in sorted(names.items()) if number not in planned),
    )
