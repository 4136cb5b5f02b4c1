"""Many totals to one ranking: a tournament's and a league's alike."""

from collections.abc import Sequence
from fractions import Fraction


def rank(totals: Sequence[Fraction]) -> list[int]:
    """The place of each total, highest first; equals share the best number, the next is skipped (T2).

    >>> rank([Fraction(5), Fraction(20), Fraction(20), Fraction(-3)])
    [3, 1, 1, 4]
    """
    ordered = sorted(totals, reverse=True)
    first: dict[Fraction, int] = {}
    for place, total in enumerate(ordered, start=1):
        first.setdefault(total, place)
    return [first[total] for total in totals]
