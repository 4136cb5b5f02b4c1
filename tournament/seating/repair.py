"""A plan after somebody has left, come late or not shown up: finished rounds stay, and few other seats change.

The new plan is a value like the old one, with the difference between them: shown, accepted or not, and undone by
keeping the old.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from random import Random

from tournament.seating.anneal import REMATCH, Matrix, anneal, meet
from tournament.seating.halls import at_home
from tournament.seating.people import Avoid, Player, Rounds, TooFewPlayers, Wishes, pairs_to_avoid
from tournament.seating.plan import Plan, planned
from tournament.seating.search import Search, Watch
from tournament.seating.winds import balance_winds, wind_counts

MATE = 30
"""What a meeting of mates costs, times its weight, against `REMATCH`."""

MOVED = 5
"""What a player away from the table of the old plan costs: only what must change changes."""

STEPS = 1_500
"""Conflicts looked at, each against all seats of its round."""

ANNEALING = 500_000
"""Steps of a planning anew: a second."""

Spot = tuple[int, int]
"""Table (first is 1) and starting wind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One player's other seat in one round (first is 1); None is a rest, or not being there."""

    round: int
    player: int
    before: Spot | None
    after: Spot | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """The whole plan anew, finished rounds included, and what differs from the old one, by round and player."""

    plan: Plan
    changes: tuple[Change, ...]


def repair(
    rounds: Rounds,
    finished: int,
    players: Sequence[Player],
    *,
    seed: int,
    absent: Mapping[int, AbstractSet[int]] | None = None,
    anew: bool | None = None,
    wishes: Wishes = Wishes(),  # noqa: B008 (frozen)
    watch: Watch | None = None,
) -> Repair:
    """Change the rounds after the `finished` ones so that they seat just these players.

    Who is in `rounds` but not in `players` has left; who is only in `players` comes new and takes the plan of one who
    left, as a substitute does, if there is one. `absent` are those not there in a single round (first is 1). Where
    tables are not full, those rest who rested least. `anew` plans the rest with no regard to the old plan, or
    never does; if it is not said, only where somebody would meet again otherwise. Raises TooFewPlayers.
    """
    there = {player.number for player in players}
    if any(len(there - set(away)) < 4 for away in [(), *(absent or {}).values()]):
        raise TooFewPlayers("four at a table: there are not enough players")
    random = Random(seed)  # noqa: S311 (can be repeated, not a secret)
    search = Search(watch, effort=wishes.effort)
    past, future = rounds[:finished], rounds[finished:]
    handed = _hand_over(future, players)
    names = sorted(there | {p for tables in rounds for table in tables for p in table})
    avoid = pairs_to_avoid(players, wishes)
    price = _prices(names, past, avoid)
    rows = _fill_rounds(handed, past, there, absent or {}, names, price, random)
    planned_clashes, planned_again = _clashes_planned(rounds, finished, names, avoid)
    if not anew:
        _untangle(rows, price, allowed=planned_clashes, random=random, search=search)
    if anew or (anew is None and len(_clashes(rows, price, dearer=2 * REMATCH - 1)) > planned_again):
        steps = search.steps(ANNEALING)
        anneal(
            rows, range(len(rows)), price, random=random, search=search, steps=steps, goal=10**9, hot=0.35, cold=0.12
        )
    own = {player.number: player.tables for player in players if player.tables}
    games = [
        at_home([[names[place] for place in row[s : s + 4]] for s in range(0, len(row), 4)], own, random)
        for row in rows
    ]
    seated = balance_winds(
        [[(t[0], t[1], t[2], t[3]) for t in tables] for tables, _ in games],
        wind_counts(past),
        fixed={player.number: player.wind for player in players if player.wind is not None},
        random=random,
    )
    after = (*past, *(tuple(tables) for tables in seated))
    everybody = [*players, *(Player(number=name) for name in names if name not in there)]
    return Repair(plan=planned(after, everybody, seed=seed, wishes=wishes), changes=difference(rounds, after))


def _hand_over(future: Rounds, players: Sequence[Player]) -> list[list[list[int]]]:
    """The rounds to come, each who left replaced by one who comes new, as far as there are any."""
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
    """The rounds to come with full tables of those who are there, as places in `names`; counted in `price`."""
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


def difference(before: Rounds, after: Rounds) -> tuple[Change, ...]:
    """Everybody whose table or wind is another one, round by round."""
    changes: list[Change] = []
    for number, (old, new) in enumerate(zip(before, after, strict=True), start=1):
        was, now = _spots(old), _spots(new)
        changes += [
            Change(round=number, player=player, before=was.get(player), after=now.get(player))
            for player in sorted(was.keys() | now.keys())
            if was.get(player) != now.get(player)
        ]
    return tuple(changes)


def _spots(tables: Sequence[Sequence[int]]) -> dict[int, Spot]:
    return {player: (number, wind) for number, table in enumerate(tables, start=1) for wind, player in enumerate(table)}


def _prices(names: Sequence[int], past: Rounds, avoid: Avoid) -> Matrix:
    """What one more meeting of two costs, by their places in `names`, before the rounds to come."""
    index = {name: place for place, name in enumerate(names)}
    price = [[0] * len(names) for _ in names]
    for one, mates in avoid.items():
        for other, weight in mates.items():
            price[index[one]][index[other]] = MATE * weight
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
    """One round for all who are here, as places: holes filled, tables dissolved or added, one to three resting.

    Those rest who rested least, of them rather one who has no seat anyway. A table is dissolved that has few
    players left; rather the last one, or else its game takes that table's number.
    """
    present = set(here)
    seated = {player for table in tables for player in table}
    free = sorted(present - seated, key=lambda _: random.random())
    out = sorted(here, key=lambda player: (rested[player], player in seated, random.random()))[: len(here) % 4]
    kept: list[list[int | None]] = [[p if p in present and p not in out else None for p in table] for table in tables]
    free = [player for player in free if player not in out]
    while len(kept) > len(here) // 4:
        left = [sum(player is not None for player in table) for table in kept]
        chosen = min(range(len(kept)), key=lambda table: left[table] + 4 * (table < len(kept) - 1))
        free += [player for player in kept[chosen] if player is not None]
        kept[chosen] = kept[-1]
        kept.pop()
    kept += [[None] * 4 for _ in range(len(here) // 4 - len(kept))]

    holes = [(table, seat) for table in kept for seat in range(4) if table[seat] is None]
    random.shuffle(free)
    for player in free:

        def cost(hole: tuple[list[int | None], int], of: Sequence[int] = price[index[player]]) -> int:
            return sum(of[index[mate]] for mate in hole[0] if mate is not None)

        table, seat = min(holes, key=cost)
        holes.remove((table, seat))
        table[seat] = player
    return [index[player] for table in kept for player in table if player is not None]


def _untangle(rows: list[list[int]], price: Matrix, *, allowed: int, random: Random, search: Search) -> None:
    """Exchange players who meet again, in place, with the one of their round who makes it best; no more than need be.

    Ends when there are no more clashes than `allowed`. Who was just moved stays for a while, so as not to move back;
    the best rows on the way are kept.
    """
    home = [{player: seat >> 2 for seat, player in enumerate(row)} for row in rows]
    cost, lowest, best = 0, 0, [row[:] for row in rows]
    waits: dict[tuple[int, int], int] = {}
    clashes = _clashes(rows, price)
    steps, step = search.steps(STEPS), 0
    while len(clashes) > allowed and search.goes_on("conflicts", step=step, steps=steps, cost=len(clashes)):
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
    for row, kept in zip(rows, best, strict=True):
        meet(price, row, by=-REMATCH)
        meet(price, kept)
        row[:] = kept


def _clashes_planned(rounds: Rounds, finished: int, names: Sequence[int], avoid: Avoid) -> tuple[int, int]:
    """How many clashes the old plan had in the rounds to come, and how many of them were rematches.

    Some must be, in small fields and large clubs; a repair that has no more need change nothing else.
    """
    index = {name: place for place, name in enumerate(names)}
    price = _prices(names, rounds, avoid)
    rows = [[index[player] for table in tables for player in table] for tables in rounds[finished:]]
    return len(_clashes(rows, price)), len(_clashes(rows, price, dearer=2 * REMATCH - 1))


def _clashes(rows: Sequence[Sequence[int]], price: Matrix, *, dearer: int = REMATCH) -> list[tuple[int, int]]:
    """Round and seat of everybody who meets somebody there whom they meet more than once in all, or should not."""
    return [
        (number, seat)
        for number, row in enumerate(rows)
        for seat, player in enumerate(row)
        if any(price[player][row[seat ^ bit]] > dearer for bit in (1, 2, 3))
    ]


def _change(row: Sequence[int], i: int, j: int, price: Matrix, home: Mapping[int, int]) -> int:
    """What it costs more to exchange the players of two seats: see `anneal`."""
    p, q = row[i], row[j]
    of_p, of_q = price[p], price[q]
    change = 6 * REMATCH
    for bit in (1, 2, 3):
        change += of_p[row[j ^ bit]] - of_p[row[i ^ bit]] + of_q[row[i ^ bit]] - of_q[row[j ^ bit]]
    moved = (home[p] != j >> 2) + (home[q] != i >> 2) - (home[p] != i >> 2) - (home[q] != j >> 2)
    return change + MOVED * moved


def _exchange(row: list[int], i: int, j: int, price: Matrix) -> None:
    for seat, player in ((i, row[i]), (j, row[j])):
        for bit in (1, 2, 3):
            mate = row[seat ^ bit]
            price[player][mate] -= REMATCH
            price[mate][player] -= REMATCH
    row[i], row[j] = row[j], row[i]
    for seat, player in ((i, row[i]), (j, row[j])):
        for bit in (1, 2, 3):
            mate = row[seat ^ bit]
            price[player][mate] += REMATCH
            price[mate][player] += REMATCH
