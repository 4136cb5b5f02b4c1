"""Reads and writes the score points of a ruleset: uma by place, and amounts in tenths."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Tenths = int | Fraction
"""Score points, in thousands: a whole number, or an exact number of tenths. In data `15`, or text like `"4.5"`."""

Uma = tuple[Tenths, Tenths, Tenths, Tenths]
"""Score points for first to last place, in thousands."""

TENTHS = re.compile(r"-?[0-9]{1,7}\.[1-9]")
"""Pattern for a score with tenths, such as "-2.5", as text; a score without tenths is written as a number."""


@dataclass(frozen=True, slots=True)
class FloatingUma:
    """Uma that depends on how many players end with the return points or more: one row for each number of players, 0 to
    4.

    In data it is an object with the keys "0" to "4"; a fixed uma is a list of four instead.
    """

    rows: tuple[Uma, Uma, Uma, Uma, Uma]


def tenths(text: str) -> Tenths:
    """Return the number in a text, such as "15" or "-4.5". Raises `ValueError`.

    >>> tenths("-4.5"), tenths("4.0")
    (Fraction(-9, 2), 4)
    """
    exact = Fraction(text)
    return exact.numerator if exact.denominator == 1 else exact


def tenths_to_json(value: Tenths) -> int | str:
    """Write a whole number as a number, and tenths as text.

    >>> tenths_to_json(Fraction(-9, 2)), tenths_to_json(15)
    ('-4.5', 15)
    """
    if isinstance(value, int):
        return value
    whole, rest = divmod(abs(value.numerator * 10 // value.denominator), 10)
    return f"{'-' if value < 0 else ''}{whole}.{rest}"


def tenths_from_json(data: Any) -> Any:
    """Parse tenths written as text. Other values are returned unchanged, and `Ruleset` checks them."""
    return Fraction(data) if isinstance(data, str) and TENTHS.fullmatch(data) else data


def uma_to_json(uma: Uma | FloatingUma) -> Any:
    if isinstance(uma, FloatingUma):
        return {str(above): uma_to_json(row) for above, row in enumerate(uma.rows)}
    return [tenths_to_json(part) for part in uma]


def uma_from_json(data: Any) -> Any:
    """Read uma from data, without checking its values, which `Ruleset` does."""
    if isinstance(data, list):
        return tuple(map(tenths_from_json, data))
    if isinstance(data, dict) and data.keys() == set("01234"):
        rows: Any = tuple(uma_from_json(data[above]) if isinstance(data[above], list) else None for above in "01234")
        return FloatingUma(rows)
    return data
