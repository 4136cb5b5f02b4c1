"""Every yaku, every flag and every reason for fu, by its name, from a hand that has it."""

from scoring.presets import TENHOU
from scoring.tiles.count import count
from scoring.tiles.words import FU, YAKU
from tests.scoring.test_tiles import hand, meld

RULES = TENHOU.changed(renhou="yakuman")
PINFU = "234m456p678s22s34s5s"

HANDS = [
    # What a flag or an indicator gives, in the order of the list
    ("riichi 1, ippatsu 1, pinfu 1, tanyao 1, dora 2, ura dora 3", (PINFU,),
     {"flags": ("riichi", "ippatsu"), "dora": "1s", "ura": "3m1s"}),
    ("double riichi 2, menzen tsumo 1, haitei 1, pinfu 1, tanyao 1, aka dora 1", ("234m406p678s22s34s5s", "tsumo"),
     {"flags": ("double riichi", "haitei")}),
    ("chankan 1, tanyao 1", ("234m456p678s22s35s4s",), {"flags": ("chankan",)}),
    ("menzen tsumo 1, rinshan 1, tanyao 1", ("234567m22p55s5s", "tsumo", meld("ankan", "4444p")),
     {"flags": ("rinshan",)}),
    ("houtei 1", ("123m456p789s1135m4m",), {"flags": ("houtei",)}),
    ("tenhou", (PINFU, "tsumo"), {"flags": ("tenhou",), "winds": "EE"}),
    ("chiihou", (PINFU, "tsumo"), {"flags": ("chiihou",)}),
    ("renhou", (PINFU,), {"flags": ("renhou",)}),
    # Honours
    ("haku 1, hatsu 1", ("234m99p33s3s", "ron", meld("pon", "555z"), meld("daiminkan", "6666z")), {}),
    ("chun 1", ("234m99p34s5s", "ron", meld("kakan", "7777z"), meld("chi", "789s")), {}),
    *(
        (f"seat wind {wind} 1, round wind {wind} 1",
         ("234m99p34s5s", "ron", meld("pon", triplet), meld("chi", "789s")), {"winds": wind[0].upper() * 2})
        for wind, triplet in (("east", "111z"), ("south", "222z"), ("west", "333z"), ("north", "444z"))
    ),
    ("round wind north 1", ("234m99p34s5s", "ron", meld("pon", "444z"), meld("chi", "789s")), {"winds": "NS"}),
    ("seat wind south 1", ("234m99p34s5s", "ron", meld("pon", "222z"), meld("chi", "789s")), {"winds": "NS"}),
    ("haku 1, hatsu 1, shousangen 2", ("55566677z234m99s9s",), {"last": "9s"}),
    # Sequences and triplets, concealed and open
    ("pinfu 1, iipeikou 1", ("223344m99p678s78s9s",), {}),
    ("ryanpeikou 3", ("112233m445566p7s7s",), {}),
    ("sanshoku doujun 2", ("234m234p23499s66s6s",), {}),
    ("sanshoku doujun 1", ("234m234p99s66s6s", "ron", meld("chi", "234s")), {}),
    ("ittsuu 2", ("123456789m44p77s7s",), {}),
    ("ittsuu 1", ("123456m44p77s7s", "ron", meld("chi", "789m")), {}),
    ("chanta 2", ("123m789p123s11z99s9s",), {}),
    ("chanta 1", ("123m789p11z99s9s", "ron", meld("chi", "123s")), {}),
    ("junchan 3", ("123m789p12399s11s1s",), {}),
    ("junchan 2", ("123m789p99s11s1s", "ron", meld("chi", "123s")), {}),
    ("tanyao 1, toitoi 2", ("222m44p88s8s", "ron", meld("pon", "333p"), meld("pon", "555s")), {}),
    ("honroutou 2, toitoi 2", ("111m99p11s1s", "ron", meld("pon", "999s"), meld("pon", "333z")), {}),
    ("menzen tsumo 1, tanyao 1, sanankou 2", ("222444m55p678s888s", "tsumo"), {"last": "6s"}),
    ("tanyao 1, sankantsu 2",
     ("234m5p5p", "tsumo", meld("ankan", "2222s"), meld("daiminkan", "4444s"), meld("kakan", "7777p")), {}),
    ("toitoi 2, sanshoku doukou 2", ("222m222p99s55s5s", "ron", meld("pon", "222s")), {}),
    ("chiitoitsu 2", ("1122m3344p5566s7z7z",), {}),
    ("seat wind south 1, honitsu 3", ("123456m77799m22z2z",), {}),
    ("seat wind south 1, honitsu 2", ("123m77799m22z2z", "ron", meld("chi", "456m")), {}),
    ("chinitsu 6", ("12367855599m66m6m",), {}),
    ("chinitsu 5", ("12355599m66m6m", "ron", meld("chi", "678m")), {}),
    # Yakuman
    ("kokushi", ("119m19p19s123456z7z",), {}),
    ("kokushi juusanmen", ("19m19p19s1234567z1z",), {}),
    ("chuuren poutou", ("1112345667899m9m",), {}),
    ("junsei chuuren poutou", ("1112345678999m5m",), {}),
    ("suuankou", ("222444m555p88s88p8p", "tsumo"), {}),
    ("suuankou tanki", ("222444m555p888s8p8p",), {}),
    ("daisangen", ("555666777z2344m4m",), {"last": "2m"}),
    ("shousuushii", ("111222333z44z23m4m",), {}),
    ("daisuushii", ("111222z44m33z3z", "ron", meld("pon", "444z")), {}),
    ("ryuuiisou", ("223344s666888s6z6z",), {"last": "2s"}),
    ("suukantsu",
     ("5p5p", "ron", *(meld("kakan", kong) for kong in ("2222s", "4444s", "7777p", "1111z"))), {}),
    ("tsuuiisou", ("1122334455667z7z",), {}),
    ("chinroutou", ("111999m11p99s9s", "ron", meld("pon", "111s")), {}),
]  # fmt: skip


def written(yaku):
    return ", ".join(name if han is None else f"{name} {han}" for name, han in yaku)


def test_a_hand_has_just_these_yaku_in_this_order(subtests):
    for yaku, tiles, how in HANDS:
        with subtests.test(yaku):
            assert written(count(hand(*tiles, **how), rules=RULES).yaku) == yaku


def test_no_yaku_is_left_out():
    named = {name.rstrip(" 123456") for yaku, _tiles, _how in HANDS for name in yaku.split(", ")}

    assert named == set(YAKU.values())


REASONS = [
    ("base 20, concealed_ron 10, concealed_triplet 4, concealed_triplet 4, edge_wait 2", ("234555m888p99s12s3s",),
     {"flags": ("riichi",)}),
    ("base 20, concealed_kong 16, open_triplet_of_terminals 4, closed_wait 2",
     ("234m55s46s5s", "ron", meld("ankan", "4444p"), meld("pon", "555z")), {}),
    ("base 20, open_kong 8, open_kong_of_terminals 16, concealed_triplet_of_terminals 8, pair_wait 2",
     ("999m5s5s", "ron", meld("daiminkan", "4444p"), meld("kakan", "7777z"), meld("chi", "123s")), {}),
    ("base 20, open_triplet 2, concealed_kong_of_terminals 32, self_draw 2",
     ("234m99s34s5s", "tsumo", meld("pon", "222p"), meld("ankan", "6666z")), {}),
    ("base 20, open_triplet_of_terminals 4, double_wind_pair 4",
     ("234m11z34s5s", "ron", meld("pon", "777z"), meld("chi", "123m")), {"winds": "EE"}),
    ("base 20, open_triplet_of_terminals 4, value_pair 2",
     ("234m22z34s5s", "ron", meld("pon", "777z"), meld("chi", "123m")), {}),
    ("base 20, open_pinfu 2", ("234m55s34s5s", "ron", meld("chi", "678p"), meld("chi", "678p")), {}),
    ("seven_pairs 25", ("1122m3344p5566s7z7z",), {}),
]  # fmt: skip


def test_a_hand_has_just_these_fu_and_the_base_comes_first(subtests):
    for fu, tiles, how in REASONS:
        with subtests.test(fu):
            fu_lines = written(count(hand(*tiles, **how), rules=RULES).fu_detail).split(", ")

            assert fu_lines[0] == fu.split(", ")[0]
            assert sorted(fu_lines) == sorted(fu.split(", "))


def test_no_reason_for_fu_is_left_out():
    named = {name.rstrip(" 0123456789") for fu, _tiles, _how in REASONS for name in fu.split(", ")}

    assert named == {*FU.values(), "base", "concealed_ron", "self_draw", "seven_pairs"}
