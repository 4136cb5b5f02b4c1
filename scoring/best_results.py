"""A ranking over many events that adds up each person's best results.

A result is a base rank from 0 to 1000 (`scoring.mers.base_rank`), multiplied by the event's weight. No rulebook defines
this ranking; the EMA's own ranking is `scoring.mers`.
"""

from collections.abc import Sequence
from fractions import Fraction

from scoring.mers import CountedResult


def best_results(results: Sequence[CountedResult], best: int | None) -> tuple[Fraction, tuple[bool, ...]]:
    """Return the sum of the `best` largest results (if None, of all), and for each result whether it counts.

    Of equal results the earlier one counts. In the example the results are 0, 1000 and 1000.

    >>> half = CountedResult(base=500, weight=Fraction(2))
    >>> first, last = CountedResult(base=1000, weight=Fraction(1)), CountedResult(base=0, weight=Fraction(3))
    >>> best_results([last, half, first], 1)
    (Fraction(1000, 1), (False, True, False))
    """
    points = [result.base * result.weight for result in results]
    best_first = sorted(range(len(points)), key=lambda number: -points[number])
    counted = set(best_first[:best])
    return sum((points[number] for number in counted), Fraction()), tuple(
        number in counted for number in range(len(points))
    )
