"""Simulated annealing of meetings: exchange two players of a round again and again, and accept a worse result less and
less often."""

from collections.abc import Sequence
from itertools import permutations
from math import exp
from random import Random

REMATCH = 1_000
"""Cost of the second meeting of two players. The third meeting costs twice as much, the fourth three times. A meeting
of mates costs the weight of the pair, which is much smaller."""

Matrix = list[list[int]]
"""Cost of one more meeting, by two players' indexes. The cost grows by `REMATCH` with every meeting of the two."""

BATCH = 1_000
"""Number of steps between two updates of the temperature."""


def meet(price: Matrix, row: Sequence[int], *, by: int = REMATCH) -> None:
    """Add the meetings of one round to the prices; `by=-REMATCH` removes these meetings."""
    for start in range(0, len(row), 4):
        for player, other in permutations(row[start : start + 4], 2):
            price[player][other] += by


def anneal(
    rows: list[list[int]],
    free: Sequence[int],
    price: Matrix,
    *,
    random: Random,
    steps: int,
    goal: int = 0,
    hot: float = 0.5,
    cold: float = 0.12,
) -> None:
    """Improve those rounds of `rows` whose indexes are in `free`; `rows` itself is changed.

    A row is a round: all players in the order of tables, four for each table. `price` counts the meetings of all rows,
    and is updated. The search stops when the cost has fallen by `goal`, or after `steps` steps. `hot` and `cold` are
    the first and the last temperature of the search; 1 is the cost of a rematch.
    """
    # This loop takes most of the time of a search. If v is the price of a pair, seating the pair together costs v and
    # separating the pair saves v - REMATCH. The other seats at the table of seat i are i ^ 1, i ^ 2 and i ^ 3.
    uniform = random.random
    cost = lowest = 0
    best = {index: rows[index][:] for index in free}
    many = len(free)
    step = 0
    while many and lowest > -goal and step < steps:
        heat = REMATCH * hot * (cold / hot) ** (step / steps)
        limit = 8 * heat
        for _ in range(BATCH):
            row = rows[free[int(uniform() * many)]]
            i = int(uniform() * len(row))
            j = int(uniform() * len(row))
            if i >> 2 == j >> 2:
                continue
            p, q = row[i], row[j]
            a, b, c = row[i ^ 1], row[i ^ 2], row[i ^ 3]
            x, y, z = row[j ^ 1], row[j ^ 2], row[j ^ 3]
            of_p, of_q = price[p], price[q]
            change = (
                of_p[x] + of_p[y] + of_p[z] + of_q[a] + of_q[b] + of_q[c]
                - of_p[a] - of_p[b] - of_p[c] - of_q[x] - of_q[y] - of_q[z]
                + 6 * REMATCH
            )  # fmt: skip
            if change > 0 and (change > limit or uniform() > exp(-change / heat)):
                continue
            row[i], row[j] = q, p
            change_tables(price, p, q, (a, b, c), (x, y, z))
            cost += change
            if cost < lowest:
                lowest = cost
                best = {index: rows[index][:] for index in free}
                if lowest <= -goal:
                    break
        step += BATCH
    for index, row in best.items():
        meet(price, rows[index], by=-REMATCH)
        meet(price, row)
        rows[index][:] = row


def change_tables(
    price: Matrix, p: int, q: int, mates_of_p: tuple[int, int, int], mates_of_q: tuple[int, int, int]
) -> None:
    """Update the prices after the players p and q changed places: p now meets `mates_of_q` instead of `mates_of_p`, and
    q the reverse."""
    of_p, of_q = price[p], price[q]
    for mate in mates_of_p:
        of_mate = price[mate]
        of_p[mate] -= REMATCH
        of_mate[p] -= REMATCH
        of_q[mate] += REMATCH
        of_mate[q] += REMATCH
    for mate in mates_of_q:
        of_mate = price[mate]
        of_q[mate] -= REMATCH
        of_mate[q] -= REMATCH
        of_p[mate] += REMATCH
        of_mate[p] += REMATCH
