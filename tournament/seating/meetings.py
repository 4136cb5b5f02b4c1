"""Decides which places of a plan meet in each round of an event: in the rounds of a design, in further rounds, and when
some of the places rest."""

from collections.abc import Sequence
from random import Random

from tournament.seating.anneal import REMATCH, Matrix, anneal, meet
from tournament.seating.constants import FOUND
from tournament.seating.designs import FEWEST_KNOWN, Groups, design, rounds_without_rematch
from tournament.seating.people import fewest_pairs

STEPS = 200_000
"""Number of steps of simulated annealing for the rounds that a known design does not cover: half a second."""

TRIES = 60
"""The most draws of the resting players before annealing is used; each draw takes some milliseconds."""

DEAD_ENDS = 150
"""Number of dead ends in the search for the seats of one extra place after which rematches of this place are
accepted."""

Choice = tuple[int, int, bool, float, int, int]


def meetings(players: int, rounds: int, *, random: Random, effort: float) -> list[Groups]:
    """Return rounds with few rematches. Tables contain places, numbered from 0, one for each player; `labels` later
    assigns the players. A place that is at no table of a round rests."""
    spare = players % 4
    full = _full_tables(players - spare, rounds, random=random, effort=effort)
    return _with_rests(full, players, random=random, effort=effort) if spare else full


def _full_tables(players: int, rounds: int, *, random: Random, effort: float) -> list[Groups]:
    designed_rounds = design(players, rounds, random=random)
    small = players in (8, 12, 20)  # for these numbers the best plan may not contain the rounds of a design
    if len(designed_rounds) == rounds and not (small and rounds > rounds_without_rematch(players)):
        return designed_rounds
    names = random.sample(range(players), players)
    rows = [[place for table in groups for place in table] for groups in designed_rounds] or [names]
    designed = len(rows)
    while len(rows) < rounds:  # repeat the designed rounds with the places renumbered at random
        names = random.sample(range(players), players)
        rows += [[names[place] for place in row] for row in rows[: min(designed, rounds - len(rows))]]
    _better(rows, range(designed, rounds), players, random=random, effort=effort)
    if small and (players, rounds) not in FOUND:
        _better(rows, range(rounds), players, random=random, effort=effort)
    return [_tables(row) for row in rows]


def _better(rows: list[list[int]], free: Sequence[int], players: int, *, random: Random, effort: float) -> None:
    """Improve the rounds whose indexes are in `free` by annealing, for at most `STEPS` steps. The search stops earlier
    if there are no more rematches than the lower bound, or than in the best known plan."""
    price: Matrix = [[0] * players for _ in range(players)]
    for row in rows:
        meet(price, row)
    met = [price[low][high] // REMATCH for high in range(players) for low in range(high)]
    cost = sum(m * (m - 1) // 2 for m in met)
    fewest = max(fewest_pairs(sum(met), len(met)), FEWEST_KNOWN.get(players, {}).get(len(rows), 0))
    goal, steps = REMATCH * (cost - fewest), round(effort * STEPS)
    anneal(rows, free, price, random=random, steps=steps, goal=goal)


def _with_rests(full: list[Groups], players: int, *, random: Random, effort: float) -> list[Groups]:
    """Add one to three extra places, for the players who do not fill a table. In each round the extra places take the
    seats of other places, which rest.

    For example, of 42 players 40 have places at full tables. In each round two of these places rest, and the other two
    players take their seats. No place rests twice before every place has rested.
    """
    best: list[Groups] = []
    fewest = -1
    for _ in range(TRIES):
        rounds, clashes = _draw_rests(full, players, random)
        if fewest < 0 or clashes < fewest:
            best, fewest = rounds, clashes
        if not fewest:
            return best
    rows = [[place for table in groups for place in table] for groups in best]
    _better(rows, range(len(rows)), players, random=random, effort=effort)
    return [_tables(row) for row in rows]


def _draw_rests(full: list[Groups], players: int, random: Random) -> tuple[list[Groups], int]:
    """Draw which places rest in which round. Return the rounds, and the number of rematches of the extra places
    (`_with_rests`)."""
    rounds = [[list(table) for table in groups] for groups in full]
    seated = sum(len(table) for table in full[0])
    extras = range(seated, players)
    rests = len(rounds) * len(extras)
    most = -(-rests // players)
    own_rests = max(len(extras) * (most - 1), rests - seated * most)  # of all extra places together
    rested = [0] * seated
    clashes = 0
    for extra in extras:
        own = (own_rests + extra - seated) // len(extras)
        playing = sorted(random.sample(range(len(rounds)), len(rounds) - own))
        seats, again = _sit_in(rounds, playing, rested, random)
        clashes += again
        for index, (number, seat) in zip(playing, seats, strict=True):
            rested[rounds[index][number][seat]] += 1
            rounds[index][number][seat] = extra
    return rounds, clashes


def _sit_in(
    rounds: Sequence[Groups], playing: Sequence[int], rested: Sequence[int], random: Random
) -> tuple[list[tuple[int, int]], int]:
    """Return the table and the seat that an extra place takes over in each of the rounds `playing`, and how many
    rematches the extra place has.

    The search goes back a round if every choice is a rematch. After `DEAD_ENDS` dead ends the search starts again and
    accepts rematches.
    """
    seats: list[tuple[int, int]] = []
    met: list[set[int]] = [set()]  # before each of the rounds so far
    away: list[int] = []
    waiting: list[list[Choice]] = []  # choices not tried yet, the best last
    dead_ends = again = 0
    while len(seats) < len(playing):
        tables = rounds[playing[len(seats)]]
        if len(waiting) == len(seats):
            rests = list(rested)
            for place in away:
                rests[place] += 1
            visited = {number for number, _ in seats}
            waiting.append(_choices(tables, met[-1], rests, visited, random))
        if waiting[-1] and (not waiting[-1][-1][0] or dead_ends == DEAD_ENDS):
            clash, *_, number, seat = waiting[-1].pop()
            again += clash
            rests_now = tables[number][seat]
            seats.append((number, seat))
            away.append(rests_now)
            met.append(met[-1].union(place for place in tables[number] if place != rests_now))
            continue
        dead_ends += 1
        if seats and dead_ends < DEAD_ENDS:
            for history in (waiting, seats, away, met):
                history.pop()
        else:  # start again, accepting rematches from now on
            seats, met, away, waiting, dead_ends = [], [set()], [], [], DEAD_ENDS
    return seats, again


def _choices(tables: Groups, met: set[int], rests: Sequence[int], visited: set[int], random: Random) -> list[Choice]:
    """Return the seats in this round that an extra place (`_with_rests`) could take over, all from places that have
    rested least. The best choice is last: the seat with the fewest rematches; among equal seats, a seat at a table that
    is new to the extra place."""
    choices = [
        (len(met.intersection(table)) - (place in met), rests[place], number in visited, random.random(), number, seat)
        for number, table in enumerate(tables)
        for seat, place in enumerate(table)
        if place < len(rests)
    ]
    least = min(choice[1] for choice in choices)
    return sorted((choice for choice in choices if choice[1] == least), reverse=True)


def _tables(row: list[int]) -> Groups:
    return [row[start : start + 4] for start in range(0, len(row), 4)]
