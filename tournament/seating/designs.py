"""Designs: rounds in which nobody meets twice, computed from the constants of `constants`.

A design seats places, not persons: with N players these are the numbers 0 to N-1. `labels.label` decides later which
player takes which place.
"""

from itertools import product
from random import Random

from tournament.seating.constants import FOUND, SHIFTS, STARTERS, XOR_32

Groups = list[list[int]]
"""One round: tables of four places in no order."""

SHIFT_TRIES = 20_000

ROTATIONS = {8: ((0, 4, 6, 7), (1, 2, 3, 5)), 12: ((0, 6, 9, 10), (2, 4, 5, 8), (1, 3, 7, 11))}
"""First rounds for 8 and 12 players: rotating all places but the last gives rounds in which all pairs meet three
times."""

FEWEST_KNOWN = {
    8: dict(zip(range(2, 7), (4, 12, 20, 32, 44), strict=True)),
    12: dict(zip(range(2, 11), (3, 8, 15, 27, 42, 60, 78, 96, 114), strict=True)),
    20: {6: 6, 7: 20, 8: 50},
    24: {8: 18, 9: 48},
    36: {12: 27},
}
"""Rematches (meetings - 1, summed over pairs) of the best known plans, if they are above the lower bound, by number of
players and of rounds."""


FEWEST_REPEATS_KNOWN = {
    16: {2: 4, 3: 12, 4: 24, 5: 36},
    20: {6: 20, 8: 60},
    24: {6: 24, 7: 48},
    28: {8: 28, 9: 56},
    32: {9: 46, 10: 66},
    36: {10: 57, 11: 86},
    40: {10: 47, 11: 70, 12: 98},
    44: {12: 82},
}
"""Table repeats of the best known plans that also have the fewest rematches, by numbers of players and rounds. Table
repeats are visits - 1, summed over all players and tables."""


def rounds_without_rematch(players: int) -> int:
    """Return the most rounds known to be possible without a rematch; `players` is a multiple of 4.

    Source: seating notes section 2 (Harvey's table; Miller, Valkov and Abel, Symmetry 2020 13:13; OEIS A107431).
    """
    if players < 4:
        return 0
    if players > 116:
        return max(15, players // 4 if players // 4 % 2 and players // 4 % 3 else 15)
    return {4: 1, 8: 1, 12: 1, 20: 5, 92: 23}.get(players, (players - 1) // 3)


def rounds_without_table_again(players: int) -> int:
    """Return the largest number of rounds that `shift_design` can find. In these rounds no two players meet twice, and
    nobody sits twice at the same table."""
    tables = players // 4
    if tables in SHIFTS:
        return len(SHIFTS[tables].words.split())
    if tables % 2 and tables % 3:
        return tables
    return min(15 + (tables == 20), tables) if tables > 18 else 1


def design(players: int, rounds: int, *, random: Random) -> list[Groups]:
    """Return up to `rounds` rounds without a rematch: as many as known constructions give, which may be none.

    For 8 and 12 players and for the entries of `FOUND` the rounds have few rematches instead of none.
    """
    if (players, rounds) in FOUND:
        return found_plan(players, rounds)
    if rounds <= rounds_without_table_again(players):
        return shift_design(players // 4, rounds, random=random)
    if players in STARTERS:
        return random.sample(starter_design(players), min(rounds, (players - 1) // 3))
    if players == 32:
        return random.sample(xor_design(), min(rounds, 10))
    if players in ROTATIONS:
        return rotation(players)[:rounds]
    return shift_design(players // 4, rounds, random=random)


def shift_design(tables: int, rounds: int, *, random: Random) -> list[Groups]:
    """Return rounds from four classes of players; members of a class never meet. A round shifts each class over the
    tables.

    Place 4x + i is player x of class i. In a round with the shifts a_0 to a_3, table t seats player t + a_i of each
    class i. Nobody meets twice if a_i - a_j is new in each round for any two classes; nobody is at a table twice if
    each a_i is new. Table t of each round is table t in the hall. The result has fewer rounds than `rounds` if the
    search finds no more.
    """
    if tables in SHIFTS:
        orders, words = SHIFTS[tables].group, SHIFTS[tables].words.split()
        shifts = [tuple(int(digit, 36) for digit in word) for word in random.sample(words, min(rounds, len(words)))]
    elif tables % 2 and tables % 3:
        orders = (tables,)
        shifts = [
            tuple((i + 1) * turn % tables for i in range(4))
            for turn in random.sample(range(tables), min(rounds, tables))
        ]
    else:
        orders = (tables,)
        shifts = _search_shifts(tables, min(rounds, tables), random=random)
    elements = list(product(*(range(order) for order in orders)))
    number = {element: place for place, element in enumerate(elements)}

    def shifted(by: int) -> list[int]:
        """Return each element of the group plus the element `by`."""
        if len(orders) == 1:
            return [*range(by, tables), *range(by)]
        return [
            number[tuple((a + b) % order for a, b, order in zip(element, elements[by], orders, strict=True))]
            for element in elements
        ]

    return [
        [
            [4 * place + i for i, place in enumerate(places)]
            for places in zip(*(shifted(by) for by in shift), strict=True)
        ]
        for shift in shifts
    ]


def starter_design(players: int) -> list[Groups]:
    """Return the rounds of a starter: the first round that `STARTERS` has for this number of players, and all rotations
    of this round."""
    starter, rounds = STARTERS[players], (players - 1) // 3
    first: set[frozenset[int]] = set()
    for block in starter.blocks:
        image = frozenset(block)
        for _ in range(3):
            first.add(image)
            image = frozenset(_third_turn(place, starter.multiplier, starter.cycles_fixed, rounds) for place in image)
    turned = [
        [[(place + 3 * turn) % (3 * rounds) if place >= 0 else players + place for place in table] for table in first]
        for turn in range(rounds)
    ]
    return [sorted(sorted(table) for table in groups) for groups in turned]


def xor_design() -> list[Groups]:
    """Return the ten rounds for 32 players that `XOR_32` stores."""
    rounds: list[Groups] = []
    for subgroup, blocks in XOR_32:
        cosets = [0] if len(subgroup) == 8 else [0, min(set(range(8)) - set(subgroup))]
        for coset in cosets:
            tables = {frozenset(place ^ element ^ coset for place in block) for block in blocks for element in subgroup}
            rounds.append(sorted(sorted(table) for table in tables))
    return rounds


def rotation(players: int) -> list[Groups]:
    """Return the 7 rounds of 8 players, or the 11 rounds of 12, in which every pair meets three times."""
    turns = players - 1
    return [
        [[(place + turn) % turns if place < turns else place for place in table] for table in ROTATIONS[players]]
        for turn in range(turns)
    ]


def found_plan(players: int, rounds: int) -> list[Groups]:
    """Return the plan that `FOUND` stores for this number of players and rounds."""
    rows = [[int(digit, 36) for digit in word] for word in FOUND[players, rounds].split()]
    return [[row[start : start + 4] for start in range(0, players, 4)] for row in rows]


def _third_turn(place: int, multiplier: int, cycles_fixed: bool, rounds: int) -> int:
    """Return the image of a place under (x, i) -> (multiplier * x, i + 1), i modulo 3. Fixed players (negative places)
    are rotated only with `cycles_fixed`."""
    if place < 0:
        return -1 - (-place % 3) if cycles_fixed else place
    x, i = divmod(place, 3)
    return 3 * (x * multiplier % rounds) + (i + 1) % 3


def _search_shifts(tables: int, rounds: int, *, random: Random) -> list[tuple[int, ...]]:
    """Search by backtracking for rounds whose shifts and differences are all new; return the longest list found.

    `used[i]` has the shifts of class i, `apart[i, j]` the differences of classes i and j so far. If no round can be
    added for some time, one or several rounds are removed. The search ends after `SHIFT_TRIES` tries to add a round.
    """
    used: list[set[int]] = [set() for _ in range(4)]
    apart = {(i, j): set[int]() for j in range(4) for i in range(j)}
    laid: list[tuple[int, ...]] = []
    best: list[tuple[int, ...]] = []

    def lay() -> tuple[int, ...] | None:
        shift: list[int] = []
        for j in range(4):
            values = [
                value
                for value in range(tables)
                if value not in used[j] and all((value - shift[i]) % tables not in apart[i, j] for i in range(j))
            ]
            if not values:
                return None
            shift.append(random.choice(values))
        return tuple(shift)

    def record(shift: tuple[int, ...], *, back: bool) -> None:
        for values, value in [(used[j], shift[j]) for j in range(4)] + [
            (apart[i, j], (shift[j] - shift[i]) % tables) for i, j in apart
        ]:
            if back:
                values.remove(value)
            else:
                values.add(value)

    misses = 0
    for _ in range(SHIFT_TRIES):
        if len(best) == rounds:
            break
        shift = lay()
        if shift is not None:
            laid.append(shift)
            record(shift, back=False)
            misses = 0
            if len(laid) > len(best):
                best = list(laid)
        elif (misses := misses + 1) > 30 and laid:
            for _ in range(min(len(laid), 1 + misses // 60)):
                record(laid.pop(random.randrange(len(laid))), back=True)
    return best
