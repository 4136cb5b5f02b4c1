"""Random hanchans under random rulesets with every field drawn, from random starting points, with random chips."""

import json
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.__main__ import settle_line
from scoring.check import document_faults
from scoring.game_format import game_from_json, outcome_from_json
from scoring.game_writing import outcome_to_json
from scoring.hanchan import replay, winless
from scoring.placement import place, points_add_up, scores_add_up
from scoring.presets import RULESETS
from scoring.rules import ruleset_from_json, ruleset_to_json
from scoring.situation import opening
from tests.scoring.strategies import CHANGES, games, playable, rulesets

starts = st.tuples(*[st.integers(-50, 700).map(lambda count: 100 * count)] * 4)
chips = st.tuples(*[st.integers(-20, 20)] * 3).map(lambda three: (*three, -sum(three)))


@settings(max_examples=150)
@given(hands=games, rules=rulesets(every_field=True), start_points=starts, chips=chips)
def test_a_hanchan_conserves_points_replays_and_reads_back(hands, rules, start_points, chips):
    chips = chips if rules.chip_value else (0, 0, 0, 0)
    start = opening(rules, start_points)
    taken, played = playable(hands, rules=rules, start=start)

    for hand in played:
        assert sum(hand.after.points) + hand.after.riichi_sticks * rules.riichi_bet == sum(start_points)
    for earlier, later in pairwise(played):
        assert (earlier.ending, later.before) == (None, earlier.after)
    assert replay(taken, rules=rules, start=start) == tuple(played)

    end = played[-1].after if played else start
    placed = place(end.points, end.riichi_sticks, rules=rules, chips=chips, winless=winless(played, rules=rules))
    assert points_add_up([seat.points for seat in placed], end.riichi_sticks, rules=rules, start_points=start_points)
    assert scores_add_up(placed, rules=rules)

    data = {
        "format": "hanchan/1", "ruleset": ruleset_to_json(rules), "start_points": list(start_points),
        "hands": [outcome_to_json(hand) for hand in taken], "chips": list(chips),
    }  # fmt: skip
    written = json.dumps(data)
    game = game_from_json(json.loads(written))
    assert (game.rules, game.start, game.chips) == (rules, start, chips)
    assert [outcome_from_json(hand) for hand in game.hands] == taken
    assert list(document_faults(json.loads(written))) == []
    answer = settle_line(written.encode())
    assert [hand["deltas"] for hand in answer["hands"]] == [list(hand.settlement.deltas) for hand in played]
    assert [seat["points"] for seat in answer["result"]] == [seat.points for seat in placed]


@settings(max_examples=150)
@given(rules=rulesets(every_field=True))
def test_a_ruleset_reads_back_with_every_field(rules):
    data = json.loads(json.dumps(ruleset_to_json(rules)))

    assert data.keys() == {"base", *CHANGES}
    assert ruleset_from_json(data, RULESETS) == rules
