"""A seating plan as pages show it: by round and by player, with people's names."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from scoring.seats import STARTING_WINDS, Wind
from tournament.rounds.apart import Unmet
from tournament.seating.people import Round, Rounds
from tournament.seating.quality import Quality


@dataclass(frozen=True, kw_only=True)
class PlannedRound:
    """One round of a plan. For each table: the starting wind, the name and the page's path of its four players; the
    path of who no longer plays is empty. `resting` are the names of the players without a seat."""

    number: int
    tables: tuple[tuple[tuple[Wind, str, str], ...], ...]
    resting: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSeat:
    """A player's table, starting wind and opponents in one round."""

    table: int
    wind: Wind
    opponents: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """One player's seats, one for each round from the round `first` on; None in a round in which the player rests.
    `path` is the player's page."""

    number: int
    name: str
    seats: tuple[RoundSeat | None, ...]
    path: str = ""
    first: int = 1


@dataclass(frozen=True)
class PlanShown:
    """A plan with people's names. `players` are the entry numbers of the players who still play.

    `departed` are the names of players who have seats in coming rounds but no longer play. `joined` are the names of
    players who are not in the plan. `paths` are the pages of the players in `names`. `unmet` are the wishes that the
    plan does not fulfil; `reserved` is how many players have a reserved table. `seed` is None for an imported plan, and
    if the reader may not know it.

    If there are many players, `rounds` are only a part (`is_part`) of the rounds, from the round `first` on. `quality`,
    `departed`, `joined` and `unmet` are those of the whole plan.
    """

    rounds: Rounds
    quality: Quality
    seed: int | None
    is_imported: bool
    started: int
    names: dict[int, str]
    paths: dict[int, str]
    players: tuple[int, ...]
    departed: tuple[str, ...]
    joined: tuple[str, ...]
    unmet: Unmet
    reserved: int
    first: int = 1
    is_part: bool = False

    @property
    def seated(self) -> frozenset[int]:
        """Return the numbers of the players who have a seat in some round."""
        return frozenset(player for tables in self.rounds for four in tables for player in four)

    @property
    def fits(self) -> bool:
        """Whether the plan is for exactly the current players of the tournament."""
        return not self.departed and not self.joined

    @property
    def numbers(self) -> range:
        """Return the numbers of the rounds."""
        return range(self.first, self.first + len(self.rounds))

    def part(self, most: int) -> "PlanShown":
        """Return the plan with only so many rounds that all players have at most `most` seats in them: the round in
        play and those after it, or the last ones."""
        players = max(len(self.names), *(4 * len(tables) for tables in self.rounds), 1)
        count = max(most // players, 1)
        if count >= len(self.rounds):
            return self
        first = min(max(self.started, 1), len(self.rounds) - count + 1)
        return replace(
            self,
            rounds=self.rounds[first - 1 : first - 1 + count],
            first=first,
            is_part=True,
        )

    @property
    def by_round(self) -> Iterator[PlannedRound]:
        """Yield every round with its tables."""
        return (self._round(number, tables) for number, tables in zip(self.numbers, self.rounds, strict=True))

    @property
    def by_player(self) -> Iterator[Schedule]:
        """Yield every player's seats in all rounds, in the order of entry numbers."""
        # The place among all seats of the round: a number, because garbage collection stops all threads to examine
        # containers, and skips numbers.
        places = [{player: place for place, player in enumerate(chain.from_iterable(tables))} for tables in self.rounds]
        for number, name in sorted(self.names.items()):
            seats = tuple(
                self._seat(tables, taken[number]) if number in taken else None
                for tables, taken in zip(self.rounds, places, strict=True)
            )
            yield Schedule(number=number, name=name, seats=seats, path=self.paths[number], first=self.first)

    def _seat(self, tables: Round, place: int) -> RoundSeat:
        table, seat = divmod(place, 4)
        others = (self._name(player) for other, player in enumerate(tables[table]) if other != seat)
        return RoundSeat(table=table + 1, wind=STARTING_WINDS[seat], opponents=tuple(others))

    def _round(self, number: int, tables: Round) -> PlannedRound:
        seated = {player for four in tables for player in four}
        return PlannedRound(
            number=number,
            tables=tuple(
                tuple(
                    (wind, self._name(player), self.paths.get(player, ""))
                    for wind, player in zip(STARTING_WINDS, four, strict=True)
                )
                for four in tables
            ),
            resting=tuple(name for player, name in sorted(self.names.items()) if player not in seated),
        )

    def _name(self, number: int) -> str:
        return self.names.get(number, f"– {number} –")
