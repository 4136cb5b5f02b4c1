"""Numbers as places on a drawing."""

import doctest
import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.core import charts
from tournament.core.charts import LABEL_GAP, apart, line_chart, round_numbers


def test_the_examples_hold():
    assert doctest.testmod(charts).failed == 0


@given(low=st.integers(-100_000, 100_000), width=st.integers(0, 200_000))
@settings(max_examples=50)
def test_round_numbers_go_around(low, width):
    ticks = round_numbers(low, low + width)

    assert ticks[0] <= low <= low + width <= ticks[-1]
    assert 2 <= len(ticks) <= 9
    assert len({b - a for a, b in itertools.pairwise(ticks)}) == 1


@given(places=st.lists(st.integers(0, 100), max_size=4))
@settings(max_examples=50)
def test_labels_never_lie_on_each_other(places):
    moved = sorted(apart(places, LABEL_GAP))

    assert all(0 <= place <= 100 for place in moved)
    assert all(b - a >= LABEL_GAP for a, b in itertools.pairwise(moved))


def test_lines_have_a_column_for_each_number_and_the_greatest_on_top():
    chart = line_chart([[30_000, 40_000], [30_000, 20_000]], (20_000, 30_000, 40_000))

    assert [line.places for line in chart.lines] == ["250 500 750 0", "250 500 750 1000"]
    assert [line.label for line in chart.lines] == [0, 100]
    assert [tick.y for tick in chart.ticks] == [1000, 500, 0]
    assert chart.lines[0].dots == "M250 500h0M750 0h0"


def test_of_places_the_first_is_on_top_and_what_is_missing_is_left_out():
    chart = line_chart([[None, 4, 1]], (1, 4), best_is_low=True)

    assert chart.lines[0].places == "500 1000 833 0"
    assert chart.columns == 3
