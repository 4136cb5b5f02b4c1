"""Ranks totals, of a tournament or of a league."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm


def exact_sum(scores: Iterable[Fraction]) -> Fraction:
    """Return the sum of scores. The scores are added as whole numbers over a common denominator: adding fractions takes
    ten times as long, and standings add thousands of scores.

    >>> exact_sum([Fraction("30.3"), Fraction("-50/3"), Fraction("0.5")])
    Fraction(212, 15)
    """
    total, parts = 0, 1
    for score in scores:
        numerator, denominator = score.as_integer_ratio()
        if denominator != parts:
            common = lcm(parts, denominator)
            total, parts = total * (common // parts), common
            numerator *= common // denominator
        total += numerator
    return Fraction(total, parts)


def rank(totals: Sequence[Fraction]) -> list[int]:
    """Return the place of each total; 1 is the highest. Equal totals share the better place: after two players in place
    1 comes place 3 (T2).

    >>> rank([Fraction(5), Fraction(20), Fraction(20), Fraction(-3)])
    [3, 1, 1, 4]
    """
    return rank_best_first([(0, total) for total in totals])


def rank_best_first(standings: Sequence[tuple[int, Fraction]]) -> list[int]:
    """Return the place of each pair of numbers; the highest pair has place 1. Pairs with equal first numbers are
    compared by their second numbers.

    >>> rank_best_first([(0, Fraction(50)), (1, Fraction(-3)), (1, Fraction(-3))])
    [3, 1, 1]
    """
    wholes = _in_smallest_parts([second for _first, second in standings])
    pairs = [(first, whole) for (first, _second), whole in zip(standings, wholes, strict=True)]
    places: dict[tuple[int, int], int] = {}
    for place, pair in enumerate(sorted(pairs, reverse=True), start=1):
        places.setdefault(pair, place)
    return [places[pair] for pair in pairs]


def _in_smallest_parts(scores: Sequence[Fraction]) -> list[int]:
    """Return the scores multiplied by their common denominator, because whole numbers are compared many times faster.

    >>> _in_smallest_parts([Fraction("0.5"), Fraction("-1/3")])
    [3, -2]
    """
    parts = lcm(*(score.denominator for score in scores))
    return [score.numerator * (parts // score.denominator) for score in scores]
