"""Whole hanchans under every preset: random ones, and one to each way a game can end."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.__main__ import settle_line
from scoring.game_format import outcome_from_json
from scoring.game_writing import outcome_to_json
from scoring.hanchan import Deal, Ending, replay
from scoring.placement import place, points_add_up, scores_add_up
from scoring.presets import MAHJONG_SOUL, RULESETS, TENHOU
from scoring.seats import Seat, Wind
from scoring.situation import opening
from tests.scoring.shorthand import MANGAN, YAKUMAN, A, B, C, D, chombo, draw, label, ron, table, tsumo
from tests.scoring.strategies import outcomes, playable

each_preset = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
ON_THE_NET = (TENHOU, MAHJONG_SOUL)


@each_preset
@settings(max_examples=15)
@given(hands=st.lists(outcomes, min_size=8, max_size=40))
def test_a_random_hanchan_keeps_its_points_replays_and_reads_back(rules, hands):
    taken, played = playable(hands, rules=rules)

    for hand in played:
        on_the_table = hand.after.riichi_sticks * rules.riichi_bet
        assert sum(hand.after.points) + on_the_table == 4 * rules.start_points
        assert table(label(hand.after), hand.after.points) == hand.after
    end = played[-1].after if played else opening(rules)
    placed = place(end.points, end.riichi_sticks, rules=rules)
    assert {seat.place for seat in placed} <= {1, 2, 3, 4}
    assert points_add_up([seat.points for seat in placed], end.riichi_sticks, rules=rules)
    assert scores_add_up(placed, rules=rules)

    assert replay(taken, rules=rules) == tuple(played)

    data = json.loads(json.dumps([outcome_to_json(hand) for hand in taken]))
    assert [outcome_from_json(hand) for hand in data] == taken

    answer = settle_line(json.dumps({"format": "hanchan/1", "ruleset": rules.key, "hands": data}).encode())
    assert [hand["deltas"] for hand in answer["hands"]] == [list(hand.settlement.deltas) for hand in played]
    assert [seat["points"] for seat in answer["result"]] == [seat.points for seat in placed]
    assert answer["finished"] == bool(played and played[-1].ending)


def test_every_deal_of_every_round_is_reached(subtests):
    for rules in RULESETS.values():
        with subtests.test(rules.key):
            _, played = playable([draw()] * 20, rules=rules)

            rounds = "ES" if rules.extension_round == "off" else "ESW"
            assert [(hand.before.round_wind, hand.before.dealer) for hand in played] == [
                (Wind(wind), dealer) for wind in rounds for dealer in Seat
            ]
            assert played[-1].ending is Ending.LAST_DEAL_PASSED


def test_east_stays_and_passes_for_every_reason(subtests):
    for rules in RULESETS.values():
        with subtests.test(rules.key):
            deals = [
                hand.deal
                for hand in replay([tsumo(A, "1/30"), draw(A), chombo(B), draw(), ron(A, C, "1/30")], rules=rules)
            ]

            assert deals == [Deal.EAST_WON, Deal.EAST_TENPAI, Deal.REDEALT, Deal.EAST_NOTEN, Deal.EAST_LOST]


def test_the_last_hand_ends_a_game_as_its_book_says(subtests):
    for rules in RULESETS.values():
        for case, last, elsewhere, on_the_net in [
            ("the deal passes", ron(B, A, MANGAN), Ending.LAST_DEAL_PASSED, Ending.TARGET_REACHED),
            ("the leader wins", ron(D, A, MANGAN), None, Ending.LEADER_STOPPED),
            ("a leader below the target wins", tsumo(D, "1/30"), None, None),
            ("a yakuman", ron(B, A, YAKUMAN), Ending.LAST_DEAL_PASSED, Ending.BUST),
        ]:
            with subtests.test(f"{rules.key}: {case}"):
                to_south_4 = [ron(dealer.after(), dealer.after(2), "1/30") for dealer in (A, B, C, D, A, B, C)]

                end = replay([*to_south_4, last], rules=rules)[-1]

                assert label(end.before) == "S4 h0 k0"
                assert end.ending is (on_the_net if rules in ON_THE_NET else elsewhere)
