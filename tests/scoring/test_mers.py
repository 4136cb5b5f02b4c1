"""The European ranking: the vectors of the rules page, section 6.4, and each boundary from both sides."""

from fractions import Fraction

import pytest

from scoring.mers import Mers, base_rank, weight


def test_base_ranks(subtests):
    for place, players, base in [(1, 60, 1000), (60, 60, 0), (32, 60, 475), (26, 40, 359), (2, 2, 0)]:
        with subtests.test(place=place, players=players, base=base):
            assert base_rank(place, players) == base


def test_a_place_that_nobody_has(subtests):
    for place, players in [(0, 4), (5, 4), (1, 1)]:
        with subtests.test(place=place, players=players), pytest.raises(ValueError, match="no place"):
            base_rank(place, players)


def test_weights(subtests):
    for facts, total in [
        ({"days": 2, "players": 64, "countries": 11}, "3.5"),
        ({"days": 2, "players": 84, "countries": 8}, "3.5"),
        ({"days": 1, "players": 40, "countries": 5}, "1"),
        ({"days": 1, "players": 41, "countries": 6}, "2"),
        ({"days": 1, "players": 80, "countries": 10}, "2"),  # 10 countries are a half: the federation's page wins
        ({"days": 1, "players": 81, "countries": 11}, "3"),
        ({"days": 4, "players": 8, "countries": 1}, "3"),
        ({"days": 3, "players": 140, "countries": 20, "qualification": True}, "6"),
    ]:
        with subtests.test(facts=facts, total=total):
            assert weight(**facts).total == Fraction(total)


def test_boundaries_are_settings():
    assert weight(days=1, players=84, countries=1, mers=Mers(players=(100, 200))).total == 1
