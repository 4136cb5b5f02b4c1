"""What is of the format `hanchan/1`, and what is not: key by key, before any rule is asked."""

import json
from fractions import Fraction
from pathlib import Path

from scoring.__main__ import settle_line
from scoring.game_format import game_from_json, outcome_from_json
from scoring.game_writing import decimal_string, outcome_to_json, situation_to_json

RON = {"type": "ron", "discarder": 2, "wins": [{"winner": 1, "han": 3, "fu": 30}], "riichi": [1]}
DRAW = {"type": "exhaustive_draw", "tenpai": [0, 3], "riichi": [3]}
GAME = {"format": "hanchan/1", "ruleset": "wrc_2015", "hands": []}
LAST = {"scores": [30_000] * 4, "round_wind": "S", "dealer": 3, "honba": 0, "riichi_sticks": 0}


def game(*hands, **changes):
    return GAME | {"hands": list(hands)} | changes


def error(data):
    return settle_line(json.dumps(data).encode())["error"]


WIN = {"winner": 1, "han": 5}
KINDS = [
    RON,
    {"type": "tsumo", "wins": [WIN]},
    DRAW | {"dead_hands": []},
    {"type": "nagashi_mangan", "winners": [0], "tenpai": []},
    {"type": "abortive_draw", "reason": "four_winds"},
    {"type": "chombo", "offenders": [0]},
    {"type": "redeal"},
]


def test_unknown_keys_are_refused_at_every_level(subtests):
    for data in [
        GAME | {"comment": ""},
        game(start=LAST | {"comment": ""}),
        *(game(kind | {"comment": ""}, ruleset="tenhou") for kind in KINDS),
        game(RON | {"tenpai": [1]}),
        game({"type": "tsumo", "wins": [WIN | {"comment": ""}]}),
    ]:
        with subtests.test(data=data):
            assert error(data)["code"] == "malformed"
            assert "unknown key" in error(data)["message"]


def test_the_game_in_the_documents_settles():
    document = Path(__file__).parents[2] / "docs" / "game-format.md"
    (example,) = (part.partition("```")[0] for part in document.read_text().split("```json\n")[1:])

    answer = settle_line(example.encode())

    assert answer["hands"][-1]["scores"] == [15_200, 32_400, -400, 72_800]  # worked by hand
    assert answer["penalties"] == ["0", "20", "20", "0"]
    assert all(f"`{kind['type']}`" in document.read_text() for kind in KINDS)


def test_without_the_keys_it_needs_a_hand_is_refused(subtests):
    for kind in KINDS:
        with subtests.test(kind["type"]):
            needed = {"discarder", "wins", "winners", "reason", "offenders"} & kind.keys()  # type: ignore[attr-defined]
            assert "hands" in settle_line(json.dumps(game(kind, ruleset="tenhou")).encode())

            for key in needed:
                data = game({name: value for name, value in kind.items() if name != key}, ruleset="tenhou")  # type: ignore[attr-defined]
                assert error(data)["message"].endswith(f" needs {key}. (hanchan/1)")


def test_a_start_is_given_whole(subtests):
    for key in ["scores", "round_wind", "dealer", "honba", "riichi_sticks"]:
        with subtests.test(key=key):
            start = {name: value for name, value in LAST.items() if name != key}

            assert f"needs {key}" in error(game(start=start))["message"]


def test_what_is_not_of_the_format_is_malformed(subtests):
    for data in [
        None, [], 1, "game", {}, GAME | {"format": "hanchan/2"}, GAME | {"hands": None}, GAME | {"hands": {}},
        GAME | {"ended": "score"}, GAME | {"ended": None}, GAME | {"players": ["A", "B", "C"]},
        GAME | {"players": ["A", "B", "C", 4]}, GAME | {"players": None}, GAME | {"start": None},
        game(start=LAST | {"scores": [30_000] * 3}), game(start=LAST | {"scores": [30_000.0] * 4}),
        game(start=LAST | {"honba": -1}), game(start=LAST | {"riichi_sticks": -1}), game(start=LAST | {"honba": True}),
        game(start=LAST | {"dealer": 4}), game(start=LAST | {"round_wind": "X"}), game(start=LAST | {"round_wind": []}),
        game(start=LAST | {"honba": 10**30}),
        game(RON | {"discarder": 4}), game(RON | {"discarder": -1}), game(RON | {"discarder": 1.0}),
        game(RON | {"discarder": False}), game(RON | {"discarder": "2"}), game(RON | {"riichi": [1, 1]}),
        game(RON | {"riichi": 1}), game(RON | {"riichi": None}), game(RON | {"wins": {}}), game(RON | {"wins": [1]}),
        game(RON | {"wins": [{"winner": 1}]}), game(RON | {"wins": [WIN | {"limit": "mangan"}]}),
        game(RON | {"wins": [{"winner": 1, "yakuman": 1, "fu": 30}]}), game(RON | {"wins": [{"winner": 1, "fu": 30}]}),
        game(RON | {"wins": [{"winner": 1, "limit": "Mangan"}]}),
        game(RON | {"wins": [{"winner": 1, "limit": ["mangan"]}]}),
        game(RON | {"wins": [{"winner": 1, "han": True}]}), game(RON | {"wins": [{"winner": 1, "han": 5.0}]}),
        game(RON | {"wins": [{"winner": 1, "yakuman": True}]}), game(RON | {"wins": [WIN | {"yaku": "tanyao"}]}),
        game(RON | {"wins": [WIN | {"yaku": [1]}]}), game(RON | {"wins": [WIN | {"liable": None}]}),
        game(RON | {"wins": [{"winner": 1, "han": 10**9}]}),
        game(RON | {"wins": [{"winner": 1, "han": 1, "fu": None}]}),
        game({"type": "abortive_draw", "reason": "rain"}), game({"type": "abortive_draw", "reason": [[]]}),
        game({"type": ["ron"]}), game({"type": {}}), game({}), game([]), game("ron"), game([DRAW]),
    ]:  # fmt: skip
        with subtests.test(data=data):
            assert error(data)["code"] == "malformed"
            assert error(data)["message"].endswith(". (hanchan/1)")


def test_names_and_time_are_taken_along():
    read = game_from_json(GAME | {"players": ["Ada", "", "Ada", "Zoë"], "ended": "time"})

    assert (read.players, read.ended) == (("Ada", "", "Ada", "Zoë"), "time")


def test_a_hand_is_written_as_it_was_read(subtests):
    for hand in [
        RON | {"wins": [{"winner": 0, "limit": "haneman"}, {"winner": 3, "han": 1, "fu": 32}]},
        RON | {"wins": [{"winner": 0, "yakuman": 2, "liable": 3, "yaku": ["daisangen", "tsuuiisou"]}]},
        {"type": "tsumo", "wins": [{"winner": 0, "han": 13}], "riichi": []},
        {"type": "exhaustive_draw", "tenpai": [0], "riichi": [0, 1], "dead_hands": [1]},
        {"type": "nagashi_mangan", "winners": [0, 2], "tenpai": [2], "riichi": [2]},
        {"type": "abortive_draw", "reason": "four_riichi", "riichi": [0, 1, 2, 3]},
        {"type": "chombo", "offenders": [1, 2], "riichi": [0]},
        {"type": "redeal", "riichi": [2, 3]},
    ]:
        with subtests.test(hand["type"]):
            assert outcome_to_json(outcome_from_json(hand)) == hand


def test_a_situation_is_written_as_a_start_without_its_points():
    start = LAST | {"scores": [30_000, 30_000, 30_000, 29_000], "honba": 2, "riichi_sticks": 1}

    written = situation_to_json(game_from_json(game(start=start)).start)

    assert {"scores": start["scores"], **written} == start


def test_a_number_is_written_exactly(subtests):
    for number, written in [
        ("0", "0"),
        ("15", "15"),
        ("-15", "-15"),
        ("20/2", "10"),
        ("100", "100"),
        ("303/10", "30.3"),
        ("-47/2", "-23.5"),
        ("1/10", "0.1"),
        ("-1/2", "-0.5"),
        ("-1/1000", "-0.001"),
        ("5/4", "1.25"),
        ("1/80", "0.0125"),
        ("33333/1000", "33.333"),
        ("50/3", "50/3"),
        ("-100/6", "-50/3"),
        ("1/7", "1/7"),
    ]:
        with subtests.test(number=number, written=written):
            assert decimal_string(Fraction(number)) == written
            assert Fraction(written) == Fraction(number)
