"""Many totals to one ranking."""

from fractions import Fraction

from scoring.standings import rank


def test_equal_totals_share_the_better_place_and_the_next_is_skipped(subtests):
    for totals, places in [
        ([], []),
        ([7], [1]),
        ([5, 20, 20, -3], [3, 1, 1, 4]),
        ([0, 0, 0], [1, 1, 1]),
        ([9, 8, 8, 8, 7], [1, 2, 2, 2, 5]),
        ([Fraction(50, 3), Fraction("16.6667"), Fraction(50, 3), Fraction("16.6666")], [2, 1, 2, 4]),
        ([-1, Fraction(-1, 2), -1], [2, 1, 2]),
    ]:
        with subtests.test(totals=totals, places=places):
            assert rank([Fraction(total) for total in totals]) == places  # type: ignore[attr-defined]
