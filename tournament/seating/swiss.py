"""Seats one round from the standings: Swiss (players of similar rank, without rematches), by rank alone, by a pattern
of ranks, or at random."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, permutations
from math import log, sqrt
from random import Random

from tournament.seating.by_seed import Pattern, intervals, seat_by
from tournament.seating.draw import draw
from tournament.seating.halls import at_home
from tournament.seating.people import Avoid, Round, Rounds, SeatedPlayer, Wishes, pairs_to_avoid
from tournament.seating.winds import seat_table, wind_counts

TRIES = ((1_200_000, 100, 6.0), (500_000, 100, 20.0), (500_000, 200, 40.0), (500_000, 400, 80.0))
"""The tries, made in this order until nobody meets again. Each try has a number of steps, the highest price of a
rematch, and the starting temperature.

The first try takes a second or two and is enough for large fields; fields below `LARGE` take proportionally fewer
steps. The temperature must be near the price of a rematch, so that the search can accept a rematch for a while. A
higher price makes closeness less important.
"""

LARGE = 40
"""From this number of players on, eight rounds are possible without a rematch."""

VAST = 500
"""From this number of players on, the search takes half the steps. A step then exchanges only players of near tables,
and the distance shrinks as the temperature falls. The rounds are as good: with 1,000 players after twelve rounds, the
mean square of the distance from rank is 0.34 instead of 0.35."""

FAR = 7
"""The largest distance, in tables, between two players whom one step of the search exchanges."""

BATCH = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """The prices that make up the cost of a round; a Swiss search looks for a round with a low cost.

    * `closeness`: for the square of the distance between each player's rank and the table. With 0 the round is drawn at
      random, without rematches.
    * `rematch`: for two players who meet again. From 100 on it outweighs all other prices; with 20 a rematch is
      accepted if it brings players of close ranks together.
    * `mates`: for two mates who meet.
    * `winds`: for a table at which not all players can have a wind that they have had least often.
    """

    closeness: int = 1
    rematch: int = 100
    mates: int = 20
    winds: int = 3


def swiss(
    standings: Sequence[int],
    history: Rounds,
    *,
    seed: int,
    players: Sequence[SeatedPlayer] = (),
    prices: Prices = Prices(),
    wishes: Wishes = Wishes(),  # noqa: B008
) -> Round:
    """Seat the next round for `standings` (best first). The best players sit at table 1, except players with reserved
    tables.

    The players' groups and reserved tables are taken from `players`. Raises ValueError unless all tables are full.
    """
    random = Random(seed)  # noqa: S311 (can be repeated, not a secret)
    if len(standings) % 4:
        raise ValueError("four at a table: somebody must sit out")
    ranked = list(standings)
    if not prices.closeness:
        random.shuffle(ranked)
    counts = {player: [0, 0, 0, 0] for player in ranked} | wind_counts(history)
    known = set(ranked)
    listed = [player for player in players if player.number in known]
    avoid = pairs_to_avoid(listed, wishes)
    met = {pair for tables in history for table in tables for pair in permutations(table, 2)}
    # More players of a former table play now than there are tables: two of these players must meet again.
    must_meet = any(4 * len(known & set(table)) > len(ranked) for tables in history for table in tables)
    is_vast = len(ranked) >= VAST and prices.closeness > 0
    attempts: list[tuple[int, list[list[int]]]] = []
    for most, most_for_rematch, hot in TRIES:
        steps = round(wishes.effort * (most * min(len(ranked), LARGE) // LARGE) / (2 if is_vast else 1))
        price = _priced_meetings(ranked, history, avoid, replace(prices, rematch=min(most_for_rematch, prices.rematch)))
        row = _search(ranked, price, counts, prices, steps=steps, hot=hot, random=random)
        tables = [[ranked[place] for place in row[start : start + 4]] for start in range(0, len(row), 4)]
        again = sum(pair in met for table in tables for pair in combinations(table, 2))
        attempts.append((again, tables))
        if not again or must_meet or prices.rematch < TRIES[0][1]:
            break
    _, tables = min(attempts, key=lambda tried: tried[0])
    return _seated(tables, counts, listed, random)


def by_standings(
    standings: Sequence[int], history: Rounds, *, seed: int, players: Sequence[SeatedPlayer] = (), step: int = 1
) -> Round:
    """Seat the players in places 1 to 4 of the standings at table 1, the next four at table 2 and so on. If `step` is
    not 1, every `step`-th place sits together (`intervals`). Winds are as even as possible."""
    if len(standings) % 4:
        raise ValueError("four at a table: somebody must sit out")
    return by_pattern(intervals(len(standings), step), standings, history, seed=seed, players=players)


def by_pattern(
    pattern: Pattern, standings: Sequence[int], history: Rounds, *, seed: int, players: Sequence[SeatedPlayer] = ()
) -> Round:
    """Seat the seeds of each table of the pattern together, with winds as even as possible; seed 1 is the first of the
    standings."""
    tables = seat_by(pattern, standings)
    counts = {player: [0, 0, 0, 0] for player in standings} | wind_counts(history)
    return _seated(tables, counts, players, Random(seed))  # noqa: S311


def draw_apart(players: Sequence[SeatedPlayer], *, seed: int, wishes: Wishes) -> Round:
    """Draw a round at random, with mates apart and players at their reserved tables if possible. Raises the errors of
    `draw`."""
    numbers = [player.number for player in players]
    if not any(pairs_to_avoid(players, wishes).values()) and not any(player.tables for player in players):
        return draw(numbers, seed=seed)
    prices = Prices(closeness=0, rematch=0, winds=0)
    brief = replace(wishes, effort=wishes.effort / 10)
    return swiss(numbers, (), seed=seed, players=players, prices=prices, wishes=brief)


def _seated(
    tables: list[list[int]], counts: Mapping[int, Sequence[int]], players: Sequence[SeatedPlayer], random: Random
) -> Round:
    own = {player.number: player.tables for player in players if player.tables}
    tables, _ = at_home(tables, own, random)
    return tuple(seat_table(table, counts, random=random) for table in tables)


def _priced_meetings(ranked: Sequence[int], history: Rounds, avoid: Avoid, prices: Prices) -> list[list[int]]:
    """Return the cost of a meeting of two players, by the ranks of the two, from 0."""
    place = {player: index for index, player in enumerate(ranked)}
    price = [[0] * len(ranked) for _ in ranked]
    for tables in history:
        for table in tables:
            here = [place[player] for player in table if player in place]
            for first, second in permutations(here, 2):
                price[first][second] += prices.rematch
    for player, mates in avoid.items():
        for mate, weight in mates.items():
            price[place[player]][place[mate]] += prices.mates * weight
    return price


def _search(
    ranked: Sequence[int],
    price: list[list[int]],
    counts: Mapping[int, Sequence[int]],
    prices: Prices,
    *,
    steps: int,
    hot: float,
    random: Random,
) -> list[int]:
    """Improve the order of ranks by simulated annealing. Return the ranks (from 0), four for each table."""
    # Rank k belongs at table k // 4. If ranks p and q at tables s and t change places, the sum of the squares changes
    # by 2 (s - t) (p // 4 - q // 4), so no sum over the tables is needed. Prices are never below 0, so most steps are
    # refused before the new meetings are priced.
    uniform = random.random
    many = len(ranked)
    row = list(range(many))
    is_vast = many >= VAST and prices.closeness > 0
    near = 4 * FAR
    winds_cost = _winds_pricing(ranked, counts, prices.winds)
    winds = [winds_cost(*row[s : s + 4]) for s in range(0, many, 4)]
    cost = _meetings_cost(price) + sum(winds)
    lowest, best = cost, row[:]
    step, cold, twice = 0, 0.4, 2 * prices.closeness
    while many > 4 and lowest and step < steps:
        heat = hot * (cold / hot) ** (step / steps)
        if is_vast:
            near = 4 * min(FAR, 2 + int(2 * sqrt(heat / prices.closeness)))
        for _ in range(BATCH):
            i = int(uniform() * many)
            j = i + int((uniform() - 0.5) * 2 * near)
            s, t = i >> 2, j >> 2
            if s == t or j < 0 or j >= many:
                continue
            # With the limit drawn first, most steps are refused before all their prices are looked up.
            limit = -heat * log(1 - uniform())
            p, q = row[i], row[j]
            a, b, c = row[i ^ 1], row[i ^ 2], row[i ^ 3]
            x, y, z = row[j ^ 1], row[j ^ 2], row[j ^ 3]
            of_p, of_q = price[p], price[q]
            change = (
                twice * (s - t) * ((p >> 2) - (q >> 2))
                - of_p[a] - of_p[b] - of_p[c] - of_q[x] - of_q[y] - of_q[z] - winds[s] - winds[t]
            )  # fmt: skip
            if change > limit:
                continue
            change += of_p[x] + of_p[y] + of_p[z] + of_q[a] + of_q[b] + of_q[c]
            if change > limit:
                continue
            winds_s, winds_t = winds_cost(q, a, b, c), winds_cost(p, x, y, z)
            change += winds_s + winds_t
            if change > limit:
                continue
            row[i], row[j] = q, p
            winds[s], winds[t] = winds_s, winds_t
            cost += change
            if cost < lowest:
                lowest, best = cost, row[:]
        step += BATCH
    return best


def _meetings_cost(price: list[list[int]]) -> int:
    """Return the cost of all meetings if ranks 0 to 3 sit at one table, ranks 4 to 7 at the next, and so on."""
    tables = range(0, len(price), 4)
    return sum(price[first][second] for s in tables for first in range(s, s + 4) for second in range(s, first))


def _winds_pricing(
    ranked: Sequence[int], counts: Mapping[int, Sequence[int]], price: int
) -> Callable[[int, int, int, int], int]:
    """Return a function that prices one table by the ranks of its four players: 0 if each can have a wind of the
    player's fewest games, `price` if each can have a wind of at most one game more, otherwise 1,000 more."""
    least = [sum(1 << w for w in range(4) if counts[p][w] == min(counts[p])) for p in ranked]
    bearable = [sum(1 << w for w in range(4) if counts[p][w] < min(counts[p]) + 2) for p in ranked]

    def winds_cost(a: int, b: int, c: int, d: int) -> int:
        if _all_seated(least[a], least[b], least[c], least[d]):
            return 0
        all_bear = _all_seated(bearable[a], bearable[b], bearable[c], bearable[d])
        return price if all_bear else price + 1_000

    return winds_cost


@cache
def _all_seated(a: int, b: int, c: int, d: int) -> bool:
    """Whether four players can have four different winds. Each argument has a bit for each wind that this player can
    have."""
    return any(a >> w & b >> x & c >> y & d >> z & 1 for w, x, y, z in permutations(range(4)))
