"""Block designs as constants: rounds in which nobody meets twice. A test checks each of these rounds again.

Source: searches made for this project (`seating-designs.json`, seating notes section 3: random backtracking for
`SHIFTS`, exact cover under a symmetry of order three for `STARTERS`, CP-SAT under Z_2^3 for `XOR_32`). The constants
were copied by a program, never by hand. Only `designs` reads the constants, to make rounds.
"""

from typing import NamedTuple


class Shift(NamedTuple):
    """A shift design: the orders of cyclic groups, whose product is the number of tables, and its rounds as words.

    A word is a round: four shifts, each a base-36 digit.
    """

    group: tuple[int, ...]
    words: str


class Starter(NamedTuple):
    """Some tables of a design's first round. The other tables of this round follow by a symmetry of order three, and
    the other rounds by rotating the places of the first round (`designs.starter_design`). -1, -2 and -3 are the
    design's fixed players, who do not move when the places are rotated."""

    blocks: tuple[tuple[int, int, int, int], ...]
    multiplier: int
    cycles_fixed: bool


SHIFTS = {
    6: Shift((6,), "0000 5421 3142 2513 1234"),
    8: Shift((2, 2, 2), "0000 5361 2753 1546 4627 6174 7432 3215"),
    9: Shift((3, 3), "0000 8723 3417 1876 7138 2345 6582 5264 4651"),
    10: Shift((10,), "0000 1678 3714 8953 6295 5361 7429 2546 9137"),
    12: Shift((2, 6), "0000 4a76 2ba3 6158 164b a2b7 8925 7391 546a 3512 b839 9784"),
    14: Shift((14,), "0000 4b86 c89a 761c 8935 6c5d 31d9 b2c1 146b 2d43 57b4 d328"),
    15: Shift((15,), "0000 9c2e 8394 7be5 4d8b 6518 ce67 3459 a873 eac2 29d6 b1ac 174d"),
    16: Shift((2, 2, 2, 2), "0000 7f69 c9f5 3dc2 b49e 8154 ea48 ace7 57d6 6b8c 127a d6af f83b 9521 23bd 4e13"),
    18: Shift((18,), "0000 gac5 f2a1 cf29 7g83 a3hb 8452 h59f 21dc 9638 6d4e dhg6 57ea 1b67 b9fd"),
}
"""Shift designs by number of tables; a number of tables that is not divisible by 2 or 3 needs no entry."""

STARTERS = {
    16: Starter(((6, 7, 8, -1), (0, 12, 5, 11)), 1, False),
    24: Starter(((0, 19, 8, -1), (3, 9, 12, 16)), 1, True),
    28: Starter(((21, 4, 14, -1), (0, 15, 19, 17), (3, 9, 12, 8)), 4, False),
    36: Starter(((6, 28, 14, -1), (0, 5, 11, 26), (15, 18, 22, 31)), 1, True),
    40: Starter(((9, 10, 11, -1), (0, 18, 5, 17), (21, 36, 29, 32), (6, 12, 25, 34)), 1, False),
    44: Starter(((33, 4, 29, -1), (24, 7, 14, -2), (6, 16, 22, 17), (0, 27, 36, 35), (12, 15, 32, 38)), 9, False),
    48: Starter(((0, 40, 5, -1), (6, 18, 33, 25), (9, 30, 43, 29), (12, 15, 21, 37)), 1, True),
    52: Starter(((39, 40, 41, -1), (0, 13, 17, 35), (9, 24, 48, 20), (3, 23, 29, 32), (6, 36, 46, 44)), 1, False),
    56: Starter(
        ((12, 31, 50, -1), (0, 1, 2, -2), (3, 38, 51, 40), (6, 45, 19, 13), (9, 35, 53, 42), (24, 4, 49, 28)), 7, False
    ),
    60: Starter(
        (
            (9, 7, 44, -1),
            (45, 31, 41, -2),
            (42, 10, 8, -3),
            (0, 17, 40, 6),
            (3, 29, 24, 16),
            (12, 36, 27, 39),
            (15, 4, 54, 5),
        ),
        7,
        False,
    ),
}
"""Starters by number of players; each gives (players - 1) // 3 rounds."""

XOR_32 = (
    ((0, 1, 2, 3, 4, 5, 6, 7), ((0, 11, 21, 24),)),
    ((0, 1, 2, 3, 4, 5, 6, 7), ((0, 6, 9, 15), (16, 17, 22, 23), (24, 26, 28, 30))),
    ((0, 1, 2, 3, 4, 5, 6, 7), ((0, 7, 27, 28), (8, 12, 17, 21))),
    ((0, 1, 4, 5), ((0, 12, 23, 29), (2, 15, 16, 27))),
    ((0, 1, 2, 3, 4, 5, 6, 7), ((0, 1, 4, 5), (8, 10, 13, 15), (16, 21, 25, 28))),
    ((0, 1, 2, 3), ((0, 10, 16, 31), (4, 6, 21, 23), (12, 13, 26, 27))),
    ((0, 2, 4, 6), ((0, 8, 20, 26), (1, 15, 23, 31))),
)
"""Thirty-two players, ten rounds: a subgroup of Z_2^5, and the tables to which its elements are added (XOR)."""

FOUND = {
    (12, 3): ("1a62879430b5 149328b6507a 87a319b05462"),
    (12, 4): ("5208173b4a69 60ab84315927 391042b576a8 365708b9241a"),
    (12, 5): ("a14892b03675 2a6943b87015 064397812ab5 b61a02873495 39120a478b56"),
    (12, 6): ("1980463b2a57 7514923b6a80 6102a943587b 831502b467a9 a8429b053716 b21a03789456"),
    (20, 7): (
        "i18cfg0ehb7a245jd693 41dhbgj39850afi27ec6 0371b49cjiagd28e6fh5 3e4i8b6j9f1ag57d0h2c "
        "g38hdfjc7i291e5b4a60 h6i59cg4f23bade8j071 6g21d0ib7f48j9heca53"
    ),
    (20, 11): (
        "7h3i96d5gj0af28ec4b1 ch2178fdjb6e035ia9g4 e604gbf72831a9cij5hd 52i48g0cbhj6791e3afd "
        "gh256i8a47fe90bc31dj ibgd5j17ec3af602489h 10g9dihe76c8j234a5fb 6gfhc72i83b91ea5d40j "
        "54dc9367hba210fi8jge 7da2fi9j6g145b08hec3 c5fjg34bed29168iah70"
    ),
}
"""Whole plans that only a long search finds, by numbers of players and rounds. Source: our own annealing.

A plan is a list of words. A word is a round: the places as base-36 digits, four for each table.
"""
