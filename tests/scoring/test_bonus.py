"""Chips and yakitori at the end of a hanchan (R17), and finalists who start from different points (R1.6)."""

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.__main__ import settle_line
from scoring.bonus import MOST_CHIPS, bonuses, check_chips
from scoring.discrepancy import Mistake, explanations
from scoring.game_format import game_from_json
from scoring.hanchan import replay, winless
from scoring.placement import check_final_points, place, points_add_up, scores_add_up
from scoring.presets import JPML_A, MLEAGUE, WRC_2015
from scoring.refusal import Refused
from scoring.seats import SEATS, Seat
from scoring.situation import opening
from tests.scoring.shorthand import MANGAN, A, B, C, D, claims, draw, nagashi, ron, tsumo, win
from tests.scoring.strategies import rulesets, seat_sets

CHIPS = WRC_2015.changed(chip_value=2)
LOST = WRC_2015.changed(yakitori=Fraction(15, 2))
SHARED = WRC_2015.changed(yakitori=15, yakitori_to="winners")
FINAL = (40_000, 33_000, 27_000, 20_000)
GAME = {"format": "hanchan/1", "ruleset": "wrc_2015", "hands": []}

chips = st.tuples(*[st.integers(-20, 20)] * 3).map(lambda three: (*three, -sum(three)))


def error(**changes):
    return settle_line(json.dumps(GAME | changes).encode())["error"]["message"]


def result(**changes):
    return settle_line(json.dumps(GAME | changes).encode())["result"]


def test_x85_each_chip_is_worth_what_the_ruleset_says():
    placed = place((40_000, 30_000, 28_000, 22_000), 0, rules=CHIPS, chips=(-3, 5, 0, -2))

    assert [seat.bonus for seat in placed] == [-6, 10, 0, -4]
    assert [seat.score for seat in placed] == [19, 15, -7, -27]
    assert [seat.place for seat in placed] == [1, 2, 3, 4]
    assert scores_add_up(placed, rules=CHIPS)


def test_x86_who_won_no_hand_loses_the_yakitori():
    placed = place((40_000, 30_000, 28_000, 22_000), 0, rules=LOST, winless={C, D})

    assert [str(seat.bonus) for seat in placed] == ["0", "0", "-15/2", "-15/2"]
    assert scores_add_up(placed, rules=LOST)
    assert [seat.bonus for seat in place((30_000,) * 4, 0, rules=LOST, winless=set(SEATS))] == [Fraction(-15, 2)] * 4


def test_x87_who_won_a_hand_shares_the_yakitori(subtests):
    for without, shares in [
        ({D}, ["5", "5", "5", "-15"]),
        ({C, D}, ["15", "15", "-15", "-15"]),
        ({B, C, D}, ["45", "-15", "-15", "-15"]),
        ({A, B, C, D}, ["0", "0", "0", "0"]),
        (set(), ["0", "0", "0", "0"]),
    ]:
        with subtests.test(winless=without):
            assert [str(part) for part in bonuses((0, 0, 0, 0), without, rules=SHARED)] == shares


def test_whom_a_substitute_plays_for_has_no_bonus():
    rules = CHIPS.changed(yakitori=10)

    placed = place((30_000,) * 4, 0, rules=rules, from_start={A}, during_play={B}, chips=(4, 4, -8, 0), winless={A})

    assert [seat.bonus for seat in placed] == [0, 0, -16, 0]
    assert [seat.score for seat in placed[:2]] == [-30, -30]


def test_a_paid_win_ends_yakitori_and_no_other(subtests):
    for hands, rules, expected in [
        ([], WRC_2015, {A, B, C, D}),
        ([ron(B, A, MANGAN)], WRC_2015, {A, C, D}),
        ([tsumo(C, MANGAN), draw(A)], WRC_2015, {A, B, D}),
        ([claims(A, win(B, MANGAN), win(C, MANGAN))], WRC_2015, {A, C, D}),
        ([claims(A, win(B, MANGAN), win(C, MANGAN))], WRC_2015.changed(multi_ron="double"), {A, D}),
        ([nagashi(C)], WRC_2015.changed(nagashi="as_draw"), {A, B, C, D}),
        ([nagashi(C)], WRC_2015.changed(nagashi="as_win"), {A, B, D}),
    ]:
        with subtests.test(hands=hands, rules=rules):
            assert winless(replay(hands, rules=rules), rules=rules) == expected


def test_chips_are_refused_where_there_are_none_and_where_they_do_not_add_up():
    check_chips((0, 0, 0, 0), rules=WRC_2015)
    check_chips((1, -1, 2, -2), rules=CHIPS)
    for counted, rules, code in [((1, -1, 0, 0), WRC_2015, "no_chips"), ((1, 0, 0, 0), CHIPS, "chips_sum")]:
        with pytest.raises(Refused) as refused:
            check_chips(counted, rules=rules)
        assert refused.value.code == code


@settings(max_examples=100)
@given(chips=chips, without=seat_sets, rules=rulesets())
def test_no_score_point_is_made_by_a_bonus(chips, without, rules):
    parts = bonuses(chips, without, rules=rules)

    lost = rules.yakitori * len(without) if rules.yakitori_to == "lost" else 0
    assert sum(parts) == -lost


def test_a_game_as_data_says_its_chips_and_starting_points():
    with_chips = {"base": "wrc_2015", "chip_value": "0.5", "yakitori": 10}
    hands = [{"type": "ron", "discarder": 0, "wins": [{"winner": 1, "han": 3, "fu": 30}]}]

    east, south, *others = result(ruleset=with_chips, chips=[3, -1, -2, 0], start_points=[*FINAL], hands=hands)

    assert (east["points"], east["place"], east["bonus"], east["score"]) == (36_100, 2, "-8.5", "2.6")
    assert (south["points"], south["place"], south["bonus"], south["score"]) == (36_900, 1, "-0.5", "21.4")
    assert [seat["bonus"] for seat in others] == ["-11", "-10"]
    assert "bonus" not in result()[0]


def test_x84_finalists_start_from_their_own_points():
    game = game_from_json(GAME | {"start_points": [*FINAL]})
    before = {"scores": [39_000, 33_000, 27_000, 20_000], "round_wind": "E", "dealer": 0, "honba": 1}

    assert game.start == opening(WRC_2015, FINAL)
    assert game.start.points == FINAL
    assert [seat["place"] for seat in result(start_points=[*FINAL])] == [1, 2, 3, 4]
    assert game_from_json(GAME | {"start_points": [*FINAL], "start": before | {"riichi_sticks": 1}}).start.honba == 1
    assert game_from_json(GAME).start.points == (30_000,) * 4


def test_the_points_of_a_table_are_the_sum_of_what_its_players_start_with():
    more = (45_000, 35_000, 30_000, 20_000)

    check_final_points((60_000, 30_000, 20_000, 19_000), 1, rules=WRC_2015, start_points=more)
    with pytest.raises(Refused) as refused:
        check_final_points((60_000, 30_000, 20_000, 10_000), 0, rules=WRC_2015, start_points=more)
    assert refused.value.details["expected"] == 130_000
    assert points_add_up((60_000, 30_000, 20_000, 20_000), 0, rules=WRC_2015, start_points=more)
    assert not points_add_up((60_000, 30_000, 20_000, 10_000), 0, rules=WRC_2015, start_points=more)
    start = {"scores": [30_000] * 4, "round_wind": "E", "dealer": 0, "honba": 0, "riichi_sticks": 0}
    assert error(start_points=[*more], start=start) == (
        "The four starting points and the riichi bets on the table must add up to 130000, not 120000. (R14.5)"
    )


def test_a_forgotten_bet_is_found_from_other_starting_points():
    right = [ron(B, A, MANGAN, riichi=[B]), draw(C, riichi=[C])]
    start = opening(WRC_2015, FINAL)
    counted = replay(right, rules=WRC_2015, start=start)[-1].after.points

    mistakes = explanations([right[0], draw(C)], counted, rules=WRC_2015, start=start)

    assert [(mistake.number, mistake.mistake) for mistake in mistakes] == [(2, Mistake.RIICHI_FORGOTTEN)]


def test_what_is_wrong_in_chips_and_starting_points_is_said(subtests):
    for changes, message in [
        ({"chips": [1, -1, 0, 0]}, "These rules have no chips. (R17.1)"),
        (
            {"ruleset": {"base": "wrc_2015", "chip_value": 1}, "chips": [1, 0, 0, 0]},
            "The chips won and lost must add up to zero, not 1. (R17.1)",
        ),
        ({"chips": [1, -1, 0]}, "chips must be a list of four amounts of points. (hanchan/1)"),
        ({"chips": [True, -1, 0, 0]}, "chips must be a whole number that is not too large. (hanchan/1)"),
        (
            {"chips": [MOST_CHIPS + 1, -MOST_CHIPS - 1, 0, 0]},
            "chips must be a whole number that is not too large. (hanchan/1)",
        ),
        ({"start_points": [1, 2, 3]}, "start_points must be a list of four amounts of points. (hanchan/1)"),
        ({"start_points": 30_000}, "start_points must be a list of four amounts of points. (hanchan/1)"),
        ({"start_points": [30_050] * 4}, "Points must be multiples of 100. (R14.5)"),
    ]:
        with subtests.test(changes=changes):
            assert error(**changes) == message
    most = {"ruleset": {"base": "wrc_2015", "chip_value": 1}, "chips": [MOST_CHIPS, -MOST_CHIPS, 0, 0]}
    assert result(**most)[0]["bonus"] == "1000"


def test_a_preset_has_neither_chips_nor_yakitori(subtests):
    for rules in (WRC_2015, JPML_A, MLEAGUE):
        with subtests.test(rules.key):
            placed = place((40_000, 30_000, 20_000, 10_000), 0, rules=rules, winless={Seat.EAST})

            assert {seat.bonus for seat in placed} == {0}
