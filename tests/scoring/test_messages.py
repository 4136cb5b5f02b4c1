"""Sentences for data that is not of a format: which part is wrong, and why."""

import json

import pytest

from scoring.__main__ import count_line, settle_line
from scoring.presets import RULESETS, WRC_2015
from scoring.refusal import Refused
from scoring.rules import ruleset_from_json
from scoring.uma import FloatingUma

START = {"scores": [25_000] * 4, "round_wind": "S", "dealer": 3, "honba": 0, "riichi_sticks": 0}
LONG = "x" * 41
CUT = "x" * 40


def message(answered, data):
    error = answered(json.dumps(data).encode())["error"]
    return error["message"].removesuffix(" (hanchan/1)")


def game(*hands, **changes):
    return {"format": "hanchan/1", "ruleset": "tenhou", "hands": list(hands)} | changes


def started(**changes):
    return game(start=START | changes)


def won(**worth):
    return game({"type": "tsumo", "wins": [{"winner": 1} | worth]})


def test_a_game_that_cannot_be_read_says_where_and_what(subtests):
    for data, sentence in [
        ([], "A game must be an object."),
        ({"format": "hanchan/1", "hands": []}, "A game needs ruleset."),
        ({"ruleset": "tenhou", "hands": []}, "A game needs format."),
        ({"format": "hanchan/1", "ruleset": "tenhou"}, "A game needs hands."),
        (game(**{LONG: 1}), f"A game has an unknown key '{CUT}'."),
        (game(format="hanchan/2"), "format is not hanchan/1."),
        (game(ruleset=LONG), f"There is no rulebook called '{CUT}'."),
        (game(hands={}), "hands must be a list."),
        (game(ended="score"), "ended is not 'time'."),
        *(
            (game(players=players), "players must be a list of four names.")
            for players in (["A"], "ABCD", 4, ["A"] * 3 + [4])
        ),
        (game(start=[]), "start must be an object."),
        *(
            (started(scores=scores), "scores must be a list of four amounts of points.")
            for scores in ([0, 0, 0], "0000", 4)
        ),
        (started(scores=[0, 0, 0, 10_000_001]), "scores must be a whole number that is not too large."),
        (started(round_wind="X"), "round_wind must be one of E, S, W, N."),
        (started(dealer=4), "dealer must be a seat from 0 to 3."),
        (started(honba=-1), "honba is below zero."),
        (started(honba=101), "honba is above 100."),
        (started(riichi_sticks=101), "riichi_sticks is above 100."),
        (started(riichi_sticks="1"), "riichi_sticks must be a whole number that is not too large."),
        (game({"type": "rain"}), "A hand must be an object with a known type."),
        (game({"type": "ron"}), "A ron needs discarder."),
        (game({"type": "ron", "discarder": "A", "wins": []}), "discarder must be a seat from 0 to 3."),
        (game({"type": "ron", "discarder": 0, "wins": {}}), "wins must be a list."),
        (game({"type": "tsumo"}), "A tsumo needs wins."),
        (game({"type": "tsumo", "wins": [1]}), "A win must be an object."),
        (game({"type": "exhaustive_draw", "winners": []}), "An exhaustive draw has an unknown key 'winners'."),
        (game({"type": "exhaustive_draw", "tenpai": 1}), "tenpai must be a list of seats."),
        (game({"type": "exhaustive_draw", "dead_hands": [0, 0]}), "dead_hands contains a seat twice."),
        (game({"type": "exhaustive_draw", "riichi": [4]}), "riichi must be a seat from 0 to 3."),
        (game({"type": "nagashi_mangan"}), "A nagashi mangan needs winners."),
        (game({"type": "nagashi_mangan", "winners": [9]}), "winners must be a seat from 0 to 3."),
        (game({"type": "nagashi_mangan", "winners": [0], "tenpai": 0}), "tenpai must be a list of seats."),
        (game({"type": "abortive_draw"}), "An abortive draw needs reason."),
        (
            game({"type": "abortive_draw", "reason": "rain"}),
            "reason must be one of four_winds, nine_terminals, four_kongs, four_riichi, three_winners.",
        ),
        (game({"type": "chombo"}), "A chombo needs offenders."),
        (game({"type": "chombo", "offenders": 0}), "offenders must be a list of seats."),
        (game({"type": "redeal", "offenders": []}), "A redeal has an unknown key 'offenders'."),
        (won(), "A win needs exactly one of han (with fu), limit and yakuman."),
        (won(limit="big"), "limit must be one of mangan, haneman, baiman, sanbaiman, yakuman."),
        (won(yakuman=101), "yakuman must be a whole number that is not too large."),
        (won(yakuman=1.5), "yakuman must be a whole number that is not too large."),
        (won(han="5"), "han must be a whole number that is not too large."),
        (won(han=4, fu="30"), "fu must be a whole number that is not too large."),
        (won(yakuman=1, liable=7), "liable must be a seat from 0 to 3."),
        (won(han=5, winner=7), "winner must be a seat from 0 to 3."),
        *((won(han=5, yaku=yaku), "yaku must be a list of names.") for yaku in ([1], "pinfu", 1)),
        (won(han=5, yaku=["y"] * 41), "yaku must be a shorter list of names."),
        (won(han=5, yaku=["y" * 81]), "yaku must be a shorter list of names."),
        (won(han=5, yaku=["\0"]), "yaku must be a shorter list of names."),
    ]:
        with subtests.test(data=data, sentence=sentence):
            assert message(settle_line, data) == sentence


def test_values_at_the_limits_are_accepted():
    for data in (
        started(scores=[10_000_000, -9_900_000, 0, 0]),
        started(scores=[0, 0, 0, 0], honba=100, riichi_sticks=100),
        won(yakuman=100),
        won(han=5, yaku=["y" * 80] * 40),
        game({"type": "abortive_draw", "reason": "four_winds", "riichi": [0, 1, 2, 3]}),
    ):
        assert "hands" in settle_line(json.dumps(data).encode())


HAND = {
    "ruleset": "wrc_2015", "round_wind": "E", "seat_wind": "S", "win": "ron", "win_tile": "8p",
    "concealed": "123m45679p99s234s8p",
}  # fmt: skip
FLAGS = (
    "riichi", "double riichi", "ippatsu", "rinshan", "chankan", "haitei", "houtei", "tenhou", "chiihou", "renhou",
)  # fmt: skip
TILES = "must be a text of tiles."


def tiles(**changes):
    return HAND | changes


def called(kind, of):
    return tiles(melds=[{"type": kind, "tiles": of}])


def test_a_hand_of_tiles_that_cannot_be_read_says_where_and_what(subtests):
    for data, sentence in [
        ([], "A hand must be an object."),
        *(
            ({name: value for name, value in HAND.items() if name != key}, f"A hand needs {key}.")
            for key in ("concealed", "round_wind", "seat_wind", "win", "win_tile")
        ),
        (tiles(**{LONG: 1}), f"A hand has an unknown key '{CUT}'."),
        (tiles(rules={}), "A hand needs exactly one of ruleset and rules."),
        (tiles(win="draw"), "win must be ron or tsumo."),
        (tiles(concealed=14), f"concealed {TILES}"),
        (tiles(concealed="1" * 200 + "m"), f"concealed {TILES}"),
        (tiles(concealed=" " * 200), "Apart from its melds, the hand needs 14 tiles, not 0. (R3.1)"),
        (
            tiles(melds=[{"type": "pon", "tiles": f"{rank * 3}s"} for rank in "12345"]),
            "Apart from its melds, the hand needs 2 tiles, not 14. (R3.1)",
        ),
        (tiles(win_tile=8), f"win_tile {TILES}"),
        (tiles(win_tile="88p"), "88p cannot be read as tiles: write them like 123m406p77z."),
        (tiles(win_tile="1" * 41), f"{'1' * 40} cannot be read as tiles: write them like 123m406p77z."),
        (tiles(win_tile="1m" * 21), f"{'1m' * 20} cannot be read as tiles: write them like 123m406p77z."),
        (tiles(concealed="?" * 41), f"{'?' * 40} cannot be read as tiles: write them like 123m406p77z."),
        (tiles(concealed="8z" * 21), f"{'8z' * 20} cannot be read as tiles: write them like 123m406p77z."),
        (tiles(round_wind="X"), "round_wind must be one of E, S, W, N."),
        (tiles(seat_wind=[]), "seat_wind must be one of E, S, W, N."),
        (tiles(flags="riichi"), "flags must be a list."),
        (tiles(flags=["lucky"]), f"flags may contain only {', '.join(FLAGS)}."),
        (tiles(flags=["houtei", "riichi", "houtei"]), "flags contains 'houtei' twice."),
        (tiles(flags=[[]]), f"flags may contain only {', '.join(FLAGS)}."),
        (tiles(dora_indicators="1m"), "dora_indicators must be a list."),
        (tiles(dora_indicators=[1]), f"dora_indicators {TILES}"),
        (tiles(ura_indicators=1), "ura_indicators must be a list."),
        (tiles(ura_indicators=[1]), f"ura_indicators {TILES}"),
        (tiles(melds="pon"), "melds must be a list."),
        (tiles(melds=[{"type": "pon"}]), "A meld may have only type and tiles."),
        (tiles(melds=["pon"]), "A meld may have only type and tiles."),
        (called("chow", "123m"), "type must be one of chi, pon, ankan, daiminkan, kakan."),
        (called("pon", 1), f"tiles {TILES}"),
        (called("pon", "123m"), "123m is no pon. (R3.1)"),
    ]:
        with subtests.test(data=data, sentence=sentence):
            assert message(count_line, data) == sentence


def test_switches_that_cannot_be_read_say_where_and_what(subtests):
    for rules, sentence in [([], "rules must be an object."), ({"red_fives": 3}, "red_fives must be true or false.")]:
        with subtests.test(rules=rules, sentence=sentence):
            data = {name: value for name, value in HAND.items() if name != "ruleset"} | {"rules": rules}

            assert message(count_line, data) == sentence


def test_a_ruleset_that_cannot_be_says_why(subtests):
    for changes, problem in [
        ({"kiriage": 1}, "kiriage has a value of the wrong kind"),
        ({"return_points": -1}, "return_points is below zero"),
        ({"start_points": 0}, "start_points is not a multiple of 100"),
        ({"riichi_bet": 1_010}, "riichi_bet is not a multiple of 100"),
        ({"honba_value": 150}, "honba_value is not a multiple of 100"),
        ({"noten_total": 1_500}, "noten_total is not a multiple of 600 and cannot be shared equally"),
        ({"uma": (0, 1, 0, 0)}, "uma gives a worse place more points than a better one"),
        (
            {"uma": FloatingUma(((0, 0, 0, 0),) * 4 + ((0, 0, 0, 1),))},
            "uma gives a worse place more points than a better one",
        ),
        ({"oka": -1}, "oka is below zero"),
        ({"pao_yaku": frozenset({"daisangen", "daisharin"})}, "pao_yaku contains 'daisharin', which is not a yakuman"),
        ({"red_fives": -1}, "red_fives is not between 0 and 12"),
        ({"red_fives": 13}, "red_fives is not between 0 and 12"),
        ({"double_yakuman": frozenset({"tenhou"})}, "double_yakuman needs multiple_yakuman"),
        ({"double_yakuman": frozenset({"riichi"})}, "double_yakuman contains 'riichi', which is not a yakuman"),
        *(
            ({"absent_yaku": frozenset({name})}, f"absent_yaku must not contain '{name}', which every ruleset has")
            for name in ("pinfu", "dora", "tenhou", "luck")
        ),
        ({"extension_round": "full"}, "extension_round needs target_points"),
        ({"minutes": None}, "time_policy and minutes belong together: set both or omit both"),
        ({"minutes": 0}, "minutes is below one"),
    ]:
        with subtests.test(changes=changes, problem=problem):
            with pytest.raises(Refused) as refused:
                WRC_2015.changed(**changes)

            assert refused.value.message == f"These rules are not possible: {problem}. (hanchan/1)"


def test_a_ruleset_that_just_can_be_is_taken(subtests):
    for changes in [
        {"return_points": 0, "honba_value": 0, "noten_total": 0, "chombo_value": 0},
        {"start_points": 100, "riichi_bet": 100, "minutes": 1, "oka": 0},
        {"start_points": 1_000_000, "target_points": -1_000_000, "red_fives": 12},
        {"uma": (0, 0, 0, 0)},
    ]:
        with subtests.test(changes=changes):
            assert WRC_2015.changed(**changes) != WRC_2015


def test_a_ruleset_that_cannot_be_read_says_where_and_what(subtests):
    for data, sentence in [
        (LONG, f"There is no rulebook called '{CUT}'."),
        (1, "ruleset must be the key of a rulebook or an object with a base."),
        ({"base": "tenhou", LONG: 1}, f"These rules are not possible: there is no field '{CUT}'."),
        ({"base": "tenhou", "key": "x"}, "These rules are not possible: there is no field 'key'."),
    ]:
        with subtests.test(data=data, sentence=sentence):
            with pytest.raises(Refused) as refused:
                ruleset_from_json(data, RULESETS)

            assert refused.value.message == f"{sentence} (hanchan/1)"
