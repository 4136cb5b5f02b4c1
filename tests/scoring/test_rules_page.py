"""The examples of docs/rules.md are what the scoring does, and its table is the one that it pays by."""

import json
import re
from pathlib import Path

import pytest

from scoring.game_format import outcome_from_json
from scoring.game_writing import decimal_string, situation_to_json
from scoring.hanchan import advance
from scoring.outcome import HanFu, Limit
from scoring.payments import up_to_hundred
from scoring.placement import check_final_points, place
from scoring.presets import RULESETS, WRC_2015
from scoring.refusal import SENTENCES, Refused
from scoring.rules import ruleset_from_json
from scoring.seats import Seat, Wind
from scoring.situation import Situation, opening
from scoring.value import worth

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
EXAMPLES = [
    json.loads(line) for block in re.findall(r"^```json\n(.*?)^```", PAGE, re.S | re.M) for line in block.splitlines()
]
HANDS = [example for example in EXAMPLES if "deltas" in example]
REFUSED = [example for example in EXAMPLES if "refused" in example]
ENDS = [example for example in EXAMPLES if "scores" in example]
OF_TOURNAMENTS = [example for example in EXAMPLES if example["case"].startswith("T")]
"""These are tested in `test_tournament_page`."""
TABLE = re.findall(r"^\| (\d han \d+ fu|mangan|haneman|baiman|sanbaiman|yakuman) \| (.*) \|$", PAGE, re.M)


def rules_of(example):
    return ruleset_from_json(example["ruleset"], RULESETS)


def table_of(example):
    if "before" not in example:
        return opening(rules_of(example))
    before = example["before"]
    return Situation(
        points=(30_000,) * 4,
        round_wind=Wind(before["round_wind"]),
        dealer=Seat(before["dealer"]),
        honba=before["honba"],
        riichi_sticks=before["riichi_sticks"],
    )


def test_no_example_is_left_out():
    assert len(EXAMPLES) == len(HANDS) + len(REFUSED) + len(ENDS) + len(OF_TOURNAMENTS) > 50


@pytest.mark.parametrize("example", HANDS, ids=lambda example: example["case"])
def test_an_example_is_settled_as_the_page_says(example):
    played = advance(outcome_from_json(example["hand"]), table_of(example), rules=rules_of(example))

    assert list(played.settlement.deltas) == example["deltas"]
    if "after" in example:
        assert (None if played.ending else situation_to_json(played.after)) == example["after"]


@pytest.mark.parametrize("example", REFUSED, ids=lambda example: example["case"])
def test_an_example_is_refused_as_the_page_says(example):
    with pytest.raises(Refused) as refused:
        advance(outcome_from_json(example["hand"]), table_of(example), rules=rules_of(example))

    assert refused.value.code == example["refused"]


@pytest.mark.parametrize("example", ENDS, ids=lambda example: example["case"])
def test_an_end_is_scored_as_the_page_says(example):
    result = place(
        tuple(example["points"]),
        example["riichi_sticks"],
        rules=rules_of(example),
        from_start={Seat(seat) for seat in example.get("from_start", ())},
        during_play={Seat(seat) for seat in example.get("during_play", ())},
        chips=tuple(example.get("chips", (0, 0, 0, 0))),
        winless={Seat(seat) for seat in example.get("winless", ())},
    )

    if "start_points" in example:
        points, start_points = tuple(example["points"]), tuple(example["start_points"])
        check_final_points(points, example["riichi_sticks"], rules=rules_of(example), start_points=start_points)
    assert [decimal_string(placement.score) for placement in result] == example["scores"]


def test_the_table_of_payments(subtests):
    for hand, cells in TABLE:
        with subtests.test(hand):
            numbers = re.findall(r"\d+", hand)
            value = HanFu(int(numbers[0]), int(numbers[1])) if numbers else Limit[hand.upper()]
            base = worth(value, "ron", rules=WRC_2015).base

            said = [int(cell.replace(",", "")) for cell in re.findall(r"[\d,]+", cells)]

            assert said == [up_to_hundred(base * times) for times in (4, 6, 1, 2, 2)]


def test_every_rule_that_a_refusal_names_is_on_the_page():
    named = {rule for _sentence, rule in SENTENCES.values() if rule.startswith("R")}

    assert named
    assert [rule for rule in sorted(named) if not re.search(rf"\b{re.escape(rule)}\b", PAGE)] == []


def test_every_language_has_the_same_rules_and_examples(subtests):
    for language in ["fr", "cs"]:
        with subtests.test(language=language):
            page = (Path(__file__).parents[2] / "docs" / f"rules.{language}.md").read_text(encoding="utf-8")

            assert re.findall(r"^## [RT]\d*", page, re.M) == re.findall(r"^## [RT]\d*", PAGE, re.M)
            assert re.findall(r"[RT]\d+(?:\.\d+)?", page) == re.findall(r"[RT]\d+(?:\.\d+)?", PAGE)
            assert re.findall(r"^\{.*\}$", page, re.M) == re.findall(r"^\{.*\}$", PAGE, re.M)
            assert [re.sub(r"\D", "", row) for row in re.findall(r"^\|.*\|$", page, re.M)] == [
                re.sub(r"\D", "", row) for row in re.findall(r"^\|.*\|$", PAGE, re.M)
            ]
