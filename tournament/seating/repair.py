"""Repairs a plan after players leave, enter late or do not come: finished rounds are not changed, and few other seats
change.

The result is a new plan and the differences from the old plan, so that an organizer sees the differences before
accepting the plan.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from random import Random

from tournament.seating.anneal import REMATCH, Matrix, anneal, change_tables, meet
from tournament.seating.halls import at_home
from tournament.seating.people import Avoid, Rounds, SeatedPlayer, TooFewPlayers, Wishes, pairs_to_avoid
from tournament.seating.plan import Plan, planned
from tournament.seating.winds import balance_winds, wind_counts

MATE = 30
"""Cost of a meeting of mates of weight 1; compare `REMATCH`."""

MOVED = 5
"""Cost of seating a player at another table than in the old plan, so that few seats change."""

STEPS = 1_500
"""The most clashes to examine, each against all seats of its round."""

ANNEALING = 500_000
"""The most annealing steps to plan the remaining rounds anew: a second."""

Spot = tuple[int, int]
"""Table (first is 1) and starting wind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChange:
    """A player's change of seat in one round (the first is 1). `before` or `after` is None if the player rests or is
    absent."""

    round: int
    player: int
    before: Spot | None
    after: Spot | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """The new plan, including the finished rounds, and the differences from the old plan, sorted by round and
    player."""

    plan: Plan
    changes: tuple[SeatChange, ...]


def repair(
    rounds: Rounds,
    finished: int,
    players: Sequence[SeatedPlayer],
    *,
    seed: int,
    absent: Mapping[int, AbstractSet[int]] | None = None,
    anew: bool | None = None,
    wishes: Wishes = Wishes(),  # noqa: B008 (frozen)
) -> Repair:
    """Change the rounds after the first `finished` rounds, so that the changed rounds seat exactly these players.

    Players who are in `rounds` but not in `players` have left. Each new player takes over the seats of a player who
    left, until no such seats remain. `absent` are the players who miss only some rounds, by round (the first is 1). If
    the players do not fill whole tables, the players who have rested least rest. `anew` says whether to plan the
    remaining rounds without regard to the old plan. None leaves the choice to this function: it plans them anew only if
    the repaired plan would have more rematches than the old plan. Raises TooFewPlayers.
    """
    there = {player.number for player in players}
    if any(len(there - set(away)) < 4 for away in [(), *(absent or {}).values()]):
        raise TooFewPlayers("four at a table: there are not enough players")
    random = Random(seed)  # noqa: S311 (can be repeated, not a secret)
    past, future = rounds[:finished], rounds[finished:]
    handed = _hand_over(future, players)
    names = sorted(there | {p for tables in rounds for table in tables for p in table})
    avoid = pairs_to_avoid(players, wishes)
    price = _prices(names, past, avoid)
    rows = _fill_rounds(handed, past, there, absent or {}, names, price, random)
    planned_clashes, planned_again = _clashes_planned(rounds, finished, names, avoid)
    if not anew:
        _untangle(rows, price, allowed=planned_clashes, random=random, effort=wishes.effort)
    if anew or (anew is None and len(_clashes(rows, price, above=2 * REMATCH - 1)) > planned_again):
        steps = round(wishes.effort * ANNEALING)
        anneal(rows, range(len(rows)), price, random=random, steps=steps, goal=10**9, hot=0.35, cold=0.12)
    own = {player.number: player.tables for player in players if player.tables}
    games = [
        at_home([[names[place] for place in row[s : s + 4]] for s in range(0, len(row), 4)], own, random)
        for row in rows
    ]
    seated = balance_winds(
        [[(t[0], t[1], t[2], t[3]) for t in tables] for tables, _ in games],
        wind_counts(past),
        random=random,
    )
    after = (*past, *(tuple(tables) for tables in seated))
    everybody = [*players, *(SeatedPlayer(number=name) for name in names if name not in there)]
    return Repair(plan=planned(after, everybody, seed=seed, wishes=wishes), changes=difference(rounds, after))


def _hand_over(future: Rounds, players: Sequence[SeatedPlayer]) -> list[list[list[int]]]:
    """Return the coming rounds with new players in the seats of players who left, as long as there are new players."""
    there = {player.number for player in players}
    seated = {player for tables in future for table in tables for player in table}
    fresh = [player.number for player in players if player.number not in seated]
    heirs = dict(zip(sorted(seated - there), fresh, strict=False))
    return [[[heirs.get(player, player) for player in table] for table in tables] for tables in future]


def _fill_rounds(
    future: Sequence[Sequence[Sequence[int]]],
    past: Rounds,
    there: AbstractSet[int],
    absent: Mapping[int, AbstractSet[int]],
    names: Sequence[int],
    price: Matrix,
    random: Random,
) -> list[list[int]]:
    """Return the coming rounds with full tables of present players, who are given as indexes in `names`. The meetings
    in these rounds are added to `price`."""
    index = {name: place for place, name in enumerate(names)}
    rested = {name: sum(not any(name in table for table in tables) for tables in past) for name in there}
    rows: list[list[int]] = []
    for number, tables in enumerate(future, start=len(past) + 1):
        here = there - absent.get(number, frozenset())
        row = _fill(tables, sorted(here), rested, index, price, random)
        for name in there - {names[place] for place in row}:
            rested[name] += 1
        meet(price, row)
        rows.append(row)
    return rows


def difference(before: Rounds, after: Rounds) -> tuple[SeatChange, ...]:
    """Return the changes of players' tables and winds, by round and player."""
    changes: list[SeatChange] = []
    for number, (old, new) in enumerate(zip(before, after, strict=True), start=1):
        was, now = _spots(old), _spots(new)
        changes += [
            SeatChange(round=number, player=player, before=was.get(player), after=now.get(player))
            for player in sorted(was.keys() | now.keys())
            if was.get(player) != now.get(player)
        ]
    return tuple(changes)


def _spots(tables: Sequence[Sequence[int]]) -> dict[int, Spot]:
    return {player: (number, wind) for number, table in enumerate(tables, start=1) for wind, player in enumerate(table)}


def _prices(names: Sequence[int], past: Rounds, avoid: Avoid) -> Matrix:
    """Return the cost of one more meeting of each pair of players, after the meetings in the rounds `past`. Players are
    given as indexes in `names`."""
    index = {name: place for place, name in enumerate(names)}
    price = [[0] * len(names) for _ in names]
    for player, mates in avoid.items():
        for mate, weight in mates.items():
            price[index[player]][index[mate]] = MATE * weight
    for tables in past:
        meet(price, [index[player] for table in tables for player in table])
    return price


def _fill(
    tables: Sequence[Sequence[int]],
    here: Sequence[int],
    rested: Mapping[int, int],
    index: Mapping[int, int],
    price: Matrix,
    random: Random,
) -> list[int]:
    """Complete one round for the players `here`: fill holes, remove or add tables, let up to three rest.

    The players who have rested least rest; among players who have rested equally often, those without a seat rest
    first. The table with the fewest remaining players is removed; among such tables, the last. If a table in the middle
    is removed, the game at the last table moves to its place.
    """
    present = set(here)
    seated = {player for table in tables for player in table}
    free = sorted(present - seated, key=lambda _: random.random())
    out = sorted(here, key=lambda player: (rested[player], player in seated, random.random()))[: len(here) % 4]
    filled: list[list[int | None]] = [[p if p in present and p not in out else None for p in table] for table in tables]
    free = [player for player in free if player not in out]
    while len(filled) > len(here) // 4:
        left = [sum(player is not None for player in table) for table in filled]
        chosen = min(range(len(filled)), key=lambda table: left[table] + 4 * (table < len(filled) - 1))
        free += [player for player in filled[chosen] if player is not None]
        filled[chosen] = filled[-1]
        filled.pop()
    filled += [[None] * 4 for _ in range(len(here) // 4 - len(filled))]

    holes = [(table, seat) for table in filled for seat in range(4) if table[seat] is None]
    random.shuffle(free)
    for player in free:

        def cost(hole: tuple[list[int | None], int], of: Sequence[int] = price[index[player]]) -> int:
            return sum(of[index[mate]] for mate in hole[0] if mate is not None)

        table, seat = min(holes, key=cost)
        holes.remove((table, seat))
        table[seat] = player
    return [index[player] for table in filled for player in table if player is not None]


def _untangle(rows: list[list[int]], price: Matrix, *, allowed: int, random: Random, effort: float) -> None:
    """Exchange each player who meets somebody again with another player of the same round: with the player for whom the
    exchange lowers the cost most. The `rows` are changed in place.

    The search ends when there are at most `allowed` clashes. A player who was just moved is not moved again for some
    steps (tabu search). The result is the best rows found.
    """
    home = [{player: seat >> 2 for seat, player in enumerate(row)} for row in rows]
    cost, lowest, best = 0, 0, [row[:] for row in rows]
    waits: dict[tuple[int, int], int] = {}
    clashes = _clashes(rows, price)
    steps, step = round(effort * STEPS), 0
    while len(clashes) > allowed and step < steps:
        step += 1
        number, seat = random.choice(clashes)
        row = rows[number]
        options = []
        for other in range(len(row)):
            if other >> 2 == seat >> 2 or waits.get((number, row[other]), 0) > step:
                continue
            options.append((_change(row, seat, other, price, home[number]), random.random(), other))
        if not options:
            continue
        change, _, other = min(options)
        _exchange(row, seat, other, price)
        waits[number, row[other]] = waits[number, row[seat]] = step + 8 + int(8 * random.random())
        cost += change
        if cost < lowest:
            lowest, best = cost, [row[:] for row in rows]
        clashes = _clashes(rows, price)
    for row, best_row in zip(rows, best, strict=True):
        meet(price, row, by=-REMATCH)
        meet(price, best_row)
        row[:] = best_row


def _clashes_planned(rounds: Rounds, finished: int, names: Sequence[int], avoid: Avoid) -> tuple[int, int]:
    """Return the number of clashes of the old plan in the coming rounds, and how many of them are rematches.

    With few players or large clubs, some clashes cannot be avoided. A repaired plan with at most as many clashes as the
    old plan needs no further changes.
    """
    index = {name: place for place, name in enumerate(names)}
    price = _prices(names, rounds, avoid)
    rows = [[index[player] for table in tables for player in table] for tables in rounds[finished:]]
    return len(_clashes(rows, price)), len(_clashes(rows, price, above=2 * REMATCH - 1))


def _clashes(rows: Sequence[Sequence[int]], price: Matrix, *, above: int = REMATCH) -> list[tuple[int, int]]:
    """Return the index of the round and the seat of each player in a clash: a rematch, or a meeting of two players to
    be kept apart (`Avoid`)."""
    return [
        (number, seat)
        for number, row in enumerate(rows)
        for seat, player in enumerate(row)
        if any(price[player][row[seat ^ bit]] > above for bit in (1, 2, 3))
    ]


def _change(row: Sequence[int], i: int, j: int, price: Matrix, home: Mapping[int, int]) -> int:
    """Return by how much the cost changes if the players of the seats i and j are exchanged; see `anneal`."""
    p, q = row[i], row[j]
    of_p, of_q = price[p], price[q]
    change = 6 * REMATCH
    for bit in (1, 2, 3):
        change += of_p[row[j ^ bit]] - of_p[row[i ^ bit]] + of_q[row[i ^ bit]] - of_q[row[j ^ bit]]
    moved = (home[p] != j >> 2) + (home[q] != i >> 2) - (home[p] != i >> 2) - (home[q] != j >> 2)
    return change + MOVED * moved


def _exchange(row: list[int], i: int, j: int, price: Matrix) -> None:
    mates_of_p, mates_of_q = ((row[seat ^ 1], row[seat ^ 2], row[seat ^ 3]) for seat in (i, j))
    change_tables(price, row[i], row[j], mates_of_p, mates_of_q)
    row[i], row[j] = row[j], row[i]
