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


def rank_with_disqualified(totals: Sequence[Fraction], disqualified: Sequence[bool]) -> list[int]:
    """The same, with the disqualified below everybody else whatever they have; they share one place (R15.5).

    >>> rank_with_disqualified([Fraction(5), Fraction(20), Fraction(-3)], [False, True, False])
    [1, 3, 2]
    """
    places = iter(rank([total for total, out in zip(totals, disqualified, strict=True) if not out]))
    last = disqualified.count(False) + 1
    return [last if out else next(places) for out in disqualified]
