"""Rank totals, of a tournament or of a league."""

from collections.abc import Sequence
from fractions import Fraction


def rank(totals: Sequence[Fraction]) -> list[int]:
    """Place of each total, the highest is 1; equals share the better place, the next is skipped (T2).

    >>> rank([Fraction(5), Fraction(20), Fraction(20), Fraction(-3)])
    [3, 1, 1, 4]
    """
    return rank_best_first([(0, total) for total in totals])


def rank_best_first(standings: Sequence[tuple[int, Fraction]]) -> list[int]:
    """Place of each pair of figures; the second figure decides if the first is equal.

    >>> rank_best_first([(0, Fraction(50)), (1, Fraction(-3)), (1, Fraction(-3))])
    [3, 1, 1]
    """
    ordered = sorted(standings, reverse=True)
    first: dict[tuple[int, Fraction], int] = {}
    for place, standing in enumerate(ordered, start=1):
        first.setdefault(standing, place)
    return [first[standing] for standing in standings]
