"""Substitutes: the absent player has what a missed hanchan costs, the others what R15.3 and R15.4 say."""

from fractions import Fraction

import pytest

from scoring.placement import place
from scoring.presets import EMA_2016, EMA_2025, MLEAGUE, TENHOU, WRC_2015, WRC_2025
from tests.scoring.shorthand import A, B, C, D

X78 = (40_000, 30_000, 28_000, 22_000)
BOOKS = pytest.mark.parametrize("rules", [WRC_2015, WRC_2025, EMA_2016, EMA_2025], ids=lambda rules: rules.key)


def scores(placed):
    return [seat.score for seat in placed]


@BOOKS
def test_x78_a_substitute_from_the_start_who_wins_leaves_the_lower_uma_to_the_others(rules):
    placed = place(X78, 0, rules=rules, from_start={A})

    assert scores(placed) == [-30, 5, -7, -23]
    assert [seat.uma for seat in placed] == [-15, 5, -5, -15]
    assert [seat.points for seat in placed] == list(X78)


@BOOKS
def test_x79_a_substitute_who_came_during_play_is_last_and_the_others_share_the_rest(rules):
    placed = place(X78, 0, rules=rules, during_play={A})

    assert [seat.uma for seat in placed] == [-15, 15, 5, -5]
    assert scores(placed) == [-30, 15, 3, -13]
    assert [seat.place for seat in placed] == [4, 1, 2, 3]


def test_r15_2_a_ruleset_names_what_a_missed_hanchan_has(subtests):
    for changes, score in [
        ({"missed_points": -10_000}, -25),
        ({"missed_uma": Fraction(-25, 2)}, Fraction("-27.5")),
        ({"missed_points": 0, "missed_uma": 0}, 0),
        ({"missed_points": 500, "missed_uma": -1}, Fraction("-0.5")),
    ]:
        with subtests.test(changes=changes):
            rules = WRC_2015.changed(**changes)
            placed = place(X78, 0, rules=rules, from_start={A})

            assert scores(placed) == [score, 5, -7, -23]
            assert placed[A].uma == rules.missed_uma


def test_others_who_are_tied_share_the_uma_of_their_places():
    placed = place((50_000, 30_000, 30_000, 10_000), 0, rules=WRC_2015, during_play={A})

    assert [seat.uma for seat in placed] == [-15, 10, 10, -5]


def test_a_substitute_who_came_during_play_ties_with_nobody():
    placed = place((30_000,) * 4, 0, rules=WRC_2015, during_play={D})

    assert [seat.uma for seat in placed] == [5, 5, 5, -15]


def test_two_absent_players_have_the_same():
    placed = place(X78, 0, rules=WRC_2015, from_start={A}, during_play={B})

    assert scores(placed) == [-30, -30, 3, -13]
    assert [placed[seat].uma for seat in (C, D)] == [5, -5]


def test_bets_left_go_by_what_was_played():
    placed = place((40_000, 30_000, 28_000, 21_000), 1, rules=EMA_2016, during_play={A})

    assert placed[A].points == 41_000
    assert placed[B].score == 15


@pytest.mark.parametrize("rules", [MLEAGUE, TENHOU], ids=lambda rules: rules.key)
def test_the_absent_player_has_it_under_any_ruleset(rules):
    placed = place((45_000, 25_000, 20_000, 10_000), 0, rules=rules, from_start={A})
    played = place((45_000, 25_000, 20_000, 10_000), 0, rules=rules)

    assert placed[A].score == Fraction(-30)
    assert placed[1:] == played[1:]
