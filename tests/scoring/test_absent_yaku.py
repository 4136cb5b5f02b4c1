"""Dora, ippatsu and single yaku that a ruleset leaves out (R3.13, R3.14), and yakuman that count twice (R3.8)."""

import pytest

from scoring.presets import JPML_A, WRC_2015
from tests.scoring.test_tiles import counted, meld, refused

RIICHI = ("riichi", "ippatsu")
KONG = meld("ankan", "1111z")
# One dora (5s by 4s), one of the kong (6p by 5p), under them 7s by 6s and 8p by 7p.
IN_RIICHI = ("67p345789s99m5p", "ron", KONG)
LAID = {"flags": RIICHI, "dora": "4s5p", "ura": "6s7p", "winds": "SW"}


@pytest.mark.parametrize(
    ("changes", "yaku"),
    [
        ({}, {"riichi": 1, "ippatsu": 1, "dora": 2, "ura dora": 1}),
        ({"ippatsu": False}, {"riichi": 1, "dora": 2, "ura dora": 1}),
        ({"ura_dora": False}, {"riichi": 1, "ippatsu": 1, "dora": 2}),
        ({"kan_dora": False}, {"riichi": 1, "ippatsu": 1, "dora": 1, "ura dora": 1}),
        ({"kan_ura": False}, {"riichi": 1, "ippatsu": 1, "dora": 2, "ura dora": 1}),
        ({"absent_yaku": frozenset({"ippatsu"})}, {"riichi": 1, "dora": 2, "ura dora": 1}),
    ],
)
def test_each_dora_and_ippatsu_counts_where_the_ruleset_has_it(changes, yaku):
    assert dict(counted(*IN_RIICHI, rules=WRC_2015.changed(**changes), **LAID).yaku) == yaku


def test_the_ura_dora_of_a_kong_can_be_left_out_alone():
    laid = LAID | {"ura": "1m6s"}

    assert dict(counted(*IN_RIICHI, **laid).yaku)["ura dora"] == 1
    assert "ura dora" not in dict(counted(*IN_RIICHI, rules=WRC_2015.changed(kan_ura=False), **laid).yaku)
    assert "ura dora" not in dict(counted(*IN_RIICHI, rules=WRC_2015.changed(kan_dora=False), **laid).yaku)


def test_jpml_a_has_the_first_dora_only():
    assert counted(*IN_RIICHI, rules=JPML_A, **LAID).yaku == (("riichi", 1), ("dora", 1))


def test_without_double_riichi_a_riichi_of_the_first_turn_is_a_plain_one():
    laid = LAID | {"flags": ("double riichi", "ippatsu")}
    without = WRC_2015.changed(absent_yaku=frozenset({"double riichi"}))

    assert dict(counted(*IN_RIICHI, **laid).yaku)["double riichi"] == 2
    assert counted(*IN_RIICHI, rules=without, **laid).yaku == counted(*IN_RIICHI, rules=without, **LAID).yaku


def test_a_hand_whose_only_yaku_is_left_out_does_not_win():
    tanyao = "234m678p567s88s44m4m"
    without = WRC_2015.changed(absent_yaku=frozenset({"tanyao"}))

    assert counted(tanyao).yaku == (("tanyao", 1),)
    assert refused(tanyao, dora="3m", rules=without) == "no_yaku"


def test_another_reading_counts_where_that_of_an_absent_yaku_is_gone():
    both = "223344m66p778899s"
    without = WRC_2015.changed(absent_yaku=frozenset({"ryanpeikou"}))

    assert counted(both).yaku == (("pinfu", 1), ("ryanpeikou", 3))
    assert counted(both, rules=without).yaku == (("chiitoitsu", 2),)


def test_a_yakuman_counts_twice_where_the_ruleset_names_it():
    adding = WRC_2015.changed(multiple_yakuman=True, double_yakuman=frozenset({"daisangen"}))

    assert counted("555666777z99m45s6s", rules=adding).yakuman == 2
    assert counted("555666777z99m45s6s", rules=adding.changed(double_yakuman=frozenset({"tenhou"}))).yakuman == 1
