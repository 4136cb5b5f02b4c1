"""Assigns tables of the hall: players sit at as many different tables as possible, except players with reserved
tables."""

from collections.abc import Callable, Mapping, Sequence
from math import exp
from random import Random

from tournament.seating.designs import FEWEST_REPEATS_KNOWN, Groups

STEPS = 1_500_000
"""The most exchanges of two games to try, which takes under a second for 44 players. No exchange is tried if nobody
sits twice at a table."""

TURNS = 32
"""The most turns per seat of the plan; in a turn, one round is changed by `SWEEPS` sweeps."""

BATCH = 1_000
"""Number of steps of simulated annealing between two updates of its temperature."""

SWEEPS = 3
"""Number of sweeps over all pairs of games in one turn of a round; computing the pairs' prices takes as long as two
sweeps."""

AGAIN: tuple[int, ...] = tuple(round(10 * visits**1.3) for visits in range(200))
"""Cost of one more visit to a table, by the number of earlier visits to it. The cost rises, so that repeats are spread
over players and tables."""


def assign_tables(
    rounds: Sequence[Groups],
    own: Mapping[int, frozenset[int]],
    *,
    random: Random,
    effort: float,
) -> list[Groups]:
    """Assign the games of each round to tables of the hall, so that players seldom return to a table where they sat
    before.

    `own` are the reserved tables (the first is 1) of some players, by player.
    """
    ordered = [at_home(groups, own, random) for groups in rounds]
    rows = [tables for tables, _ in ordered]
    free = [spots for _, spots in ordered]
    most = max(len(tables) for tables in rows)
    visits = {player: [0] * most for tables in rows for table in tables for player in table}
    for tables in rows:
        for number, table in enumerate(tables):
            for player in table:
                visits[player][number] += 1
    touring = [counts for player, counts in visits.items() if player not in own and max(counts) > 1]
    cost = sum(sum(AGAIN[:n]) for counts in touring for n in counts)
    if not cost:
        return rows
    known = 0 if own else FEWEST_REPEATS_KNOWN.get(len(visits), {}).get(len(rounds), 0)
    goal = max(AGAIN[1] * known, sum(_fewest(counts) for counts in touring))
    if any(len(spots) < len(tables) for tables, spots in ordered):
        goal = 0  # no lower bound is known, because opponents of a player with a reserved table share that table
    return _swap_tables(rows, free, visits, cost=cost, goal=goal, random=random, effort=effort)


def _swap_tables(
    rows: list[Groups],
    free: Sequence[Sequence[int]],
    visits: dict[int, list[int]],
    *,
    cost: int,
    goal: int,
    random: Random,
    effort: float,
) -> list[Groups]:
    """Improve `rows` by annealing one round at a time, until the cost is `goal` or the steps are used up. Return the
    best rows found."""
    uniform = random.random
    tolls = {player: [AGAIN[n] for n in counts] for player, counts in visits.items()}
    lowest, best = cost, [list(row) for row in rows]
    movable = [index for index, spots in enumerate(free) if len(spots) > 1]
    a_turn = SWEEPS * max([len(spots) * (len(spots) - 1) // 2 for spots in free], default=0)
    seats = sum(len(row) * 4 for row in rows)
    hot, cold = (12.0, 4.0) if len(rows[0]) < 8 else (6.0, 4.0)  # with few tables a local minimum is harder to leave
    steps, step = round(effort * min(STEPS, TURNS * seats * a_turn)), 0
    while movable and lowest > goal and step < steps:
        heat = hot * (cold / hot) ** (step / steps)
        chances = [exp(-change / heat) for change in range(int(9 * heat))]
        for _ in range(1 + BATCH // a_turn):
            index = movable[int(uniform() * len(movable))]
            cost += _sweep(rows[index], free[index], visits, tolls, chances, uniform)
            if cost < lowest:
                lowest, best = cost, [list(row) for row in rows]
                if lowest <= goal:
                    break
            step += a_turn
    return best


def _sweep(
    row: Groups,
    spots: Sequence[int],
    visits: dict[int, list[int]],
    tolls: dict[int, list[int]],
    chances: Sequence[float],
    uniform: Callable[[], float],
) -> int:
    """Exchange games of one round between the tables `spots` by changing `row`; return by how much the cost rose.

    `tolls` are the costs of one more visit, by player and table. A change that raises the cost by n is accepted with
    the probability `chances[n]`.
    """
    # This loop takes most of the time of a search. The cost of a game at each table depends only on the visits in the
    # other rounds, not on exchanges in this round, so it is added up once.
    price = {}
    for here in spots:
        p, q, r, s = row[here]
        of = [a + b + c + d for a, b, c, d in zip(tolls[p], tolls[q], tolls[r], tolls[s], strict=True)]
        of[here] = sum([AGAIN[visits[player][here] - 1] for player in row[here]])
        price[here] = of
    came = list(range(len(row)))  # by table: the table where its current game was at first
    limit = len(chances)
    rise = 0
    for _ in range(SWEEPS):
        for place, here in enumerate(spots):
            of = price[here]
            stays = of[here]
            for there in spots[:place]:
                other = price[there]
                change = of[there] + other[here] - stays - other[there]
                if change >= limit or (change > 0 and uniform() > chances[change]):
                    continue
                price[here], price[there] = other, of
                of = other
                stays = of[here]
                came[here], came[there] = came[there], came[here]
                rise += change
    games = row[:]
    for here, there in enumerate(came):
        if here == there:
            continue
        row[here] = games[there]
        for player in games[there]:
            of_player, toll = visits[player], tolls[player]
            of_player[there] -= 1
            of_player[here] += 1
            toll[there], toll[here] = AGAIN[of_player[there]], AGAIN[of_player[here]]
    return rise


def at_home(groups: Groups, own: Mapping[int, frozenset[int]], random: Random) -> tuple[Groups, list[int]]:
    """Order a round so that players with reserved tables sit at one of their reserved tables. Return the round, and the
    indexes of all other tables: games at these tables may be exchanged.

    If not all these players can sit at a reserved table, as many as possible do.
    """
    row = list(groups)
    if not own:
        return row, list(range(len(row)))
    home: dict[int, int] = {}  # the table of a game, by the game's index
    holds: dict[int, int] = {}  # the game at a table

    def seat(game: int, tried: set[int]) -> bool:
        """Find a table for this game, by an augmenting path in the matching of games and tables."""
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
    # The other games keep their table if it is free: a design gives each game its table.
    staying = {game for game in range(len(row)) if game not in home and game not in holds}
    games = iter([game for game in range(len(row)) if game not in home and game not in staying])
    laid = [row[holds[t]] if t in holds else row[t] if t in staying else row[next(games)] for t in range(len(row))]
    return laid, [table for table in range(len(row)) if table not in holds]


def _fewest(counts: Sequence[int]) -> int:
    """Return the lowest possible cost of one player's visits to tables (`counts`, by table): the cost if the same
    number of visits were spread evenly over all tables."""
    each, more = divmod(sum(counts), len(counts))
    return (len(counts) - more) * sum(AGAIN[:each]) + more * sum(AGAIN[: each + 1])
