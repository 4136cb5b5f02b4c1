"""The four seats, and the turn order."""

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from itertools import combinations
from typing import TypeVar


class Wind(StrEnum):
    """The wind of a round, or of a seat in one hand."""

    EAST = "E"
    SOUTH = "S"
    WEST = "W"
    NORTH = "N"


class Seat(IntEnum):
    """A position at the table, 0 to 3. A seat is named by its wind in the first hand and has this name for the whole
    hanchan."""

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    def after(self, turns: int = 1) -> "Seat":
        """Return the seat that is this number of turns later in the turn order (R1.3).

        >>> Seat.NORTH.after()
        <Seat.EAST: 0>
        """
        return SEATS[(self + turns) % 4]

    def wind(self, dealer: "Seat") -> Wind:
        """Return the wind of this seat while `dealer` is East (R1.3)."""
        return STARTING_WINDS[(self - dealer) % 4]


SEATS = tuple(Seat)

SUBSETS = tuple(frozenset(group) for size in range(5) for group in combinations(SEATS, size))
"""Every set of seats, from the empty set to all four."""

STARTING_WINDS = tuple(Wind)
"""The winds of the first hand, by seat."""

Amount = TypeVar("Amount")

Points = tuple[int, int, int, int]
"""Four amounts of points, by seat."""


def by_seat(amounts: Iterable[Amount]) -> tuple[Amount, Amount, Amount, Amount]:
    """Return four amounts in seat order, as a tuple. Raises ValueError if there are not four."""
    east, south, west, north = amounts
    return (east, south, west, north)
