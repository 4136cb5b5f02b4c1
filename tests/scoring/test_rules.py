"""A ruleset is data: its presets differ where the books differ, and nonsense is refused field by field."""

import inspect
import json
from dataclasses import FrozenInstanceError, fields

import pytest

from scoring import rules as rules_module
from scoring.outcome import AbortReason
from scoring.presets import (
    CZECH_CLUB,
    EMA_2016,
    EMA_2025,
    JPML_A,
    MAHJONG_SOUL,
    MLEAGUE,
    RULESETS,
    SAIKOUISEN,
    TENHOU,
    WRC_2015,
    WRC_2025,
)
from scoring.refusal import Refused
from scoring.rules import Ruleset, ruleset_from_json, ruleset_to_json
from scoring.tiles.words import DOUBLE_YAKUMAN, MAY_BE_ABSENT, YAKUMAN
from scoring.uma import FloatingUma
from tests.scoring.shorthand import FLOATING

ZERO = (0, 0, 0, 0)


def differences(one, other):
    return {
        field.name: (getattr(one, field.name), getattr(other, field.name))
        for field in fields(Ruleset)
        if getattr(one, field.name) != getattr(other, field.name) and field.name != "key"
    }


def test_the_default_ruleset_is_the_source_texts():
    assert next(iter(RULESETS)) == "wrc_2015"
    assert Ruleset(key="wrc_2015") == WRC_2015
    assert all(rules.key == key for key, rules in RULESETS.items())


def test_ema_2016_differs_from_wrc_2015_in_what_its_own_list_names_and_in_the_clock():
    assert differences(WRC_2015, EMA_2016) == {
        "multi_ron": ("head_bump", "triple"),
        "kiriage": (True, False),
        "leftover_sticks": ("lost", "first_split"),
        "time_policy": ("finish_current", "finish_current_plus_one"),
        "minutes": (90, 75),
        "chombo_redeals_last_hand": (False, True),
    }


def test_ema_2025_rounds_up_and_counts_a_double_wind_pair_once():
    assert differences(EMA_2016, EMA_2025) == {
        "kiriage": (False, True),
        "double_wind_fu": (4, 2),
        "chombo_redeals_last_hand": (True, False),
    }


def test_the_other_presets_differ_from_their_relatives_as_the_matrix_says():
    with_four_kongs = frozenset({"daisangen", "daisuushii", "suukantsu"})
    usual = frozenset({"daisangen", "daisuushii"})

    assert differences(WRC_2015, WRC_2025) == {
        "kazoe": (False, True),
        "multiple_yakuman": (False, True),
        "double_wind_fu": (4, 2),
        "pao_yaku": (usual, with_four_kongs),
        "chombo_value": (20, 30),
    }
    assert differences(WRC_2015, JPML_A) == {
        "uma": ((15, 5, -5, -15), FLOATING),
        "kiriage": (True, False),
        "kazoe": (False, True),
        "multiple_yakuman": (False, True),
        "double_wind_fu": (4, 2),
        "ippatsu": (True, False),
        "ura_dora": (True, False),
        "kan_dora": (True, False),
        "kan_ura": (True, False),
        "pao_yaku": (usual, with_four_kongs),
    }
    assert differences(WRC_2015, SAIKOUISEN) == {
        "uma": ((15, 5, -5, -15), (30, 10, -10, -30)),
        "double_wind_fu": (4, 2),
        "pao_yaku": (usual, frozenset()),
    }
    assert differences(WRC_2015, MLEAGUE) == {
        "start_points": (30_000, 25_000),
        "uma": ((15, 5, -5, -15), (30, 10, -10, -30)),
        "oka": (0, 20),
        "leftover_sticks": ("lost", "first_split"),
        "leftover_remainder": ("lost", "seat"),
        "multiple_yakuman": (False, True),
        "red_fives": (0, 3),
        "double_wind_fu": (4, 2),
        "pao_yaku": (usual, with_four_kongs),
    }
    assert differences(TENHOU, MAHJONG_SOUL) == {
        "return_points": (30_000, 25_000),
        "uma": ((20, 10, -10, -20), (15, 5, -5, -15)),
        "oka": (20, 0),
        "final_rounding": ("nearest_thousand", "none"),
        "extension_round": ("sudden_death", "full"),
        "multi_ron": ("double", "triple"),
        "double_yakuman": (frozenset(), DOUBLE_YAKUMAN),
        "pao_composite": ("all", "part"),
        "abort_three_winners": (True, False),
    }
    assert differences(WRC_2015, CZECH_CLUB) == {f"abort_{reason}": (False, True) for reason in AbortReason}


def test_the_rulebooks_found_later_differ_from_their_relatives_as_their_sources_say():
    assert differences(WRC_2015, RULESETS["wrc_2022"]) == {
        "multiple_yakuman": (False, True),
        "double_wind_fu": (4, 2),
        "chombo_value": (20, 30),
    }
    assert differences(WRC_2025, RULESETS["wrc_2025_lower"]) == {"chombo_value": (30, 20)}
    assert differences(WRC_2015, RULESETS["rmu_a"]) == {
        "multiple_yakuman": (False, True),
        "pao_yaku": (frozenset({"daisangen", "daisuushii"}), frozenset()),
    }
    assert differences(RULESETS["rmu_a"], RULESETS["rmu_b"]) == dict.fromkeys(
        ("ippatsu", "ura_dora", "kan_dora", "kan_ura"), (True, False)
    )
    assert differences(RULESETS["rmu_a"], RULESETS["rmu_m"]) == {
        "start_points": (30_000, 25_000),
        "uma": ((15, 5, -5, -15), (30, 10, -10, -30)),
        "oka": (0, 20),
        "red_fives": (0, 3),
    }


def test_the_round_figures_of_tenhou():
    assert (TENHOU.start_points, TENHOU.return_points, TENHOU.target_points) == (25_000, 30_000, 30_000)
    assert (TENHOU.riichi_bet, TENHOU.riichi_min_points) == (1_000, 1_000)


def test_a_ruleset_is_frozen_and_a_changed_one_is_another():
    changed = WRC_2015.changed(kiriage=False)

    assert WRC_2015.kiriage
    assert not changed.kiriage
    with pytest.raises(FrozenInstanceError):
        changed.kiriage = True


def test_every_field_says_what_it_means():
    source = inspect.getsource(rules_module)
    for field in fields(Ruleset):
        declared = source.index(f"    {field.name}: ")
        following = source[declared:].split("\n")[1].strip()
        assert following.startswith('"""'), field.name


def test_a_ruleset_that_makes_no_sense_is_refused_and_the_field_is_named(subtests):
    for changes, problem in [
        ({"kiriage": 1}, "kiriage"),
        ({"start_points": 30_000.0}, "start_points"),
        ({"start_points": True}, "start_points"),
        ({"start_points": "30000"}, "start_points"),
        ({"start_points": 1_000_100}, "start_points"),
        ({"start_points": 0}, "start_points"),
        ({"start_points": 30_050}, "start_points"),
        ({"start_points": -100}, "start_points"),
        ({"return_points": -100}, "return_points"),
        ({"chombo_value": -20}, "chombo_value"),
        ({"riichi_bet": 0}, "riichi_bet"),
        ({"riichi_bet": 1_050}, "riichi_bet"),
        ({"honba_value": 150}, "honba_value"),
        ({"honba_value": -300}, "honba_value"),
        ({"noten_total": 1_000}, "noten_total"),
        ({"uma": (15, 5, -5)}, "uma"),
        ({"uma": (15, 5, -5, -15, 0)}, "uma"),
        ({"uma": (15.0, 5, -5, -15)}, "uma"),
        ({"uma": [15, 5, -5, -15]}, "uma"),
        ({"uma": (5, 15, -5, -15)}, "uma gives a worse place more"),
        ({"uma": FloatingUma((ZERO,) * 4)}, "uma"),
        ({"uma": FloatingUma((ZERO, ZERO, ZERO, ZERO, (0, 0, 0)))}, "uma"),
        ({"uma": FloatingUma((ZERO, ZERO, (8, 4, -4, -3), ZERO, (0, 0, 0, 1)))}, "uma gives a worse place more"),
        ({"uma": (ZERO,) * 5}, "uma"),
        ({"oka": -1}, "oka"),
        ({"leftover_remainder": "first"}, "leftover_remainder"),
        ({"extension_round": "full"}, "target_points"),
        ({"pao_yaku": {"daisangen"}}, "pao_yaku"),
        ({"pao_yaku": frozenset({1})}, "pao_yaku"),
        ({"multi_ron": "all"}, "multi_ron"),
        ({"multi_ron": None}, "multi_ron"),
        ({"double_wind_fu": 3}, "double_wind_fu"),
        ({"double_wind_fu": 2.0}, "double_wind_fu"),
        ({"target_points": "30000"}, "target_points"),
        ({"extension_round": "sudden_death"}, "target_points"),
        ({"minutes": None}, "minutes"),
        ({"time_policy": "none"}, "minutes"),
        ({"minutes": 0}, "minutes"),
        ({"minutes": -5}, "minutes"),
        ({"key": 7}, "key"),
    ]:
        with subtests.test(changes=changes, problem=problem):
            with pytest.raises(Refused) as refused:
                WRC_2015.changed(**changes)

            assert refused.value.code == "illegal_ruleset"
            assert problem in refused.value.message


def test_a_ruleset_as_data_gives_itself_back(subtests):
    for rules in RULESETS.values():
        with subtests.test(rules.key):
            for same in (rules, rules.changed(kiriage=not rules.kiriage, uma=(30, 10, -10, -30), pao_yaku=frozenset())):
                assert ruleset_from_json(ruleset_to_json(same), RULESETS) == same


def test_a_floating_uma_as_data_has_a_row_for_each_number_of_players_above():
    rules = WRC_2015.changed(uma=FLOATING)

    data = ruleset_to_json(rules)

    assert data["uma"] == {
        "0": [0, 0, 0, 0], "1": [12, -1, -3, -8], "2": [8, 4, -4, -8], "3": [8, 3, 1, -12], "4": [0, 0, 0, 0],
    }  # fmt: skip
    assert ruleset_from_json(data, RULESETS) == rules
    assert ruleset_from_json(data | {"uma": [15, 5, -5, -15]}, RULESETS) == WRC_2015


def test_a_ruleset_kept_before_a_field_existed_has_its_presets_value(subtests):
    for rules in RULESETS.values():
        with subtests.test(rules.key):
            kept = ruleset_to_json(rules)
            for field in ("leftover_remainder", "pao_composite", "rinshan_fu", "ippatsu", "kan_ura", "absent_yaku"):
                del kept[field]

            assert ruleset_from_json(kept, RULESETS) == rules


def test_double_yakuman_were_a_switch_before_they_were_a_list():
    assert ruleset_from_json({"base": "mahjong_soul", "double_yakuman": True}, RULESETS) == MAHJONG_SOUL
    assert not ruleset_from_json({"base": "mahjong_soul", "double_yakuman": False}, RULESETS).double_yakuman
    assert ruleset_to_json(TENHOU.changed(double_yakuman=frozenset({"tenhou"})))["double_yakuman"] == ["tenhou"]


def test_a_ruleset_that_cannot_be_read_is_refused(subtests):
    for data, code in [
        ("WRC_2015", "unknown_ruleset"),
        ("", "unknown_ruleset"),
        ({"base": "nowhere"}, "unknown_ruleset"),
        ({}, "malformed"),
        ({"kiriage": True}, "malformed"),
        ({"base": {"base": "wrc_2015"}}, "malformed"),
        ({"base": None}, "malformed"),
        (None, "malformed"),
        (["wrc_2015"], "malformed"),
        (2015, "malformed"),
        ({"base": "wrc_2015", "kirriage": True}, "illegal_ruleset"),
        ({"base": "wrc_2015", "key": "wrc_2015"}, "illegal_ruleset"),
        ({"base": "wrc_2015", "uma": [15, 5, -5]}, "illegal_ruleset"),
        ({"base": "wrc_2015", "uma": {"1": 15}}, "illegal_ruleset"),
        ({"base": "wrc_2015", "uma": {above: [0, 0, 0, 0] for above in "0123"}}, "illegal_ruleset"),
        ({"base": "wrc_2015", "uma": {above: [0, 0, 0, 0] for above in "12345"}}, "illegal_ruleset"),
        ({"base": "wrc_2015", "uma": dict.fromkeys("01234", 0)}, "illegal_ruleset"),
        ({"base": "wrc_2015", "uma": {above: [0, 0, 0, "0"] for above in "01234"}}, "illegal_ruleset"),
        ({"base": "wrc_2015", "uma": [[0, 0, 0, 0]] * 5}, "illegal_ruleset"),
        ({"base": "wrc_2015", "pao_yaku": "daisangen"}, "illegal_ruleset"),
        ({"base": "wrc_2015", "pao_yaku": [["daisangen"]]}, "illegal_ruleset"),
        ({"base": "tenhou", "target_points": None}, "illegal_ruleset"),
        ({"base": "tenhou", "double_yakuman": ["dora"]}, "illegal_ruleset"),
        ({"base": "tenhou", "double_yakuman": 1}, "illegal_ruleset"),
        ({"base": "tenhou", "absent_yaku": True}, "illegal_ruleset"),
        ({"base": "tenhou", "absent_yaku": [["tanyao"], ["tanyao"]]}, "illegal_ruleset"),
    ]:
        with subtests.test(data=data, code=code):
            with pytest.raises(Refused) as refused:
                ruleset_from_json(data, RULESETS)

            assert refused.value.code == code


def test_a_list_of_yaku_that_repeats_one_or_is_too_long_is_refused(subtests):
    for field, names, problem in [
        ("pao_yaku", ["daisangen", "daisuushii", "daisangen"], "pao_yaku contains 'daisangen' twice"),
        ("double_yakuman", ["tenhou", "tenhou"], "double_yakuman contains 'tenhou' twice"),
        ("absent_yaku", ["x" * 50, "x" * 50], f"absent_yaku contains '{'x' * 40}' twice"),
        ("pao_yaku", ["daisangen"] * 16, "pao_yaku contains more than 15 yaku"),
        ("absent_yaku", [str(number) for number in range(36)], "absent_yaku contains more than 35 yaku"),
    ]:
        with subtests.test(field=field, problem=problem):
            with pytest.raises(Refused) as refused:
                ruleset_from_json({"base": "wrc_2015", field: names}, RULESETS)

            assert refused.value.message == f"These rules are not possible: {problem}. (hanchan/1)"


def test_a_ruleset_with_every_yaku_that_its_lists_may_contain_is_read_and_cached():
    rules = TENHOU.changed(pao_yaku=YAKUMAN, double_yakuman=YAKUMAN, absent_yaku=MAY_BE_ABSENT, uma=FLOATING)
    data = ruleset_to_json(rules)

    assert ruleset_from_json(data, RULESETS) == rules
    assert ruleset_from_json(data, RULESETS) is ruleset_from_json(data, RULESETS)


def test_a_long_ruleset_is_read_without_the_cache(monkeypatch):
    monkeypatch.setattr("scoring.rules.LONGEST_CACHED", 16)
    short, long = ({"base": "wrc_2015", "minutes": minutes} for minutes in (75, 100_000))

    assert ruleset_from_json(short, RULESETS) is ruleset_from_json(short, RULESETS)
    assert ruleset_from_json(long, RULESETS) == WRC_2015.changed(minutes=100_000)
    assert ruleset_from_json(long, RULESETS) is not ruleset_from_json(long, RULESETS)


@pytest.mark.parametrize("value", [[0.5] * 300, {"a": [[0]] * 150}, [[[0] * 300]]])
def test_a_field_of_many_values_is_refused_before_anything_is_written(monkeypatch, value):
    """A field of 1.9 million numbers kept the other threads of a server waiting for two seconds."""
    monkeypatch.setattr(json, "dumps", None)

    with pytest.raises(Refused, match="kiriage has a value of the wrong kind"):
        ruleset_from_json({"base": "wrc_2025", "kiriage": value}, RULESETS)
