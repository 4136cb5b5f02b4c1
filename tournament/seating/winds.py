"""Starting winds: each player has each wind once in every four games, independently of who meets whom.

Players and games are the two sides of a graph whose edges are seats. To find the four winds, the edges are split evenly
into two halves, and each half once more. (This is de Werra's equitable colouring, by walks along paired edges.) The
method is exact and takes linear time.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations
from random import Random

from tournament.seating.draw import Table
from tournament.seating.people import Round

PASSES = 60
ORDERS = tuple(permutations(range(4)))


def even_winds(rounds: Sequence[Sequence[Sequence[int]]], *, random: Random) -> list[list[Table]]:
    """Seat the tables of all rounds so that a player has each wind once in every four games.

    If a player's number of games is not a multiple of four, no wind repeats in the remaining one to three games.
    """
    games = [table for tables in rounds for table in tables]
    edges: list[tuple[int, int]] = []  # (block, game): a player's four games, one game; edge 4g + n: seat n of game g
    block: dict[tuple[int, int], int] = {}
    played: dict[int, int] = {}
    for number, table in enumerate(games):
        for player in table:
            turn = played[player] = played.get(player, -1) + 1
            edges.append((block.setdefault((player, turn // 4), len(block)), number))
    sides = [vertex for vertex, _ in edges], [game for _, game in edges]
    winds = [0] * len(edges)
    for wind, half in enumerate(_split(sides, range(len(edges)), random)):
        for quarter, seats in enumerate(_split(sides, half, random)):
            for seat in seats:
                winds[seat] = 2 * wind + quarter
    seated: list[Table] = []
    for number, table in enumerate(games):
        order = dict(zip(winds[4 * number : 4 * number + 4], table, strict=True))
        seated.append((order[0], order[1], order[2], order[3]))
    laid = iter(seated)
    return [[next(laid) for _ in tables] for tables in rounds]


def balance_winds(
    rounds: Sequence[Sequence[Table]], before: Mapping[int, Sequence[int]], *, random: Random
) -> list[list[Table]]:
    """Change seats within tables until winds are even over past and coming rounds, at most `PASSES` times.

    `before` counts the past games of each player by wind.
    """
    counts = {p: list(before.get(p, (0, 0, 0, 0))) for tables in rounds for table in tables for p in table}
    for tables in rounds:
        for table in tables:
            for wind, player in enumerate(table):
                counts[player][wind] += 1
    seated = [list(tables) for tables in rounds]
    spots = [(index, place) for index, tables in enumerate(seated) for place in range(len(tables))]
    for _ in range(PASSES):
        if all(_spread(of_player) <= 1 for of_player in counts.values()):
            break
        random.shuffle(spots)
        for index, place in spots:
            table = seated[index][place]
            settled = all(_spread(counts[p]) <= 1 for p in table)
            if settled and random.random() < 0.9:  # usually skip a settled table, so that few seats change
                continue
            for wind, player in enumerate(table):
                counts[player][wind] -= 1
            seated[index][place] = table = seat_table(table, counts, random=random)
            for wind, player in enumerate(table):
                counts[player][wind] += 1
    return seated


def seat_table(table: Sequence[int], counts: Mapping[int, Sequence[int]], *, random: Random) -> Table:
    """Seat one table so that the winds of the four players are as even as possible. `counts` has the past games of each
    player by wind. A draw decides between equally good seatings.

    The sum of the squared counts is minimized, so that one large difference is worse than two small ones.
    """
    cost = [[2 * counts[p][wind] for wind in range(4)] for p in table]
    totals = [sum(cost[place][wind] for place, wind in enumerate(order)) for order in ORDERS]
    lowest = min(totals)
    order = random.choice([order for order, total in zip(ORDERS, totals, strict=True) if total == lowest])
    seats = dict(zip(order, table, strict=True))
    return seats[0], seats[1], seats[2], seats[3]


def wind_counts(rounds: Sequence[Round]) -> dict[int, list[int]]:
    """Number of games of each player as East, South, West and North."""
    counts: dict[int, list[int]] = {}
    for tables in rounds:
        for table in tables:
            for wind, player in enumerate(table):
                counts.setdefault(player, [0, 0, 0, 0])[wind] += 1
    return counts


def _spread(counts: Sequence[int]) -> int:
    return max(counts) - min(counts)


def _split(sides: tuple[list[int], list[int]], chosen: Sequence[int], random: Random) -> tuple[list[int], list[int]]:
    """Split the chosen edges into two halves, so that the halves differ by at most one edge at every vertex.

    `sides` holds the two vertices of each edge. The edges at a vertex are paired; following the pairs gives paths and
    cycles. Along each path or cycle the edges go to the first and the second half in turn. This also works where a
    cycle closes, because every cycle of a bipartite graph has an even number of edges.
    """
    many = len(sides[0])
    partner = [-1] * many, [-1] * many  # by edge; -1 if it has no partner at that vertex
    for vertices, paired in zip(sides, partner, strict=True):
        waiting = [-1] * (1 + max(vertices, default=0))  # by vertex
        for edge in chosen:
            vertex = vertices[edge]
            other = waiting[vertex]
            if other < 0:
                waiting[vertex] = edge
            else:
                paired[edge], paired[other], waiting[vertex] = other, edge, -1
    halves: tuple[list[int], list[int]] = ([], [])
    done = [False] * many
    ends = [edge for edge in chosen if partner[0][edge] < 0 or partner[1][edge] < 0]
    for start in [*ends, *chosen]:  # first the paths, from their ends; the rest are cycles
        if done[start]:
            continue
        side = 0 if partner[0][start] >= 0 else 1
        half = int(random.random() * 2)
        edge = start
        while edge >= 0 and not done[edge]:
            done[edge] = True
            halves[half].append(edge)
            edge = partner[side][edge]
            side, half = 1 - side, 1 - half
    return halves
