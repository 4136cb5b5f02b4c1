"""Reads points as people write them on a paper sheet: 30400, 304, 30.4, 30,4, or 2/1/5/4 for the number of each stick.

A whole number may mean points or hundreds of points. The four amounts of a sheet are read together, and the reading
with the right sum is used. If several readings have the right sum, the person is asked.

If one digit was mistyped, no reading can have the right sum by chance. The reason is the remainder of a division by 11:
a hundred times a number has the same remainder as the number, but a changed digit changes the remainder.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import product

from scoring.placement import check_final_points
from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.seats import SEATS, Points, by_seat

LARGEST = 500_000
"""The largest number of points for which a number may be read as hundreds of points."""

STICKS = {4: (10_000, 5_000, 1_000, 100), 5: (10_000, 5_000, 1_000, 500, 100)}
"""Values of the sticks in points, by how many kinds of sticks are counted: 4 kinds or, with the 500 stick, 5."""

MINUS = str.maketrans({"−": "-", "–": "-", "▲": "-", "△": "-", "’": "'", "\N{NO-BREAK SPACE}": " ", "\u202f": " "})
WHOLE = re.compile(r"-?\d{1,7}", re.ASCII)
GROUPED = re.compile(r"-?\d{1,3}([., '])\d{3}", re.ASCII)
THOUSANDS = re.compile(r"-?\d{0,3}[.,]\d{1,3}", re.ASCII)
COUNTS = re.compile(r"\d{1,3}(/\d{1,3}){3,4}", re.ASCII)
SHORT = re.compile(r"-?[1-9]\d?", re.ASCII)


@dataclass(frozen=True)
class Amount:
    """An amount that somebody typed (`text`), and the points that it may mean (`meanings`), the most likely first."""

    text: str
    meanings: tuple[int, ...]

    @property
    def is_short(self) -> bool:
        """Whether the amount has only one or two digits. Such an amount is doubtful: "30" is read as 3,000 points, but
        the person may mean 30,000."""
        return SHORT.fullmatch(self.text) is not None


class NoAmount(ValueError):
    """The text is no amount of points."""


class SeveralReadings(Exception):
    """Several readings of the four amounts have the right sum; `points` are the first two readings."""

    def __init__(self, points: Sequence[Points]) -> None:
        super().__init__(points)
        self.points = points


def read_amount(text: str) -> Amount:
    """Read one amount: 30.4 means 30,400 points, and 300 may mean 30,000 or 300 points. Raises `NoAmount`.

    "2/1/5/4" are the numbers of sticks of 10,000, 5,000, 1,000 and 100 points.

    >>> [read_amount(text).meanings for text in ("30.4", "30,4", "30400", "304", "30,400", "−1.2", "2/1/5/4")]
    [(30400,), (30400,), (30400,), (30400,), (30400,), (-1200,), (30400,)]
    >>> read_amount("300").meanings, read_amount("1200").meanings
    ((30000, 300), (1200, 120000))
    """
    plain = " ".join(text.translate(MINUS).split()).replace("- ", "-")
    if WHOLE.fullmatch(plain):
        return Amount(plain, _meanings(int(plain)))
    if GROUPED.fullmatch(plain):
        return Amount(plain, (int(re.sub(r"[^\d-]", "", plain)),))
    if THOUSANDS.fullmatch(plain):
        return Amount(plain, (int(Decimal(plain.replace(",", ".")) * 1_000),))
    if COUNTS.fullmatch(plain):
        counts = [int(count) for count in plain.split("/")]
        return Amount(plain, (sum(map(int.__mul__, counts, STICKS[len(counts)])),))
    raise NoAmount(text)


def written(points: int, grouped: str) -> str:
    """Return points as text that `read_amount` can read in only one way. `grouped` is the number `points` with grouped
    digits in the reader's language.

    Numbers with too few digits to group are written in thousands: "-500" could also mean -50,000.

    >>> written(30_400, "30,400"), written(-500, "-500")
    ('30,400', '-0.5')
    """
    return grouped if abs(points) >= 1_000 or not points else str(Decimal(points) / 1_000)


def _meanings(number: int) -> tuple[int, ...]:
    """Return the points that a whole number may mean: the number itself, or a hundred times the number."""
    hundreds = (number * 100,) if abs(number * 100) <= LARGEST else ()
    if number % 100:
        return hundreds or (number,)
    points = (number,)
    both = (*hundreds, *points) if abs(number) < 1_000 else (*points, *hundreds)
    return tuple(dict.fromkeys(both))


def points_of(
    amounts: Sequence[Amount], riichi_sticks: int, *, rules: Ruleset, start_points: Points | None = None
) -> Points:
    """Return the points of the four seats. Of the readings of the four amounts, the reading with the right sum is used.

    Raises `SeveralReadings` if several readings have the right sum. If no reading has it, raises `Refused` (`sum_off`,
    `points_not_hundreds`) for the most likely reading.
    """
    fitting: list[Points] = []
    for reading in product(*(amount.meanings for amount in amounts)):
        try:
            check_final_points(points := by_seat(reading), riichi_sticks, rules=rules, start_points=start_points)
        except Refused:
            continue
        fitting.append(points)
    if len(fitting) > 1:
        raise SeveralReadings(fitting[:2])
    points = fitting[0] if fitting else by_seat(amount.meanings[0] for amount in amounts)
    check_final_points(points, riichi_sticks, rules=rules, start_points=start_points)
    return points


def read_chombo(text: str, letters: Mapping[str, int]) -> Points:
    """Return the number of chombo by seat. The text has a letter of a wind or a column number (1 to 4) for each chombo:
    "E", "S N", or "EE" for two chombo of East.

    `letters` maps the winds' capital letters on the sheet to seats. Raises `NoAmount`.

    >>> read_chombo("n 1 n", {"E": 0, "S": 1, "W": 2, "N": 3})
    (1, 0, 0, 2)
    """
    columns = {str(seat + 1): int(seat) for seat in SEATS} | dict(letters)
    seats = [columns.get(sign.upper()) for sign in re.sub(r"[\s,;+/]", "", text)]
    if None in seats:
        raise NoAmount(text)
    return by_seat(seats.count(int(seat)) for seat in SEATS)
