"""The European ranking: the vectors of the rules page, section 6.4, and each boundary from both sides."""

from datetime import date
from fractions import Fraction

import pytest

from scoring.mers import CountedResult, Mers, age_factor, base_rank, country_ranking, ranking, weight


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


def test_results_age(subtests):
    for held, reckoned, factor in [
        (date(2025, 6, 1), date(2026, 6, 1), "1"),
        (date(2025, 6, 1), date(2026, 6, 2), "1/2"),
        (date(2024, 6, 1), date(2026, 6, 1), "1/2"),
        (date(2024, 6, 1), date(2026, 6, 2), "0"),
        (date(2024, 2, 29), date(2025, 2, 28), "1"),
        (date(2024, 2, 29), date(2025, 3, 1), "1/2"),
        (date(2026, 6, 2), date(2026, 6, 1), "0"),
    ]:
        with subtests.test(held=held, reckoned=reckoned, factor=factor):
            assert age_factor(held, reckoned) == Fraction(factor)


def counted(*results):
    return [CountedResult(base=base, weight=Fraction(weight_)) for base, weight_ in results]


def test_the_ranking_of_the_rules_page():
    found = ranking(counted((1000, 1), (501, 6), (1000, 1), (500, 1), (1000, 1)))

    assert [round(float(part), 2) for part in (found.all_round, found.best, found.total)] == [650.60, 667.33, 658.97]


def test_few_results_are_padded_and_one_is_none():
    assert ranking(counted((1000, 3))) is None
    assert ranking(counted((1000, 3), (900, 0))) is None  # too old to count
    assert ranking(counted((1000, 1), (1000, 1))).all_round == 400
    assert ranking(counted((1000, 1), (1000, 1))).best == 500


def test_of_many_results_the_best_four_fifths_above_five_count():
    # Six results: 5 + 0.8, rounded up to all six. Ten: nine of them.
    assert ranking(counted(*[(600, 1)] * 5, (0, 1))).all_round == 500
    assert ranking(counted(*[(600, 1)] * 9, (0, 1))).all_round == 600


def test_a_country_is_its_three_best():
    assert country_ranking([Fraction(900), Fraction(300), Fraction(600), Fraction(1)]) == 600
    assert country_ranking([Fraction(900)]) == 300
