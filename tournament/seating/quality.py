"""Quality of a plan, counted only from the seats of the plan, with bounds that no plan can beat.

The counts do not depend on how the plan was made. So the counts also judge imported plans and rounds that were played,
and check our own plans.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import combinations
from json import dumps
from typing import Any, Literal

from tournament.seating.designs import (
    FEWEST_KNOWN,
    FEWEST_REPEATS_KNOWN,
    rounds_without_rematch,
    rounds_without_table_again,
)
from tournament.seating.people import Rounds, SeatedPlayer, Wishes, fewest_pairs, members_by_group

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clashes:
    """How often members of the same group meet, for one kind of group (teams, clubs or countries): in total
    (`meetings`) and in each round (`by_round`). `fewest` is the lowest total that any plan can have."""

    kind: str
    meetings: int
    fewest: int
    by_round: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """Counts over a plan; `fewest_…` is a lower bound for any plan of this size.

    * `rematches`: meetings of each pair after its first, added up. `best_known` is the lowest number in any known plan,
      None if the players changed between rounds.
    * `known_free`: how many rounds without a rematch are known to be possible.
    * `table_repeats`: visits of each player to the same table after the first, added up, without players who have
      reserved tables. `best_known_repeats` is the lowest number in any known plan, None if no plan is known or some
      tables are reserved.
    * `wind_spread`: the largest difference, over all players, between a player's games as the most frequent wind and
      games as the least frequent wind. `off_winds` is the number of players whose difference is above 1.
    * `broken_blocks`: how often a player lacked a wind in games 1 to 4, 5 to 8 and so on.
    * `away_from_home`: how often a player sits away from a reserved table.
    * `connected`: whether all players are connected through opponents and their opponents.
    * `strangers`: the number of pairs who neither meet nor share an opponent.
    """

    players: int
    rounds: int
    rematches: int
    fewest_rematches: int
    best_known: int | None
    known_free: int
    most_meetings: int
    wind_spread: int
    off_winds: int
    broken_blocks: int
    table_repeats: int
    fewest_table_repeats: int
    best_known_repeats: int | None
    most_visits: int
    clashes: tuple[Clashes, ...]
    forbidden_met: int
    away_from_home: int
    most_rests: int
    fewest_rests: int
    connected: bool
    strangers: int
    hash: str

    @property
    def verdict(self) -> str:
        """The main counts in one line, as printed under a plan: "0 rematches, winds ±1, 0 table repeats"."""
        return f"{self.rematches} rematches, winds ±{self.wind_spread}, {self.table_repeats} table repeats"

    def to_json(self) -> Json:
        """Return all counts under their names, and the verdict."""
        return asdict(self) | {"verdict": self.verdict}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanFault:
    """A fault that makes rounds unplayable: its kind, the round and the table (the first is 1; table 0 is the whole
    round), and the player."""

    kind: Literal["not_four", "twice", "unknown", "gap"]
    round: int
    table: int
    player: int | None = None


def plan_hash(rounds: Rounds) -> str:
    """Return the SHA-256 in hex over the plan as JSON without spaces, [[[East, South, West, North], …tables], …rounds].

    If the hash is published before the draw that gives each player a number, it proves afterwards that the plan was not
    changed.

    >>> plan_hash((((1, 2, 3, 4),),))[:16]
    '9eecc85bfa50cd69'
    """
    return sha256(dumps(rounds, separators=(",", ":")).encode()).hexdigest()


def faults(rounds: Sequence[Sequence[Sequence[int]]], numbers: Sequence[int]) -> list[PlanFault]:
    """Return the faults that make these rounds unplayable; empty for a good plan.

    Each table must have four players, all of them in `numbers`, and nobody may sit at two tables in a round. A player
    who rests is not a fault.
    """
    known = set(numbers)
    plan_faults: list[PlanFault] = []
    for number, tables in enumerate(rounds, start=1):
        seen: set[int] = set()
        if not tables:
            plan_faults.append(PlanFault(kind="gap", round=number, table=0))
        for place, table in enumerate(tables, start=1):
            if len(table) != 4:
                plan_faults.append(PlanFault(kind="not_four", round=number, table=place))
            for player in table:
                if player not in known:
                    plan_faults.append(PlanFault(kind="unknown", round=number, table=place, player=player))
                elif player in seen:
                    plan_faults.append(PlanFault(kind="twice", round=number, table=place, player=player))
                seen.add(player)
    return plan_faults


def quality(rounds: Rounds, players: Sequence[SeatedPlayer], wishes: Wishes = Wishes()) -> Quality:  # noqa: B008
    """Count the quality of rounds without `faults`. Players in the rounds who are not in `players`, because they left,
    still count for meetings and winds."""
    numbers = sorted({player.number for player in players} | {p for r in rounds for table in r for p in table})
    met = _meetings(rounds)
    winds = {number: [0, 0, 0, 0] for number in numbers}
    visits: dict[tuple[int, int], int] = {}
    for tables in rounds:
        for place, table in enumerate(tables, start=1):
            for wind, player in enumerate(table):
                winds[player][wind] += 1
                visits[player, place] = visits.get((player, place), 0) + 1
    at_home = {player.number: player.tables for player in players if player.tables}
    spreads = [max(counts) - min(counts) for counts in winds.values()]
    rests = [len(rounds) - sum(winds[player.number]) for player in players]
    repeats = [count for (player, _), count in visits.items() if count > 1 and player not in at_home]
    most_tables = max((len(tables) for tables in rounds), default=0)
    games = [len(tables) for tables in rounds]
    fewest = max(0, 6 * sum(games) - len(numbers) * (len(numbers) - 1) // 2)
    whole = len(set(games)) == 1 and games[0] == len(numbers) // 4
    known_free = rounds_without_rematch(4 * games[0]) if whole else 0
    known = FEWEST_KNOWN.get(len(numbers), {}).get(len(rounds), fewest)
    connected, strangers = _acquaintance(numbers, rounds)
    return Quality(
        players=len(numbers),
        rounds=len(rounds),
        rematches=sum(count - 1 for count in met.values()),
        fewest_rematches=fewest,
        best_known=known if whole and len(numbers) % 4 == 0 else 0 if len(rounds) <= known_free else None,
        known_free=known_free,
        most_meetings=max(met.values(), default=0),
        wind_spread=max(spreads, default=0),
        off_winds=sum(spread > 1 for spread in spreads),
        broken_blocks=_broken_blocks(rounds),
        table_repeats=sum(count - 1 for count in repeats),
        fewest_table_repeats=sum(
            max(0, sum(counts) - most_tables) for number, counts in winds.items() if number not in at_home
        ),
        best_known_repeats=(
            _best_known_repeats(4 * games[0], len(rounds)) if whole and not at_home and len(numbers) % 4 == 0 else None
        ),
        most_visits=max(repeats, default=1),
        clashes=tuple(_clashes(rounds, players, kind) for kind in wishes.apart if members_by_group(players, kind)),
        forbidden_met=sum(met.get((min(pair), max(pair)), 0) for pair in wishes.forbidden if len(pair) == 2),
        away_from_home=sum(
            count for (player, table), count in visits.items() if player in at_home and table not in at_home[player]
        ),
        most_rests=max(rests, default=0),
        fewest_rests=min(rests, default=0),
        connected=connected,
        strangers=strangers,
        hash=plan_hash(rounds),
    )


def _best_known_repeats(players: int, rounds: int) -> int | None:
    if rounds <= rounds_without_table_again(players):
        return 0
    return FEWEST_REPEATS_KNOWN.get(players, {}).get(rounds)


def _meetings(rounds: Rounds) -> dict[tuple[int, int], int]:
    """Number of meetings by pair, the smaller number first; pairs that never met are left out."""
    met: dict[tuple[int, int], int] = {}
    for tables in rounds:
        for table in tables:
            for pair in combinations(sorted(table), 2):
                met[pair] = met.get(pair, 0) + 1
    return met


def _broken_blocks(rounds: Rounds) -> int:
    """Number of blocks in which the player lacks a wind. A block is one player's games 1 to 4, 5 to 8 and so on."""
    sat: dict[int, list[int]] = {}
    for tables in rounds:
        for table in tables:
            for wind, player in enumerate(table):
                sat.setdefault(player, []).append(wind)
    return sum(
        len(set(winds[start : start + 4])) < 4 for winds in sat.values() for start in range(0, len(winds) - 3, 4)
    )


def _clashes(rounds: Rounds, players: Sequence[SeatedPlayer], kind: str) -> Clashes:
    groups = members_by_group(players, kind)
    group = {number: name for name, numbers in groups.items() for number in numbers}
    by_round = []
    for tables in rounds:
        here = 0
        for table in tables:
            names = [group[player] for player in table if player in group]
            here += sum(first == second for first, second in combinations(names, 2))
        by_round.append(here)
    return Clashes(kind=kind, meetings=sum(by_round), fewest=_fewest_clashes(rounds, groups), by_round=tuple(by_round))


def _fewest_clashes(rounds: Rounds, groups: Mapping[str, Sequence[int]]) -> int:
    """Return a lower bound of the meetings of mates: the larger of two bounds.

    First, in a round in which a group has more members than there are tables, some of them have to meet. Second, over
    all rounds only a known number of pairs never meet; if there are more pairs of mates than this number, the remaining
    pairs of mates have to meet.
    """
    crowded = 0
    for tables in rounds:
        playing = {player for table in tables for player in table}
        for members in groups.values():
            crowded += fewest_pairs(len(playing.intersection(members)), len(tables))
    met = _meetings(rounds)
    everybody = len({player for pair in met for player in pair} | {p for members in groups.values() for p in members})
    never_meet = everybody * (everybody - 1) // 2 - len(met)
    mates = sum(len(members) * (len(members) - 1) // 2 for members in groups.values())
    return max(crowded, mates - never_meet)


def _acquaintance(numbers: Sequence[int], rounds: Rounds) -> tuple[bool, int]:
    """Return whether all players are connected through opponents, and the number of pairs who neither meet nor share an
    opponent."""
    opponents = {number: 1 << place for place, number in enumerate(numbers)}  # bits of the player and of all opponents
    tables = [table for of_round in rounds for table in of_round]
    for table, bits in _united(tables, dict(opponents)):
        for player in table:
            opponents[player] |= bits
    familiar = dict(opponents)  # also the opponents of opponents
    for table, bits in _united(tables, opponents):
        for player in table:
            familiar[player] |= bits
    reached, grown = opponents[numbers[0]] if numbers else 0, 0
    while reached != grown:
        grown = reached
        for bits in opponents.values():
            if bits & reached:
                reached |= bits
    strangers = (len(numbers) ** 2 - sum(bits.bit_count() for bits in familiar.values())) // 2
    return reached == (1 << len(numbers)) - 1, strangers


def _united(tables: Sequence[Sequence[int]], sets: Mapping[int, int]) -> Iterator[tuple[Sequence[int], int]]:
    """Yield each table with the union of its four players' sets. `sets` has a set for each player: an integer with a
    bit for each member."""
    for table in tables:
        bits = 0
        for player in table:
            bits |= sets[player]
        yield table, bits
