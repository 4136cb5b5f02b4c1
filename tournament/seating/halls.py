"""Which table of the hall a game is played at: everybody often at another one, some always at their own."""

from collections.abc import Mapping, Sequence
from math import exp
from random import Random

from tournament.seating.designs import Groups
from tournament.seating.search import Search

STEPS = 3_000
"""For each seat of the plan, but no more than `MOST_STEPS`: about a second; none where nobody is at a table twice."""

MOST_STEPS = 800_000

BATCH = 500

AGAIN: tuple[int, ...] = tuple(round(10 * visits**1.3) for visits in range(200))
"""What a visit costs after so many to the same table: revisits are spread, not piled up."""


def assign_tables(
    rounds: Sequence[Groups],
    own: Mapping[int, frozenset[int]],
    *,
    random: Random,
    search: Search,
    before: Sequence[Sequence[Sequence[int]]] = (),
) -> list[Groups]:
    """The games of each round in the order of the hall, few players at a table again, the visit after the next dearer.

    `own` are the tables (first is 1) that some players may sit at. Rounds `before` count, and stay as they are.
    """
    ordered = [at_home(groups, own, random) for groups in rounds]
    rows = [tables for tables, _ in ordered]
    free = [spots for _, spots in ordered]
    most = max([len(tables) for tables in [*before, *rows]], default=0)
    visits = {player: [0] * most for tables in [*before, *rows] for table in tables for player in table}
    for tables in [*before, *rows]:
        for number, table in enumerate(tables):
            for player in table:
                visits[player][number] += 1
    cost = sum(sum(AGAIN[:n]) for player, counts in visits.items() if player not in own for n in counts if n > 1)
    goal = sum(_fewest(counts) for player, counts in visits.items() if player not in own)
    if not before and any(len(spots) < len(tables) for tables, spots in ordered):
        goal = 0  # who meets somebody at home is there again; no bound is known
    return _swap_tables(rows, free, visits, cost=cost, goal=goal, random=random, search=search)


def _swap_tables(
    rows: list[Groups],
    free: Sequence[Sequence[int]],
    visits: dict[int, list[int]],
    *,
    cost: int,
    goal: int,
    random: Random,
    search: Search,
) -> list[Groups]:
    uniform = random.random
    seats = sum(len(row) * 4 for row in rows)
    lowest, best = cost, [list(row) for row in rows]
    movable = [index for index, spots in enumerate(free) if len(spots) > 1]
    steps, step, hot, cold = search.steps(min(MOST_STEPS, STEPS * seats)), 0, 10.0, 2.0
    while movable and lowest > goal and search.goes_on("tables", step=step, steps=steps, cost=lowest):
        heat = hot * (cold / hot) ** (step / steps)
        for _ in range(BATCH):
            index = movable[int(uniform() * len(movable))]
            row, spots = rows[index], free[index]
            here, there = spots[int(uniform() * len(spots))], spots[int(uniform() * len(spots))]
            if here == there:
                continue
            change = 0
            for player in row[here]:
                of_player = visits[player]
                change += AGAIN[of_player[there]] - AGAIN[of_player[here] - 1]
            for player in row[there]:
                of_player = visits[player]
                change += AGAIN[of_player[here]] - AGAIN[of_player[there] - 1]
            if change > 0 and (change > 9 * heat or uniform() > exp(-change / heat)):
                continue
            for player in row[here]:
                visits[player][here] -= 1
                visits[player][there] += 1
            for player in row[there]:
                visits[player][there] -= 1
                visits[player][here] += 1
            row[here], row[there] = row[there], row[here]
            cost += change
            if cost < lowest:
                lowest, best = cost, [list(row) for row in rows]
                if lowest <= goal:
                    break
        step += BATCH
    return best


def at_home(groups: Groups, own: Mapping[int, frozenset[int]], random: Random) -> tuple[Groups, list[int]]:
    """The round with everybody who has tables of their own at one of them, and the tables that are still free to swap.

    Where two at one table, or at several, cannot all be at home, the most are.
    """
    row = list(groups)
    home: dict[int, int] = {}  # the table of a game, by the game's index
    holds: dict[int, int] = {}  # the game at a table

    def seat(game: int, tried: set[int]) -> bool:
        """An augmenting path of the matching between games and tables."""
        wishes = [own[player] for player in row[game] if player in own]
        tables = sorted(frozenset.intersection(*wishes) or wishes[0])
        random.shuffle(tables)
        for number in tables:
            table = number - 1
            if table in tried or table >= len(row):
                continue
            tried.add(table)
            if table not in holds or seat(holds[table], tried):
                holds[table], home[game] = game, table
                return True
        return False

    for game, table in enumerate(row):
        if any(player in own for player in table):
            seat(game, set())
    # What is not held keeps its place if it can: a design gives each game its table.
    kept = {game for game in range(len(row)) if game not in home and game not in holds}
    games = iter([game for game in range(len(row)) if game not in home and game not in kept])
    laid = [row[holds[t]] if t in holds else row[t] if t in kept else row[next(games)] for t in range(len(row))]
    return laid, [table for table in range(len(row)) if table not in holds]


def _fewest(counts: Sequence[int]) -> int:
    """The cost of as many games spread over all tables."""
    each, more = divmod(sum(counts), len(counts))
    return (len(counts) - more) * sum(AGAIN[:each]) + more * sum(AGAIN[: each + 1])
