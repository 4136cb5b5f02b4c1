"""Every way of saying no is reached at least once, with its code, its sentence and its rule."""

import re

import pytest

from scoring.__main__ import settle_game
from scoring.bonus import check_chips
from scoring.clock import hands_left
from scoring.game_format import game_from_json
from scoring.hanchan import advance
from scoring.json_text import parse
from scoring.offers import check_values_in_riichi
from scoring.outcome import Ron, Yakuman
from scoring.placement import check_final_points
from scoring.presets import RULESETS, TENHOU, WRC_2015
from scoring.refusal import SENTENCES, Refused
from scoring.rules import ruleset_from_json
from scoring.seats import Wind
from scoring.tiles.notation import parse_tile, parse_tiles
from tests.scoring.shorthand import (
    ALL,
    MANGAN,
    STARTED,
    YAKUMAN,
    A,
    B,
    C,
    D,
    abort,
    chombo,
    claims,
    draw,
    nagashi,
    ron,
    table,
    tsumo,
    win,
)

START = {"scores": [*STARTED], "round_wind": "E", "dealer": 0, "honba": 0, "riichi_sticks": 0}


def settled(outcome, before=None, rules=WRC_2015):
    return advance(outcome, before or table(), rules=rules)


def game(**changes):
    return settle_game({"format": "hanchan/1", "ruleset": "wrc_2015", "hands": [], **changes})


def started(hands=(), **changes):
    return game(start=START | changes, hands=list(hands))


POOR = table(points=(900, 30_000, 30_000, 39_100))

REFUSALS = [
    ("malformed", lambda: game(format="hanchan/2")),
    ("unknown_ruleset", lambda: game(ruleset="wrc_1815")),
    ("illegal_ruleset", lambda: WRC_2015.changed(riichi_bet=150)),
    ("illegal_han", lambda: ron(A, B, "0/30")),
    ("illegal_yakuman", lambda: Yakuman(0)),
    ("missing_fu", lambda: ron(A, B, "4")),
    ("illegal_fu", lambda: settled(ron(A, B, "1/25"))),
    ("illegal_in_riichi", lambda: check_values_in_riichi(tsumo(A, "1/30", riichi=[A]), WRC_2015)),
    ("winner_is_discarder", lambda: ron(A, A, "1/30")),
    ("duplicate_winner", lambda: claims(A, win(B, "1/30"), win(B, "2/30"))),
    ("no_winner", lambda: Ron(discarder=A, wins=())),
    ("no_winner", lambda: nagashi()),
    ("one_winner", lambda: game(hands=[{"type": "tsumo", "wins": []}])),
    (
        "one_winner",
        lambda: game(hands=[{"type": "tsumo", "wins": [{"winner": seat, "han": 5} for seat in (0, 1)]}]),
    ),
    ("liable_is_winner", lambda: win(A, YAKUMAN, liable=A)),
    ("liable_without_yakuman", lambda: win(A, MANGAN, liable=B)),
    ("liable_without_yakuman", lambda: win(A, "13", liable=B)),
    ("liable_yaku", lambda: settled(claims(B, win(A, YAKUMAN, liable=C, yaku=("kokushi",))))),
    ("no_liability", lambda: settled(ron(A, B, YAKUMAN, liable=C), rules=WRC_2015.changed(pao_yaku=frozenset()))),
    ("riichi_not_tenpai", lambda: draw(A, riichi=[A, B])),
    ("riichi_not_tenpai", lambda: nagashi(A, tenpai=[B], riichi=[A])),
    ("tenpai_and_dead", lambda: draw(A, B, dead=[B])),
    ("riichi_too_poor", lambda: settled(draw(A, riichi=[A]), POOR, TENHOU)),
    ("four_riichi_needed", lambda: abort("four_riichi", riichi=[A, B, C])),
    ("no_abortive_draw", lambda: settled(abort("four_winds"))),
    ("no_nagashi", lambda: settled(nagashi(A))),
    ("no_offender", lambda: chombo()),
    ("game_over", lambda: started(hands=[{"type": "exhaustive_draw"}] * 2, round_wind="S", dealer=3)),
    ("points_not_hundreds", lambda: started(scores=[30_050, 29_950, 30_000, 30_000])),
    ("points_not_hundreds", lambda: check_final_points((30_050, 29_950, 30_000, 30_000), 0, rules=WRC_2015)),
    ("no_chips", lambda: check_chips((1, -1, 0, 0), rules=WRC_2015)),
    ("chips_sum", lambda: check_chips((1, 0, 0, 0), rules=WRC_2015.changed(chip_value=1))),
    ("sum_off", lambda: check_final_points((30_000, 30_000, 30_000, 29_000), 0, rules=WRC_2015)),
    ("sum_off", lambda: check_final_points(STARTED, 1, rules=WRC_2015)),
    ("sum_off", lambda: check_final_points((31_000, 30_000, 30_000, 30_000), -1, rules=WRC_2015)),
    ("start_out_of_reach", lambda: started(round_wind="W")),
    ("start_sum", lambda: started(honba=1, riichi_sticks=1)),
    ("no_clock", lambda: hands_left([], in_progress=False, rules=TENHOU)),
]  # fmt: skip


def test_what_cannot_be_is_refused_with_its_code_and_its_rule(subtests):
    for number, (code, wrong) in enumerate(REFUSALS):
        with subtests.test(f"{code} {number}"):
            with pytest.raises(Refused) as refused:
                wrong()

            assert refused.value.code == code
            assert refused.value.rule == SENTENCES[code][1]
            assert refused.value.message.endswith(f"({refused.value.rule})")
            assert str(refused.value) == refused.value.message
            assert "{" not in refused.value.message


OF_TILES = {
    "bad_tiles", "bad_meld", "wrong_number_of_tiles", "five_of_one_tile", "win_tile_not_in_hand", "too_many_indicators",
    "no_red_fives", "too_many_red_fives", "not_tenpai", "not_winning", "no_yaku", "riichi_on_open_hand",
    "ippatsu_without_riichi", "flag_needs_self_draw", "flag_needs_ron", "flags_exclude", "rinshan_without_kong",
    "robbed_tile_held", "first_turn_with_meld", "only_for_east", "not_for_east",
}  # fmt: skip
"""Reached in test_tiles."""


def test_every_code_is_reached_here_or_on_the_command_line():
    reached = {code for code, _ in REFUSALS}

    assert reached | OF_TILES | {"not_json"} == set(SENTENCES)  # not_json: test_command_line


def test_codes_are_words_and_sentences_are_sentences(subtests):
    for code in SENTENCES:
        with subtests.test(code=code):
            sentence, rule = SENTENCES[code]

            assert re.fullmatch(r"[a-z]+(_[a-z]+)*", code)
            assert sentence[0].isupper() or sentence.startswith("{")
            assert sentence.endswith(".")
            assert re.fullmatch(r"R\d+\.\d+|hanchan/1", rule)


def test_final_points_that_add_up_are_taken(subtests):
    for points, sticks, rules in [
        (STARTED, 0, WRC_2015),
        ((41_000, 33_000, 28_000, 16_000), 2, WRC_2015),
        ((-10_000, 130_000, 0, 0), 0, WRC_2015),
        ((25_000, 25_000, 25_000, 24_000), 1, TENHOU),
    ]:
        with subtests.test(points=points, sticks=sticks, rules=rules):
            check_final_points(points, sticks, rules=rules)


def test_a_riichi_below_a_thousand_is_refused_only_where_the_ruleset_asks_for_it():
    bet = draw(A, riichi=[A])
    enough = table(points=(1_000, 30_000, 30_000, 39_000))

    assert [settled(bet, enough, rules).after.points[A] for rules in (WRC_2015, TENHOU)] == [3_000, 3_000]
    assert settled(bet, POOR, WRC_2015).after.points[A] == 2_900
    with pytest.raises(Refused, match=r"\(R14\.7\)"):
        settled(bet, POOR, TENHOU)


def test_a_bumped_claim_is_checked_like_any_other():
    bumped = claims(A, win(B, "1/30"), win(C, "1/20"))

    with pytest.raises(Refused) as refused:
        settled(bumped)

    assert refused.value.code == "illegal_fu"


def test_a_pair_of_han_and_fu_that_is_none_is_told_as_entered_and_by_how_it_was_won():
    with pytest.raises(Refused, match=r"A win by self-draw cannot have 1 han and 13 fu\. \(R14\.1\)"):
        settled(tsumo(A, "1/13"))
    with pytest.raises(Refused, match=r"A win by ron cannot have 1 han and 133 fu\. \(R14\.1\)"):
        settled(ron(A, B, "1/133"))


def test_what_is_merely_unlikely_is_taken(subtests):
    for case, unlikely, moved in [
        ("cheap", tsumo(A, "1/30", riichi=[A]), (1_500, -500, -500, -500)),
        ("all tenpai", draw(*ALL, riichi=ALL), (-1_000, -1_000, -1_000, -1_000)),
        ("many fu", ron(B, A, "4/130"), (-8_000, 8_000, 0, 0)),
        ("many han", ron(B, A, "40"), (-24_000, 24_000, 0, 0)),  # R3.7: no counted yakuman
        ("many yakuman", ron(D, A, Yakuman(6)), (-32_000, 0, 0, 32_000)),  # R3.8: they do not add up
    ]:
        with subtests.test(case):
            before = table()

            after = settled(unlikely, before).after

            assert tuple(now - was for now, was in zip(after.points, before.points, strict=True)) == moved


def test_liability_is_believed_where_no_yaku_is_named_or_one_of_them_makes_liable():
    named = claims(D, win(B, YAKUMAN, liable=C, yaku=("tsuuiisou", "daisangen")))
    unnamed = claims(D, win(B, YAKUMAN, liable=C))

    assert settled(named).settlement.deltas == settled(unnamed).settlement.deltas == (0, 32_000, -16_000, -16_000)


def test_a_game_starts_only_in_a_round_that_its_ruleset_reaches(subtests):
    for wind in Wind:
        for ruleset, rounds in [
            ("wrc_2015", "ES"),
            ({"base": "tenhou", "start_points": 30_000}, "ESW"),
            ({"base": "wrc_2015", "game_length": "east"}, "E"),
            ({"base": "tenhou", "start_points": 30_000, "game_length": "east"}, "ES"),
        ]:
            with subtests.test(wind=wind, ruleset=ruleset, rounds=rounds):
                data = {
                    "format": "hanchan/1",
                    "ruleset": ruleset,
                    "hands": [],
                    "start": START | {"round_wind": wind.value},
                }

                if wind in rounds:
                    assert game_from_json(data).start.round_wind is wind
                else:
                    with pytest.raises(Refused, match=r"R10\.3"):
                        game_from_json(data)


def test_of_a_wrong_text_forty_characters_are_quoted(subtests):
    long, quoted = "x" * 50, "x" * 40
    for what, read in [
        ("ruleset", lambda: ruleset_from_json(long, RULESETS)),
        ("field", lambda: ruleset_from_json({"base": "wrc_2015", long: 1}, RULESETS)),
        ("liable yaku", lambda: WRC_2015.changed(pao_yaku=frozenset({long}))),
        ("absent yaku", lambda: WRC_2015.changed(absent_yaku=frozenset({long}))),
        ("key", lambda: game_from_json({"format": "hanchan/1", "ruleset": "wrc_2015", "hands": [], long: 1})),
        ("key twice", lambda: parse(f'{{"{long}": 1, "{long}": 2}}'.encode())),
        ("tiles", lambda: parse_tiles(long)),
        ("tiles without a row", lambda: parse_tiles("1" * 50)),
        ("tile", lambda: parse_tile("1" * 50 + "m")),
    ]:
        with subtests.test(what), pytest.raises(Refused) as refused:
            read()
        told = refused.value.message.replace("1", "x")
        assert quoted in told
        assert quoted + "x" not in told
