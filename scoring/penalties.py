"""Penalties on a tournament's total, apart from chombo, in thousands (R15). No points on a table move (R13.6)."""

from fractions import Fraction

MOST_MINUTES_LATE = 10
"""The most minutes late at which a player still plays; afterwards a substitute sits down (R15.1)."""


def lateness(minutes: int) -> Fraction:
    """Return the penalty for coming late, in thousands: 1 for each minute begun (R15.1). Raises `ValueError` unless
    `minutes` is 1 to 10.

    >>> lateness(4)
    Fraction(4, 1)
    """
    if not 0 < minutes <= MOST_MINUTES_LATE:
        raise ValueError(f"a player is 1 to {MOST_MINUTES_LATE} minutes late, not {minutes}")
    return Fraction(minutes)


def total(scores: Fraction, chombo: Fraction, penalties: Fraction) -> Fraction:
    """Return a player's total in a tournament, in thousands: scores less chombo and other penalties (T1, R13.6).

    >>> total(Fraction("12.3"), Fraction(0), lateness(4))
    Fraction(83, 10)
    """
    return scores - chombo - penalties
