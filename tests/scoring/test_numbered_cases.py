"""Each field of a ruleset and each preset has its case, numbered as on the rules page, in which it shows."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from scoring.clock import hands_left
from scoring.hanchan import advance
from scoring.offers import yaku_names
from scoring.outcome import Yakuman
from scoring.placement import place
from scoring.presets import EMA_2016, RULESETS, WRC_2015
from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.schemas.hanchan import field_meanings
from scoring.seats import Wind
from scoring.situation import opening
from scoring.tiles.count import count
from tests.scoring.shorthand import (
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
    follows,
    nagashi,
    ron,
    table,
    tsumo,
    win,
)
from tests.scoring.test_tiles import hand, meld

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
FOUR, ONE_BET_LEFT = (40_000, 30_000, 28_000, 22_000), (40_000, 30_000, 27_000, 22_000)
UMA_30_10 = (30, 10, -10, -30)


def paid(outcome, before="E1", points=STARTED):
    """What the hand moves, or why it is refused."""

    def result(rules):
        try:
            return advance(outcome, table(before, points), rules=rules).settlement.deltas
        except Refused as refused:
            return refused.code

    return result


def then(outcome, before, points=STARTED):
    """The hand that follows."""
    return lambda rules: follows(advance(outcome, table(before, points), rules=rules))


def scored(points=FOUR, sticks=0, **how):
    return lambda rules: tuple(float(seat.score) for seat in place(points, sticks, rules=rules, **how))


def had(points, sticks):
    return lambda rules: tuple(seat.points for seat in place(points, sticks, rules=rules))


def left(*since, in_progress):
    return lambda rules: hands_left(since, in_progress=in_progress, rules=rules)


def han(*arguments, **how):
    """What the tiles have, or why they are refused: yakuman, or yaku with their han."""

    def result(rules):
        try:
            counted = count(hand(*arguments, **how), rules=rules)
        except Refused as refused:
            return refused.code
        return counted.yakuman or dict(counted.yaku)

    return result


RIICHI = {"flags": ("riichi", "ippatsu"), "dora": "4s5p", "ura": "6s7p", "winds": "SW"}
IN_RIICHI = ("67p345789s99m5p", "ron", meld("ankan", "1111z"))
LAID = {"riichi": 1, "ippatsu": 1, "dora": 2, "ura dora": 1}
AFTER_A_KONG = hand("234567m22p55s5s", "tsumo", meld("ankan", "4444p"), flags=("rinshan",))
PINFU = "234m456p678s22s34s5s"
X14 = claims(B, win(C, "1/30"), win(A, MANGAN), riichi=[A])
X18 = claims(A, win(B, "1/30"), win(C, "2/30"), win(D, MANGAN), riichi=[B, C])
DRAGONS = ("daisangen",)
DRAGONS_AND_HONOURS = tsumo(B, Yakuman(2), liable=C, yaku=("daisangen", "tsuuiisou"))
ADDING = {"multiple_yakuman": True}
WEST = {"extension_round": "sudden_death", "target_points": 30_000}
S4_LOST, D_LEADS = ron(B, A, "1/30"), (25_000, 25_000, 30_000, 40_000)


def case(number, field, value, probe, without, with_it, *, base=WRC_2015, **before):
    """A numbered case: what it has in `base` (changed by `before`), and what once the field has this value."""
    return pytest.param(field, base.changed(**before), value, probe, without, with_it, id=f"{number} {field}")


def abortive(reason):
    allowed = paid(abort(reason, riichi=[A, B, C, D]))
    return case("R9.2", f"abort_{reason}", True, allowed, "no_abortive_draw", (-1_000,) * 4)


CASES = [
    case("R1.1", "start_points", 25_000, lambda rules: opening(rules).points, (30_000,) * 4, (25_000,) * 4),
    case("R13.1", "return_points", 25_000, scored(), (25, 5, -7, -23), (30, 10, -2, -18)),
    case("R13.2", "uma", UMA_30_10, scored(), (25, 5, -7, -23), (40, 10, -12, -38)),
    case("R13.2", "oka", 20, scored(), (25, 5, -7, -23), (45, 5, -7, -23)),
    case("R15.2", "missed_points", -10_000, scored(from_start={A}), (-30, 5, -7, -23), (-25, 5, -7, -23)),
    case("R15.2", "missed_uma", -5, scored(from_start={A}), (-30, 5, -7, -23), (-20, 5, -7, -23)),
    case("R13.3", "tie_uma", "seat", scored((35_000, 35_000, 30_000, 20_000)), (15, 15, -5, -25), (20, 10, -5, -25)),
    case("3.1", "final_rounding", "nearest_thousand", scored((41_600, 30_400, 27_700, 20_300)),
         (26.6, 5.4, -7.3, -24.7), (27, 5, -7, -25)),
    case("R12.2", "leftover_sticks", "first_split", scored(ONE_BET_LEFT, 1), (25, 5, -8, -23), (26, 5, -8, -23)),
    case("R12.2", "leftover_remainder", "lost_hundreds", had((33_000, 33_000, 33_000, 20_000), 1),
         (33_333, 33_333, 33_333, 20_000), (33_300, 33_300, 33_300, 20_000), base=EMA_2016),
    case("R10.2", "game_length", "east", then(S4_LOST, "E4"), "S1 h0 k0", "over"),
    case("3.1", "target_points", 35_000, then(S4_LOST, "S4"), "over", "W1 h0 k0", **WEST),
    case("matrix", "extension_round", "full", then(S4_LOST, "S4", (28_000, *STARTED[1:])), "over", "W1 h0 k0",
         target_points=35_000),
    case("R10.4", "agari_yame", True, then(tsumo(D, "1/30"), "S4", D_LEADS), "S4 h1 k0", "over"),
    case("R10.4", "tenpai_yame", True, then(draw(D), "S4", D_LEADS), "S4 h1 k0", "over"),
    case("R12.3", "bust", "at_zero", then(ron(B, D, "1/30"), "E1", (60_000, 59_000, 0, 1_000)), "E2 h0 k0", "over"),
    case("R10.1", "renchan", "agari", then(draw(A), "E1"), "E1 h1 k0", "E2 h1 k0"),
    case("R2.1", "riichi_bet", 500, paid(draw(A, riichi=[A])), (2_000, *[-1_000] * 3), (2_500, *[-1_000] * 3)),
    case("R14.7", "riichi_min_points", 1_000, paid(draw(A, riichi=[A]), points=(900, 40_000, 40_000, 39_100)),
         (2_000, -1_000, -1_000, -1_000), "riichi_too_poor"),
    case("R5.1", "honba_value", 500, paid(ron(B, C, "1/30"), "E1 h2"), (0, 1_600, -1_600, 0), (0, 2_000, -2_000, 0)),
    case("R6.1", "multi_ron", "double", paid(X14, "E1 h1 k1"), (-1_000, -1_300, 3_300, 0), (12_300, -13_600, 2_300, 0)),
    case("X16", "honba_multi", "first", paid(X14, "E1 h1 k1"), (12_300, -13_600, 2_300, 0), (12_000, -13_300, 2_300, 0),
         base=EMA_2016),
    case("X16", "sticks_multi", "first", paid(X14, "E1 h1 k1"), (12_300, -13_600, 2_300, 0),
         (11_300, -13_600, 3_300, 0), base=EMA_2016),
    case("R3.5", "kiriage", False, paid(ron(A, D, "4/30"), "E1 h1"), (12_300, 0, 0, -12_300), (11_900, 0, 0, -11_900)),
    case("R3.7", "kazoe", True, paid(ron(C, A, "13")), (-24_000, 0, 24_000, 0), (-32_000, 0, 32_000, 0)),
    case("R3.8", "multiple_yakuman", True, paid(ron(B, C, Yakuman(2))), (0, 32_000, -32_000, 0),
         (0, 64_000, -64_000, 0)),
    case("R3.8", "double_yakuman", frozenset(DRAGONS), han("555666777z99m45s6s"), 1, 2, **ADDING),
    case("R3.11", "renhou", "yakuman", han(PINFU, flags=("renhou",)), {"renhou": 5}, 1),
    case("R3.9", "red_fives", 3, han("234m406p678s22s34s5s"), "no_red_fives", {"pinfu": 1, "tanyao": 1, "aka dora": 1}),
    case("R3.1", "open_tanyao", False, han("456p678s22s34s5s", "ron", meld("chi", "234m")), {"tanyao": 1}, "no_yaku"),
    case("R3.14", "ippatsu", False, han(*IN_RIICHI, **RIICHI), LAID, {"riichi": 1, "dora": 2, "ura dora": 1}),
    case("R3.13", "ura_dora", False, han(*IN_RIICHI, **RIICHI), LAID, {"riichi": 1, "ippatsu": 1, "dora": 2}),
    case("R3.13", "kan_dora", False, han(*IN_RIICHI, **RIICHI), LAID, LAID | {"dora": 1}),
    case("R3.13", "kan_ura", False, han(*IN_RIICHI, **RIICHI | {"ura": "6s4s"}), LAID | {"ura dora": 2}, LAID),
    case("R3.14", "absent_yaku", frozenset({"tanyao"}), han("234m678p567s88s44m4m"), {"tanyao": 1}, "no_yaku"),
    case("3.2", "rinshan_fu", 0, lambda rules: count(AFTER_A_KONG, rules=rules).fu, 50, 40),
    case("R3.12", "double_wind_fu", 2, paid(ron(B, C, "1/110")), (0, 3_600, -3_600, 0), "illegal_fu"),
    case("R7.1", "pao_yaku", frozenset(), paid(tsumo(B, YAKUMAN, liable=C, yaku=DRAGONS), "E1 h2"),
         (0, 32_600, -32_600, 0), "no_liability"),
    case("R7.4", "pao_honba_on_ron", "liable", paid(ron(B, D, YAKUMAN, liable=C, yaku=DRAGONS), "E1 h2 k1"),
         (0, 33_600, -16_000, -16_600), (0, 33_600, -16_600, -16_000)),
    case("X28", "pao_composite", "part", paid(DRAGONS_AND_HONOURS), (0, 64_000, -64_000, 0),
         (-16_000, 64_000, -40_000, -8_000), **ADDING),
    case("R8.1", "noten_total", 6_000, paid(draw(A)), (3_000, *[-1_000] * 3), (6_000, *[-2_000] * 3)),
    case("R3.10", "nagashi", "as_draw", paid(nagashi(B)), "no_nagashi", (-4_000, 8_000, -2_000, -2_000)),
    *map(abortive, ("four_winds", "nine_terminals", "four_kongs", "four_riichi")),
    case("X20", "abort_three_winners", True, paid(X18, "E1 h2 k1"), (-1_600, 3_600, -1_000, 0), (0, -1_000, -1_000, 0)),
    case("R9.2", "abort_dealer_stays", False, then(abort("four_winds"), "E1"), "E1 h1 k0", "E2 h1 k0",
         abort_four_winds=True),
    case("R9.2", "abort_adds_honba", False, then(abort("four_winds"), "E1"), "E1 h1 k0", "E1 h0 k0",
         abort_four_winds=True),
    case("R11.2", "chombo_mode", "reverse_mangan", paid(chombo(C)), (0, 0, 0, 0), (4_000, 2_000, -8_000, 2_000)),
    case("R11.1", "chombo_value", 30,
         lambda rules: advance(chombo(C), table(), rules=rules).settlement.penalties, (0, 0, 20, 0), (0, 0, 30, 0)),
    case("R17.1", "chip_value", 2, scored(chips=(-3, 5, 0, -2)), (25, 5, -7, -23), (19, 15, -7, -27)),
    case("R17.2", "yakitori", 15, scored(winless={D}), (25, 5, -7, -23), (25, 5, -7, -38)),
    case("R17.2", "yakitori_to", "winners", scored(winless={D}), (25, 5, -7, -38), (30, 10, -2, -38), yakitori=15),
    case("R16.2", "minutes", 75, lambda rules: rules.minutes, 90, 75),
    case("R16.1", "time_policy", "finish_current_plus_one", left(in_progress=True), 1, 2),
    case("R16.4", "one_more_between_hands", True, left(in_progress=False), 1, 2, base=EMA_2016),
    case("R16.2", "chombo_redeals_last_hand", True, left(chombo(C), in_progress=True), 0, 1),
]  # fmt: skip


@pytest.mark.parametrize(("field", "rules", "value", "probe", "without", "with_it"), CASES)
def test_a_field_changes_the_result_of_its_case(field, rules, value, probe, without, with_it):
    assert probe(rules) == without
    assert probe(rules.changed(**{field: value})) == with_it


def test_every_field_has_a_case_numbered_as_it_is(subtests):
    meanings = field_meanings()
    numbers = {}
    for numbered in CASES:
        number, field = numbered.id.split()
        numbers.setdefault(field, []).append(number)

    assert numbers.keys() == {field.name for field in fields(Ruleset)} - {"key"}
    for field, own in numbers.items():
        for number in own:
            with subtests.test(field, number=number):
                if number.startswith("R"):
                    assert re.search(rf"\b{re.escape(number)}\b", PAGE)
                    assert number.partition(".")[0] in meanings[field] or "matrix" in meanings[field]


# In the order of the columns: X03 what East gets, X10 and X13 what the winner gets, X14 what A and C get, X48 the first
# score, X61 and liability for four kongs (taken or not), X73 hands left, chombo, red fives offered, ippatsu.
PRESETS = {
    "wrc_2015": (12_300, 24_000, 32_000, (-1_000, 3_300), 25, False, False, 1, 20, False, True),
    "wrc_2022": (12_300, 24_000, 64_000, (-1_000, 3_300), 25, False, False, 1, 30, False, True),
    "wrc_2025": (12_300, 32_000, 64_000, (-1_000, 3_300), 25, False, True, 1, 30, False, True),
    "wrc_2025_lower": (12_300, 32_000, 64_000, (-1_000, 3_300), 25, False, True, 1, 20, False, True),
    "ema_2016": (11_900, 24_000, 32_000, (12_300, 2_300), 26, False, False, 2, 20, False, True),
    "ema_2025": (12_300, 24_000, 32_000, (12_300, 2_300), 26, False, False, 2, 20, False, True),
    "jpml_a": (11_900, 32_000, 64_000, (-1_000, 3_300), 18, False, True, 1, 20, False, False),
    "saikouisen": (12_300, 24_000, 32_000, (-1_000, 3_300), 40, False, False, 1, 20, False, True),
    "mleague": (12_300, 24_000, 64_000, (-1_000, 3_300), 61, False, True, 1, 20, True, True),
    "rmu_a": (12_300, 24_000, 64_000, (-1_000, 3_300), 25, False, False, 1, 20, False, True),
    "rmu_b": (12_300, 24_000, 64_000, (-1_000, 3_300), 25, False, False, 1, 20, False, False),
    "rmu_m": (12_300, 24_000, 64_000, (-1_000, 3_300), 60, False, False, 1, 20, True, True),
    "tenhou": (11_900, 32_000, 64_000, (11_000, 3_300), 31, True, False, None, 20, True, True),
    "mahjong_soul": (11_900, 32_000, 64_000, (11_000, 3_300), 31, True, False, None, 20, True, True),
    "czech_club": (12_300, 24_000, 32_000, (-1_000, 3_300), 25, True, False, 1, 20, False, True),
}


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_a_preset_pays_its_numbered_cases_as_its_book_says(rules):
    x14 = paid(X14, "E1 h1 k1")(rules)
    kongs = paid(tsumo(B, YAKUMAN, liable=C, yaku=("suukantsu",)))(rules)

    assert PRESETS[rules.key] == (
        paid(ron(A, D, "4/30"), "E1 h1")(rules)[A],
        paid(ron(C, A, "13"))(rules)[C],
        paid(ron(B, C, Yakuman(2)))(rules)[B],
        (x14[A], x14[C]),
        scored(ONE_BET_LEFT, 1)(rules)[A],
        paid(abort("nine_terminals"))(rules) != "no_abortive_draw",
        isinstance(kongs, tuple),
        None if rules.time_policy == "none" else left(in_progress=True)(rules),
        advance(chombo(C), table(), rules=rules).settlement.penalties[C],
        "aka dora" in yaku_names(MANGAN, "ron", Wind.SOUTH, Wind.EAST, rules),
        "ippatsu" in yaku_names(MANGAN, "ron", Wind.SOUTH, Wind.EAST, rules),
    )


def test_every_preset_has_its_numbered_cases():
    assert PRESETS.keys() == RULESETS.keys()
