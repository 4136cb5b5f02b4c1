"""Written data reads back unchanged, and no line makes the command line fail."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.__main__ import settle_line
from scoring.game_format import outcome_from_json
from scoring.game_writing import decimal_string, outcome_to_json
from scoring.presets import RULESETS
from scoring.refusal import SENTENCES
from scoring.rules import ruleset_from_json, ruleset_to_json
from scoring.seats import SEATS
from tests.scoring.strategies import games, nonsense, outcomes, playable, rulesets

often = settings()
sometimes = settings(max_examples=often.max_examples // 2)

GAME = {"format": "hanchan/1", "ruleset": "wrc_2015", "hands": []}
WIN = {"winner": 1, "han": 3, "fu": 30}
START = {"scores": [30_000] * 4, "round_wind": "E", "dealer": 0, "honba": 0, "riichi_sticks": 0}
HANDS = [
    {"type": "ron", "discarder": 2, "wins": [WIN], "riichi": [1]},
    {"type": "tsumo", "wins": [{"winner": 1, "yakuman": 1, "liable": 0, "yaku": ["daisangen"]}], "riichi": [1]},
    {"type": "exhaustive_draw", "tenpai": [0, 3], "dead_hands": [1], "riichi": [3]},
    {"type": "nagashi_mangan", "winners": [0], "tenpai": [2], "riichi": [2]},
    {"type": "abortive_draw", "reason": "four_winds", "riichi": []},
    {"type": "chombo", "offenders": [1], "riichi": []},
]


def through_json(data):
    return json.loads(json.dumps(data))


@often
@given(outcomes)
def test_an_outcome_reads_back_the_same(outcome):
    assert outcome_from_json(through_json(outcome_to_json(outcome))) == outcome


@often
@given(rulesets())
def test_a_ruleset_reads_back_the_same(rules):
    assert ruleset_from_json(through_json(ruleset_to_json(rules)), RULESETS) == rules


@often
@given(st.fractions(max_denominator=1_000_000))
def test_a_number_reads_back_the_same(number):
    assert type(number)(decimal_string(number)) == number


@sometimes
@given(hands=games, rules=rulesets())
def test_the_command_line_says_what_the_replay_says(hands, rules):
    taken, played = playable(hands, rules=rules)
    data = GAME | {"ruleset": ruleset_to_json(rules), "hands": [outcome_to_json(hand) for hand in taken]}

    answer = settle_line(json.dumps(data).encode())

    assert [hand["deltas"] for hand in answer["hands"]] == [list(hand.settlement.deltas) for hand in played]
    assert [hand["next"] is None for hand in answer["hands"]] == [bool(hand.ending) for hand in played]
    assert answer["finished"] == (bool(played) and played[-1].ending is not None)
    costs = [sum(hand.settlement.penalties[seat] for hand in played) for seat in SEATS]
    assert answer["penalties"] == [str(cost) for cost in costs]


def is_an_answer(answer):
    """Exactly what the format says an answer is, and it can be printed."""
    if through_json(answer) != answer:
        return False
    if "error" not in answer:
        return (
            sorted(answer) == ["finished", "hands", "penalties", "result"]
            and all(sorted(hand) == ["deltas", "next", "scores"] for hand in answer["hands"])
            and all(sorted(seat) == ["place", "points", "score", "uma"] for seat in answer["result"])
        )
    error = answer["error"]
    return (
        list(answer) == ["error"]
        and sorted(error) == ["code", "hand", "message"]
        and error["code"] in SENTENCES
        and (error["hand"] is None or error["hand"] >= 0)
        and len(error["message"]) < 300
    )


@often
@given(nonsense)
def test_any_json_gets_an_answer(data):
    assert is_an_answer(settle_line(json.dumps(data).encode()))


@often
@given(
    st.fixed_dictionaries(
        {"format": st.just("hanchan/1"), "ruleset": nonsense, "hands": st.lists(nonsense, max_size=3)}
    )
)
def test_any_json_in_the_shape_of_a_game_gets_an_answer(data):
    assert is_an_answer(settle_line(json.dumps(data).encode()))


@often
@given(st.data())
def test_a_good_game_with_nonsense_somewhere_in_it_gets_an_answer(data):
    ruleset = ruleset_to_json(data.draw(st.sampled_from(list(RULESETS.values()))))
    game = through_json(GAME | {"ruleset": ruleset, "start": START, "hands": HANDS, "players": ["", "", "", ""]})
    spot = game
    while isinstance(spot, dict | list) and spot:
        keys = list(spot) if isinstance(spot, dict) else list(range(len(spot)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(spot[key], dict | list) or data.draw(st.booleans()):
            spot[key] = data.draw(nonsense)
            break
        spot = spot[key]

    assert is_an_answer(settle_line(json.dumps(game).encode()))


@often
@given(st.binary() | st.text().map(lambda text: text.encode("utf-16")) | st.text().map(str.encode))
def test_any_bytes_get_an_answer(line):
    assert is_an_answer(settle_line(line))


@sometimes
@given(st.integers(1, 200_000), st.sampled_from([b"[", b'{"hands":[', b'{"ruleset":{"base":']))
def test_any_depth_gets_an_answer(depth, opening):
    closing = {b"[": b"]", b'{"hands":[': b"]}", b'{"ruleset":{"base":': b"}}"}[opening]

    assert is_an_answer(settle_line(opening * depth))
    assert is_an_answer(settle_line(opening * depth + b"0" + closing * depth))


@sometimes
@given(st.integers(1, 10_000), st.sampled_from(["han", "fu", "winner", "yakuman"]))
def test_numbers_of_any_length_get_an_answer(digits, key):
    win = json.dumps({"winner": 1, "han": 1, "fu": 30} | {key: 0}).replace(f'"{key}": 0', f'"{key}": {"9" * digits}')
    line = json.dumps(GAME | {"hands": ["here"]}).replace(
        '"here"', '{"type": "ron", "discarder": 0, "wins": [' + win + "]}"
    )

    assert is_an_answer(settle_line(line.encode()))


@sometimes
@given(outcomes, st.sampled_from(list(RULESETS)))
def test_a_repeated_key_counts_once(outcome, ruleset):
    hand = json.dumps(outcome_to_json(outcome))
    line = f'{{"format": 1, "format": "hanchan/1", "ruleset": "{ruleset}", "hands": [], "hands": [{hand}]}}'

    assert is_an_answer(settle_line(line.encode()))
