"""`python -m scoring hand`: hands of tiles, one a line."""

import json
import subprocess
import sys

from scoring.__main__ import count_line
from scoring.presets import TENHOU
from scoring.tiles.format import hand_from_json
from scoring.tiles.words import DOUBLE_YAKUMAN
from tests.scoring.program import ROOT, answers, lines, scoring

HAND = {
    "ruleset": "wrc_2015", "round_wind": "E", "seat_wind": "S", "win": "ron", "win_tile": "8p",
    "concealed": "123m45679p99s234s8p",
}  # fmt: skip


def test_hands_of_tiles_are_counted_line_by_line():
    good = HAND | {"flags": ["riichi"], "melds": [], "dora_indicators": ["3s"]}
    switched = {key: value for key, value in good.items() if key != "ruleset"} | {"rules": {"kiriage": True, "x": 1}}
    given = lines(good, HAND | {"win_tile": "9z"}, b"", b"nonsense", switched, HAND)

    finished = subprocess.run(
        [sys.executable, "-m", "scoring", "hand"], input=given, cwd=ROOT, capture_output=True, timeout=60, check=False
    )

    first, *others = answers(finished)
    assert (finished.returncode, finished.stderr) == (1, b"")
    assert first == {
        "line": 1,
        "han": 2,
        "fu": 40,
        "yakuman": 0,
        "limit": None,
        "points": 2600,
        "yaku": [["riichi", 1], ["dora", 1]],
        "fu_detail": [["base", 20], ["concealed_ron", 10], ["closed_wait", 2]],
    }
    assert [other.get("error", {}).get("code") for other in others] == ["bad_tiles", "not_json", None, "no_yaku"]
    assert [other["line"] for other in others] == [2, 4, 5, 6]
    assert sorted(others[0]["error"]) == ["code", "message"]


def test_what_is_no_hand_of_tiles_is_an_answer(subtests):
    for changes, code in [
        ({"win": "draw"}, "malformed"),
        ({"win": ["ron"]}, "malformed"),
        ({"flags": ["lucky"]}, "malformed"),
        ({"flags": "riichi"}, "malformed"),
        ({"flags": [[]]}, "malformed"),
        ({"flags": ["riichi", "riichi"]}, "malformed"),
        ({"concealed": "11111m679p234s8p99s"}, "five_of_one_tile"),
        ({"melds": [{"type": "pon", "tiles": "999s"}]}, "five_of_one_tile"),
        ({"melds": [{"type": "chow", "tiles": "123m"}]}, "malformed"),
        ({"melds": [{"type": [], "tiles": "123m"}]}, "malformed"),
        ({"melds": [{"tiles": "123m"}]}, "malformed"),
        ({"concealed": 14}, "malformed"),
        ({"concealed": "1m" * 200}, "malformed"),
        ({"round_wind": "X"}, "malformed"),
        ({"seat_wind": {}}, "malformed"),
        ({"dora_indicators": "3s"}, "malformed"),
        ({"dora_indicators": ["33s"]}, "bad_tiles"),
        ({"ruleset": "wrc_1815"}, "unknown_ruleset"),
        ({"rules": {}}, "malformed"),
        ({"more": 1}, "malformed"),
    ]:
        with subtests.test(changes=changes, code=code):
            assert count_line(json.dumps(HAND | changes).encode())["error"]["code"] == code


def test_what_is_no_object_with_a_hand_is_malformed(subtests):
    for line in [b"[]", b"{}", b"null", b'{"ruleset": 1}']:
        with subtests.test(line=line):
            assert count_line(line)["error"]["code"] == "malformed"


def test_switches_are_those_of_the_lists_of_known_hands(subtests):
    for rules, code in [
        ({"kiriage": 1}, "illegal_ruleset"),
        ({"red_fives": 3}, "malformed"),
        ([], "malformed"),
        ({"kazoe": True}, None),
    ]:
        with subtests.test(rules=rules, code=code):
            hand = {key: value for key, value in HAND.items() if key != "ruleset"} | {
                "rules": rules,
                "flags": ["riichi"],
            }

            assert count_line(json.dumps(hand).encode()).get("error", {}).get("code") == code


def test_a_switch_changes_its_field_of_tenhou_and_no_other(subtests):
    for switch, field, value in [
        ("kiriage", "kiriage", True),
        ("kazoe", "kazoe", False),
        ("open_tanyao", "open_tanyao", False),
        ("double_wind_pair_fu", "double_wind_fu", 2),
        ("rinshan_fu", "rinshan_fu", 0),
        ("double_yakuman", "double_yakuman", DOUBLE_YAKUMAN),
        ("red_fives", "red_fives", 0),
    ]:
        with subtests.test(switch=switch, field=field, value=value):
            hand = {key: data for key, data in HAND.items() if key != "ruleset"}

            _hand, rules = hand_from_json(
                hand | {"rules": {switch: bool(value) if field in ("red_fives", "double_yakuman") else value}}
            )

            assert rules == TENHOU.changed(**{field: value}) != TENHOU


def test_where_a_known_hand_comes_from_and_what_is_expected_of_it_is_not_read():
    assert hand_from_json(HAND | {"source": "a log", "expected": {"han": 1}}) == hand_from_json(HAND)


def test_red_fives_switched_on_are_three_one_in_each_suit():
    switched = {key: value for key, value in HAND.items() if key != "ruleset"} | {"flags": ["riichi"]}

    def counted(red_fives, concealed):
        hand = switched | {"rules": {"red_fives": red_fives}, "concealed": concealed}
        return count_line(json.dumps(hand).encode())

    assert ["aka dora", 2] in counted(True, "123m40679p99s340s8p")["yaku"]
    assert counted(True, "123m00679p99s234s8p")["error"]["code"] == "too_many_red_fives"
    assert counted(False, "123m40679p99s234s8p")["error"]["code"] == "no_red_fives"


def test_counting_says_which_package_it_lacks():
    finished = scoring("hand", given=lines(HAND))

    assert finished.returncode == 2
    assert b": error: counting tiles needs the package mahjong; it is installed with Tenbo's others" in finished.stderr
