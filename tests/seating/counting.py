"""Counts the properties of a seating plan independently of `tournament.seating.quality`, with as little code as
possible."""

from collections import Counter
from itertools import combinations


def meetings(rounds):
    """Return how often each pair of players meets."""
    return Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))


def rematches(rounds):
    return sum(count - 1 for count in meetings(rounds).values())


def winds(rounds):
    """Return the starting winds of each player (0 to 3, from East to North), in the order of the rounds."""
    sat = {}
    for tables in rounds:
        for table in tables:
            for wind, player in enumerate(table):
                sat.setdefault(player, []).append(wind)
    return sat


def winds_are_even(rounds):
    """Whether each player has each wind once in every four games, and no wind twice in the remaining games."""
    return all(
        len(set(sat[start : start + 4])) == len(sat[start : start + 4])
        for sat in winds(rounds).values()
        for start in range(0, len(sat), 4)
    )


def table_repeats(rounds):
    visits = Counter((player, place) for tables in rounds for place, table in enumerate(tables) for player in table)
    return sum(count - 1 for count in visits.values())


def everybody_once(rounds, players):
    """Whether nobody plays twice in a round, and no more players rest than necessary (0 to 3)."""
    return all(
        len({p for table in tables for p in table}) == sum(map(len, tables)) == len(players) - len(players) % 4
        and {p for table in tables for p in table} <= set(players)
        for tables in rounds
    )


def displacement(tables, standings):
    """Return the mean square of the distance between each player's table and the table that fits the player's rank, in
    tables."""
    by_rank = {player: place // 4 for place, player in enumerate(standings)}
    squares = [(number - by_rank[player]) ** 2 for number, table in enumerate(tables) for player in table]
    return sum(squares) / len(squares)
