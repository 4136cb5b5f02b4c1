"""What is taken off a total beside chombo (R15)."""

from fractions import Fraction

import pytest

from scoring.penalties import lateness, total
from scoring.presets import WRC_2015


def test_x80_four_minutes_late_take_four_off_the_total_and_nothing_off_the_score():
    score = Fraction("12.3")

    assert total(score, Fraction(), lateness(4)) == Fraction("8.3")


def test_chombo_and_penalties_add_up():
    assert total(Fraction(30), Fraction(20), lateness(1) - WRC_2015.missed_score) == -21


def test_a_minute_late_costs_a_thousand_points(subtests):
    for minutes in [1, 10]:
        with subtests.test(minutes=minutes):
            assert lateness(minutes) == minutes


def test_who_is_on_time_or_does_not_play_is_not_late(subtests):
    for minutes in [-1, 0, 11]:
        with subtests.test(minutes=minutes), pytest.raises(ValueError, match="1 to 10 minutes"):
            lateness(minutes)
