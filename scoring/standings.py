"""Many totals to one ranking: a tournament's and a league's alike."""

from collections.abc import Sequence
from fractions import Fraction


def rank(totals: Sequence[Fraction]) -> list[int]:
    """The place of each total, highest first; equals share the best number, the next is skipped (T2).

    >>> rank([Fraction(5), Fraction(20), Fraction(20), Fraction(-3)])
    [3, 1, 1, 4]
    """
    return rank_best_first([(0, total) for total in totals])


def rank_best_first(standings: Sequence[tuple[int, Fraction]]) -> list[int]:
    """The same by two figures, the second deciding where the first is equal.

    >>> rank_best_first([(0, Fraction(50)), (1, Fraction(-3)), (1, Fraction(-3))])
    [3, 1, 1]
    """
    ordered = sorted(standings, reverse=True)
    first: dict[tuple[int, Fraction], int] = {}
    for place, standing in enumerate(ordered, start=1):
        first.setdefault(standing, place)
    return [first[standing] for standing in standings]
