"""Substitutes: the absent player has what a missed hanchan costs, the others what R15.3 and R15.4 say."""

import json
from fractions import Fraction

import pytest

from scoring.__main__ import settle_line
from scoring.check import document_faults
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


RON = {"type": "ron", "discarder": 2, "wins": [{"winner": 1, "han": 3, "fu": 30}]}
CHOMBO = {"type": "chombo", "offenders": [1]}


def settled(substitutes, *hands):
    """The scores and the cost of chombo of a game in `hanchan/1`, or the message of its error."""
    data = {"format": "hanchan/1", "ruleset": "wrc_2015", "hands": hands or [RON, CHOMBO], "substitutes": substitutes}
    answer = settle_line(json.dumps(data).encode())
    if "error" in answer:
        return answer["error"]["message"]
    assert list(document_faults(data)) == []
    return [line["score"] for line in answer["result"]], answer["penalties"]


def test_a_game_as_data_names_its_substitutes(subtests):
    alone = [None] * 4
    for substitutes, scores, penalties in [
        (alone, ["0", "18.9", "-18.9", "0"], ["0", "20", "0", "0"]),
        ([None, 0, None, None], ["0", "-30", "-18.9", "0"], ["0", "0", "0", "0"]),
        ([None, 1, None, None], ["10", "-30", "-8.9", "10"], ["0", "0", "0", "0"]),
        ([None, 2, None, None], ["10", "-30", "-8.9", "10"], ["0", "20", "0", "0"]),
        ([0, None, None, 0], ["-30", "18.9", "-18.9", "-30"], ["0", "20", "0", "0"]),
    ]:
        with subtests.test(substitutes=substitutes):
            assert settled(substitutes) == (scores, penalties)


def test_what_are_no_substitutes_is_malformed(subtests):
    for wrong in (None, {}, [], [None] * 3, [0, 0, 0, True], [0, 0, 0, "0"], [-1, None, None, None], [10**9] * 4):
        with subtests.test(wrong=wrong):
            assert settled(wrong).startswith("substitutes ")
