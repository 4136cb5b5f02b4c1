"""The order of matches of a team season: which four teams meet at each table of each round."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

from tournament.seating.draw import draw
from tournament.seating.people import Round, Rounds, TooFewPlayers
from tournament.seating.winds import even_winds

Matches = Sequence[Sequence[Sequence[int]]]
"""The teams at each table of each round."""

TRIES = 300
"""The number of draws for each round, of which the best is used. For eight teams only 35 different rounds exist."""

MOST_DRAWN = 120_000
"""The most tables that are drawn for one order of matches, which takes about a second. A season of 200 rounds at two
tables gets all `TRIES`, a longer or larger one gets fewer."""


def match_order(teams: Sequence[int], rounds: int, *, tables: int, seed: int, before: Matches = ()) -> Rounds:
    """Return the matches of these teams for `rounds` rounds of `tables` tables. Each match has four teams' numbers,
    from East to North.

    All teams play equally often, or some teams play once more than the remaining teams. Each round is the best of
    several draws (`tries_for`), so that all pairs meet about equally often; each team has each wind about equally
    often. Matches in `before`, played or planned, are counted too. Raises `TooFewPlayers` if the teams do not fill the
    tables.

    >>> order = match_order(range(8), 7, tables=2, seed=1)
    >>> {meetings(order)[pair] for pair in combinations(range(8), 2)}
    {3}
    """
    if tables < 1 or len(teams) < 4 * tables:
        raise TooFewPlayers
    random = Random(seed)  # noqa: S311 (to be repeated, not a secret)
    met, played = meetings(before), dict.fromkeys(teams, 0)
    for team in (team for tables_before in before for table in tables_before for team in table):
        if team in played:
            played[team] += 1
    order: list[Round] = []
    tries = tries_for(rounds, tables)
    for _number in range(rounds):
        best = min(
            (_drawn(played, tables, seed=random.randrange(2**32)) for _try in range(tries)),
            key=lambda tables_drawn: sum(2 * met.get(pair, 0) + 1 for pair in meetings((tables_drawn,))),
        )
        order.append(best)
        for pair in meetings((best,)):
            met[pair] = met.get(pair, 0) + 1
        for team in (team for table in best for team in table):
            played[team] += 1
    return tuple(tuple(tables_seated) for tables_seated in even_winds(order, random=random))


def tries_for(rounds: int, tables: int) -> int:
    """Return how often each round of an order of matches is drawn, so that the best draw can be used. A long or large
    order is drawn less often, because it takes more time.

    >>> tries_for(200, 2), tries_for(10, 100), tries_for(200, 250)
    (300, 120, 2)
    """
    return min(TRIES, max(1, MOST_DRAWN // (rounds * tables)))


def _drawn(played: Mapping[int, int], tables: int, *, seed: int) -> Round:
    """Draw the tables of one round for the teams that have played least."""
    order = sorted(played)
    Random(seed).shuffle(order)  # noqa: S311
    return draw(sorted(order, key=lambda team: played[team])[: 4 * tables], seed=seed)


def meetings(rounds: Matches) -> dict[tuple[int, int], int]:
    """Count the meetings of each pair of teams, the lower number first; pairs that never meet are left out."""
    met: dict[tuple[int, int], int] = {}
    for tables in rounds:
        for table in tables:
            for pair in combinations(sorted(table), 2):
                met[pair] = met.get(pair, 0) + 1
    return met
