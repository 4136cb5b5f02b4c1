"""Score points in tenths: exact, one way of writing each."""

import json
from fractions import Fraction

import pytest

from scoring.__main__ import settle_line
from scoring.presets import RULESETS, WRC_2015
from scoring.refusal import Refused
from scoring.rules import ruleset_from_json, ruleset_to_json
from scoring.uma import tenths, tenths_from_json, tenths_to_json

HALF = Fraction(1, 2)


def test_tenths_are_text_and_whole_numbers_are_numbers(subtests):
    for value, data in [(15, 15), (HALF, "0.5"), (-HALF, "-0.5"), (Fraction(-251, 10), "-25.1"), (0, 0)]:
        with subtests.test(value=value):
            assert tenths_to_json(value) == data
            assert tenths_from_json(data) == value
            assert tenths(str(data)) == value


def test_what_is_no_amount_in_tenths_is_refused(subtests):
    for value in ("4.50", "4.0", "4", "1/2", "x", 4.5, None, True, "٤.5", "1" * 9 + ".5"):
        for field in ("oka", "missed_uma", "chombo_value"):
            with subtests.test(value=value, field=field), pytest.raises(Refused) as refused:
                ruleset_from_json({"base": "wrc_2015", field: value}, RULESETS)
            assert refused.value.code == "illegal_ruleset"
        with pytest.raises(Refused):
            ruleset_from_json({"base": "wrc_2015", "uma": [15, 5, -5, value]}, RULESETS)
    for value in (Fraction(4), Fraction(1, 3), Fraction(10**7 + 1, 10)):
        with pytest.raises(Refused):
            WRC_2015.changed(oka=value)


def test_a_ruleset_with_tenths_is_written_and_read():
    rules = WRC_2015.changed(
        uma=(Fraction(19, 2), HALF, -HALF, Fraction(-19, 2)), oka=HALF, chombo_value=Fraction(5, 2), missed_uma=-HALF
    )

    data = json.loads(json.dumps(ruleset_to_json(rules)))

    assert (data["uma"], data["oka"], data["chombo_value"]) == (["9.5", "0.5", "-0.5", "-9.5"], "0.5", "2.5")
    assert ruleset_from_json(data, RULESETS) == rules


def test_a_chombo_of_tenths_costs_them_exactly():
    game = {"format": "hanchan/1", "ruleset": {"base": "wrc_2015", "chombo_value": "2.5"}}
    chombo = {"type": "chombo", "offenders": [1, 2]}

    answer = settle_line(json.dumps(game | {"hands": [chombo, chombo | {"offenders": [1]}]}).encode())

    assert answer["penalties"] == ["0", "5", "2.5", "0"]
