"""The best run of consecutive hanchans in a season."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm


def best_run(values: Sequence[Fraction], weights: Sequence[Fraction] | None, length: int) -> int:
    """Return the index at which the best run of this length begins; of equal runs the earliest. Runs are compared by
    the sum of their values or, with weights, by this sum divided by the sum of their weights.

    Each value is added only once, as a whole number: a person may have thousands of hanchans, and a league's page
    counts the runs of all persons.

    The examples compare the sums -1, -4 and 7, then the averages 8 / 1 and 12 / 2.

    >>> best_run([Fraction(8), Fraction(-9), Fraction(5), Fraction(2)], None, 2)
    2
    >>> best_run([Fraction(8), Fraction(12)], [Fraction(1), Fraction(2)], 1)
    0
    """
    totals = _running_totals(values)
    firsts = range(len(values) - length + 1)
    if weights is None:
        return max(firsts, key=lambda first: totals[first + length] - totals[first])
    of_weights = _running_totals(weights)

    def mean(first: int) -> Fraction:
        return Fraction(totals[first + length] - totals[first], of_weights[first + length] - of_weights[first])

    return max(firsts, key=mean)


def _running_totals(numbers: Sequence[Fraction]) -> list[int]:
    """Return the totals of the first 0, 1, 2 … of these numbers, multiplied by their common denominator."""
    parts = lcm(*(number.denominator for number in numbers))
    return list(accumulate((number.numerator * (parts // number.denominator) for number in numbers), initial=0))
