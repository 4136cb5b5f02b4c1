"""A plan counted over again, by a few lines that share nothing with `tournament.seating.quality`."""

from collections import Counter
from itertools import combinations


def meetings(rounds):
    """How often each pair met."""
    return Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))


def rematches(rounds):
    return sum(count - 1 for count in meetings(rounds).values())


def winds(rounds):
    """Each player's starting winds in the order of play."""
    sat = {}
    for tables in rounds:
        for table in tables:
            for wind, player in enumerate(table):
                sat.setdefault(player, []).append(wind)
    return sat


def winds_are_even(rounds):
    """Each wind once in every four games, and none twice in those that are left."""
    return all(
        len(set(sat[start : start + 4])) == len(sat[start : start + 4])
        for sat in winds(rounds).values()
        for start in range(0, len(sat), 4)
    )


def table_repeats(rounds):
    visits = Counter((player, place) for tables in rounds for place, table in enumerate(tables) for player in table)
    return sum(count - 1 for count in visits.values())


def everybody_once(rounds, players):
    """Nobody twice in a round, and as many rest as must."""
    return all(
        len({p for table in tables for p in table}) == sum(map(len, tables)) == len(players) - len(players) % 4
        and {p for table in tables for p in table} <= set(players)
        for tables in rounds
    )


def displacement(tables, standings):
    """Mean square of the distance, in tables, of each player from their table by rank."""
    by_rank = {player: place // 4 for place, player in enumerate(standings)}
    squares = [(number - by_rank[player]) ** 2 for number, table in enumerate(tables) for player in table]
    return sum(squares) / len(squares)
