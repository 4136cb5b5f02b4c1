"""A hand of tiles to han and fu: what the library lacks, what is no win, and a thousand known hands."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mahjong.hand_calculating.yaku_config import YakuConfig

from scoring.outcome import HanFu, Limit, Yakuman
from scoring.presets import EMA_2016, RULESETS, TENHOU, WRC_2015
from scoring.refusal import Refused
from scoring.seats import Wind
from scoring.tiles.count import count
from scoring.tiles.format import counted_to_json, hand_from_json
from scoring.tiles.hand import Flag, Meld, TileHand, concealed_size, possible_flags
from scoring.tiles.notation import parse_tile, parse_tiles, tiles_text
from scoring.tiles.waits import waits
from scoring.tiles.words import DOUBLE_YAKUMAN, YAKU, YAKUMAN
from scoring.value import FU

STACKING = WRC_2015.changed(multiple_yakuman=True)
DOUBLING = STACKING.changed(double_yakuman=DOUBLE_YAKUMAN)


def meld(kind, tiles):
    return Meld(kind, parse_tiles(tiles))


def hand(concealed, win="ron", *melds, flags=(), dora="", ura="", winds="ES", last=None):
    """A hand whose last concealed tile is the winning one, unless `last` says which."""
    tiles = parse_tiles(concealed)
    return TileHand(
        concealed=tiles,
        win_tile=parse_tile(last) if last else tiles[-1],
        win=win,
        melds=melds,
        round_wind=Wind(winds[0]),
        seat_wind=Wind(winds[1]),
        flags=frozenset(Flag(flag) for flag in flags),
        dora_indicators=parse_tiles(dora),
        ura_indicators=parse_tiles(ura),
    )


def counted(*arguments, rules=WRC_2015, **how):
    return count(hand(*arguments, **how), rules=rules)


def refused(*arguments, rules=WRC_2015, **how):
    with pytest.raises(Refused) as refusal:
        counted(*arguments, rules=rules, **how)
    return refusal.value.code


# --- Known hands ---


@pytest.fixture(scope="module")
def known_hands(data_folder):
    with (data_folder / "tile-hands.jsonl").open(encoding="utf-8") as file:
        known = [json.loads(line) for line in file]
    assert len(known) == 1_000
    return known


def test_a_thousand_known_hands_are_counted_as_known(known_hands):
    wrong = []
    for known in known_hands:
        hand, rules = hand_from_json(known)
        answer, expected = counted_to_json(count(hand, rules=rules)), known["expected"]
        keys = {"han", "fu", "yakuman", "points", "limit"} & expected.keys()
        same = all(answer[key] == expected[key] for key in keys)
        # Two programs noted the yaku, each in an order of its own.
        if not same or sorted(map(str, answer["yaku"])) != sorted(map(str, expected["yaku"])):
            wrong.append((known["source"], answer, expected))

    assert wrong == []


# --- Fu, line by line ---


def test_fu_are_told_line_by_line(subtests):
    for arguments, detail, fu in [
        (("123m456p789s2233z3z",), {"base": 20, "concealed_ron": 10, "open_triplet_of_terminals": 4}, 40),
        (("234m456p678s22s34s5s",), {"base": 20, "concealed_ron": 10}, 30),
        (("234m456p678s22s34s5s", "tsumo"), {"base": 20}, 20),
        (("1122m3344p5566s7z7z",), {"seven_pairs": 25}, 25),
        (
            ("234m456p22s35s4s", "tsumo", meld("ankan", "1111z")),
            {"base": 20, "concealed_kong_of_terminals": 32, "closed_wait": 2, "self_draw": 2},
            60,
        ),
        (("234m456p22s34s5s", "ron", meld("chi", "678s")), {"base": 20, "open_pinfu": 2}, 30),
        (("234m456p22s34s5s", "tsumo", meld("chi", "678s")), {"base": 20, "self_draw": 2}, 30),
        (
            ("234m456p5z789s5z", "ron", meld("kakan", "6666z")),
            {"base": 20, "open_kong_of_terminals": 16, "value_pair": 2, "pair_wait": 2},
            40,
        ),
    ]:  # fmt: skip
        with subtests.test(arguments=arguments, detail=detail, fu=fu):
            hand = counted(*arguments, flags=("riichi",) if len(arguments) < 3 else (), winds="EW")

            assert dict(hand.fu_detail) == detail
            assert hand.fu == fu


def test_a_pair_that_is_both_winds_has_the_fu_of_the_ruleset(subtests):
    for wind_fu, fu in [(2, 40), (4, 50)]:
        with subtests.test(wind_fu=wind_fu, fu=fu):
            rules = WRC_2015.changed(double_wind_fu=wind_fu)
            hand = counted(
                "234567m11z555p99s9s", flags=("riichi",), rules=rules, winds="EE"
            )  # 20 + 10 + 4 + 4, and the pair

            assert dict(hand.fu_detail)["double_wind_pair"] == wind_fu
            assert hand.fu == fu


def test_the_self_draw_of_a_replacement_tile_has_the_fu_of_the_ruleset(subtests):
    for rinshan_fu, fu in [(0, 40), (2, 50)]:
        with subtests.test(rinshan_fu=rinshan_fu, fu=fu):
            rules = WRC_2015.changed(rinshan_fu=rinshan_fu)
            hand = counted("234567m22p55s5s", "tsumo", meld("ankan", "4444p"), flags=("rinshan",), rules=rules)

            assert hand.fu == fu
            assert ("rinshan", 1) in hand.yaku
            assert dict(hand.fu_detail).get("self_draw", 0) == rinshan_fu
            assert all(amount for _reason, amount in hand.fu_detail)


def test_a_replacement_tile_is_drawn_after_each_kind_of_kong(subtests):
    for kong in ["ankan", "daiminkan", "kakan"]:
        with subtests.test(kong=kong):
            assert ("rinshan", 1) in counted("234567m22p55s5s", "tsumo", meld(kong, "4444p"), flags=("rinshan",)).yaku


# --- What a ruleset decides ---


def test_the_highest_paying_reading_is_taken():
    assert ("ryanpeikou", 3) in counted("112233m445566p7s7s").yaku  # not seven pairs
    assert ("sanankou", 2) in counted("111222333m45p88s6p").yaku  # not three equal sequences
    assert ("pinfu", 1) in counted("123m456789p4566s6s").yaku  # not a wait on the pair


def test_four_han_30_fu_are_rounded_where_the_ruleset_does(subtests):
    for rules, points in [(WRC_2015, 8_000), (EMA_2016, 7_700), (TENHOU, 7_700)]:
        with subtests.test(rules=rules, points=points):
            hand = counted("234m456p678s22s34s5s", flags=("riichi", "ippatsu"), rules=rules)

            assert (hand.han, hand.fu) == (4, 30)
            assert hand.points == points
            assert hand.limit is (Limit.MANGAN if points == 8_000 else None)


def test_thirteen_han_are_a_yakuman_where_the_ruleset_counts_them(subtests):
    for kazoe, limit, points in [(True, Limit.YAKUMAN, 32_000), (False, Limit.SANBAIMAN, 24_000)]:
        with subtests.test(kazoe=kazoe, limit=limit, points=points):
            rules = WRC_2015.changed(kazoe=kazoe)
            hand = counted("22334455667m88m7m", flags=("riichi",), dora="1m2m", rules=rules, last="7m")

            assert hand.han >= 13
            assert (hand.limit, hand.points, hand.yakuman) == (limit, points, 0)
            assert hand.value == HanFu(hand.han, hand.fu)


def test_yakuman_add_up_and_count_twice_only_where_the_ruleset_says_so(subtests):
    for rules, concealed, win, yakuman in [
        (WRC_2015, "555666777z11122z", "tsumo", 1),
        (STACKING, "555666777z11122z", "tsumo", 3),  # big dragons, all honours, four concealed triplets
        (DOUBLING, "55566677711z222z", "tsumo", 3),
        (WRC_2015, "1112223334445z5z", "ron", 1),
        (STACKING, "1112223334445z5z", "ron", 3),
        (DOUBLING, "1112223334445z5z", "ron", 5),  # big winds and the wait on the pair are double
        (STACKING, "19m19p19s1234567z1z", "ron", 1),
        (DOUBLING, "19m19p19s1234567z1z", "ron", 2),
        (DOUBLING, "119m19p19s123456z7z", "ron", 1),
        (DOUBLING, "1112345678999m5m", "ron", 2),
        (DOUBLING, "1112345667899m9m", "ron", 1),
    ]:
        with subtests.test(rules=rules, concealed=concealed, win=win, yakuman=yakuman):
            hand = counted(concealed, win, rules=rules)

            assert hand.yakuman == yakuman
            assert hand.points == 32_000 * yakuman
            assert (hand.han, hand.fu, hand.fu_detail) == (None, None, ())
            assert all(han is None for _name, han in hand.yaku)
            assert hand.value == (Limit.YAKUMAN if yakuman == 1 else Yakuman(yakuman))


def test_a_hand_names_its_yaku_and_each_han_of_dora():
    assert counted("234m456p678s22s34s5s", dora="1s").names == ("pinfu", "tanyao", "dora", "dora")
    assert counted("55566677711z222z", "tsumo", rules=STACKING).names == ("suuankou", "daisangen", "tsuuiisou")


def test_the_yakuman_are_those_of_the_library():
    known = {YAKU[type(yaku).__name__]: yaku for yaku in vars(YakuConfig()).values() if type(yaku).__name__ in YAKU}

    assert set(known) == set(YAKU.values())
    assert {name for name, yaku in known.items() if yaku.is_yakuman} == YAKUMAN | {"renhou"}


def test_renhou_is_a_mangan_that_nothing_is_added_to():
    pinfu = "234m456p678s22s34s5s"

    assert counted(pinfu, flags=("renhou",)).yaku == (("renhou", 5),)
    assert counted("123m456p789s1135m4m", flags=("renhou",)).points == 8_000  # no other yaku
    better = counted("22334455667m88m7m", flags=("renhou",), last="7m")
    assert better.points > 8_000
    assert "renhou" not in dict(better.yaku)
    assert counted(pinfu, flags=("renhou",), rules=WRC_2015.changed(renhou="yakuman")).yakuman == 1
    assert "renhou" not in dict(counted(pinfu, flags=("renhou",), rules=WRC_2015.changed(renhou="off")).yaku)


def test_open_all_simples_are_a_yaku_where_the_ruleset_has_them():
    called = ("234m456p22s34s5s", "ron", meld("chi", "678s"))

    assert ("tanyao", 1) in counted(*called).yaku
    assert refused(*called, rules=WRC_2015.changed(open_tanyao=False)) == "no_yaku"


def test_red_fives_count_where_the_ruleset_has_them():
    reds = "234m406p678s22s34s5s"

    assert ("aka dora", 1) in counted(reds, rules=TENHOU).yaku
    assert refused(reds) == "no_red_fives"
    assert refused("00m55678p678s2223s", rules=TENHOU) == "too_many_red_fives"  # one in each suit
    assert refused("067m234406p22s340s", rules=TENHOU.changed(red_fives=2)) == "too_many_red_fives"


def test_dora_of_the_back_count_only_after_riichi():
    pinfu = "234m456p678s22s34s5s"

    assert ("ura dora", 2) in counted(pinfu, flags=("riichi",), ura="1s").yaku
    assert "ura dora" not in dict(counted(pinfu, ura="1s").yaku)
    assert dict(counted(pinfu, dora="1s4s").yaku)["dora"] == 3
    assert dict(counted(pinfu, dora="1s4s111z").yaku)["dora"] == 3  # five indicators are the most there are


def test_of_readings_that_pay_the_same_a_yakuman_is_told():
    hand = counted("111222333m4455m5m", "tsumo", flags=("riichi",), dora="9m9m", rules=TENHOU)

    assert (hand.yaku, hand.points) == ((("suuankou", None),), 32_000)


# --- No win ---


def test_what_is_no_win_says_what_is_missing(subtests):
    for code, arguments, how in [
        ("no_yaku", ("123m456p789s1135m4m",), {"winds": "ES"}),
        ("no_yaku", ("123m456p11m34s5s", "ron", meld("chi", "678s")), {"dora": "9m"}),
        ("not_winning", ("234m456p678s22s34s9s",), {}),
        ("not_tenpai", ("147m147p147s12345z",), {}),
        ("five_of_one_tile", ("11111m23456p77z8p8p",), {}),
        ("five_of_one_tile", ("234m456p678s22s34s5s",), {"dora": "2222s"}),
        ("wrong_number_of_tiles", ("234m456p678s22s34s",), {}),
        ("wrong_number_of_tiles", ("234m456p678s22s34s5s", "ron", meld("pon", "555z")), {}),
        ("win_tile_not_in_hand", ("234m456p678s22s34s5s",), {"last": "9m"}),
        ("too_many_indicators", ("234m456p678s22s34s5s",), {"dora": "123456m"}),
        ("riichi_on_open_hand", ("234m456p22s34s5s", "ron", meld("chi", "678s")), {"flags": ("riichi",)}),
        ("ippatsu_without_riichi", ("234m456p678s22s34s5s",), {"flags": ("ippatsu",)}),
        ("flag_needs_ron", ("234m456p678s22s34s5s", "tsumo"), {"flags": ("chankan",)}),
        ("flag_needs_self_draw", ("234m456p678s22s34s5s",), {"flags": ("haitei",)}),
        ("flag_needs_self_draw", ("234m456p678s22s34s5s",), {"flags": ("tenhou",), "winds": "EE"}),
        (
            "flags_exclude",
            ("234567m22p55s5s", "tsumo", meld("ankan", "4444p")),
            {"flags": ("haitei", "rinshan")},
        ),
        ("flags_exclude", ("234m456p678s22s34s5s",), {"flags": ("houtei", "chankan")}),
        ("flags_exclude", ("234m456p678s22s34s5s",), {"flags": ("renhou", "riichi")}),
        ("rinshan_without_kong", ("234m456p678s22s34s5s", "tsumo"), {"flags": ("rinshan",)}),
        ("robbed_tile_held", ("234m455p678s22s34s5p",), {"flags": ("chankan",), "last": "2s"}),
        ("first_turn_with_meld", ("234567m22p55s5s", "tsumo", meld("ankan", "4444p")), {"flags": ("chiihou",)}),
        ("only_for_east", ("234m456p678s22s34s5s", "tsumo"), {"flags": ("tenhou",)}),
        ("not_for_east", ("234m456p678s22s34s5s", "tsumo"), {"flags": ("chiihou",), "winds": "EE"}),
    ]:
        with subtests.test(code=code, arguments=arguments, how=how):
            assert refused(*arguments, **how) == code


def test_what_is_no_meld_is_refused(subtests):
    for kind, tiles in [
        ("chi", "124m"), ("chi", "123z"), ("chi", "89m1p"), ("chi", "1234m"), ("pon", "112m"), ("ankan", "111m"),
        ("kakan", "11112m"), ("pon", ""), ("chi", ""), ("chi", "5m"), ("pon", "1111m"), ("chi", "135m"),
    ]:  # fmt: skip
        with subtests.test(kind=kind, tiles=tiles), pytest.raises(Refused, match="is no"):
            meld(kind, tiles)


def test_what_are_no_tiles_is_refused(subtests):
    for text in ["123", "8z", "0z", "m", "12x", "Xm", "１m", "1m2", "5"]:
        with subtests.test(text=text):
            with pytest.raises(Refused) as refusal:
                parse_tiles(text)

            assert refusal.value.code == "bad_tiles"


PONS = [Meld("pon", parse_tiles(f"{rank}{rank}{rank}s")) for rank in (2, 4, 6, 8)]


def test_a_hand_that_lacks_one_tile_says_what_it_waits_for():
    assert tiles_text(waits(parse_tiles("1112345678999m"))) == "123456789m"
    assert tiles_text(waits(parse_tiles("19m19p19s1234567z"))) == "19m19p19s1234567z"
    assert tiles_text(waits(parse_tiles("1122m3344p5566s7z"))) == "7z"
    assert tiles_text(waits(parse_tiles("5z"), tuple(PONS))) == "5z"
    assert waits(parse_tiles("1111m"), tuple(PONS[:3])) == ()
    assert waits(parse_tiles("1m"), (*PONS[1:], Meld("pon", parse_tiles("111m")))) == ()  # a fifth copy (R8.4)
    with pytest.raises(Refused, match="The hand waits for 2s 5s"):
        counted("234m456p678s99s34s9m")


def test_what_may_be_true_of_a_win_goes_by_its_kind_and_its_seat(subtests):
    for win, winds, flags in [
        ("ron", "E", "riichi, double riichi, ippatsu, chankan, houtei"),
        ("ron", "SWN", "riichi, double riichi, ippatsu, chankan, houtei, renhou"),
        ("tsumo", "E", "riichi, double riichi, ippatsu, rinshan, haitei, tenhou"),
        ("tsumo", "SWN", "riichi, double riichi, ippatsu, rinshan, haitei, chiihou"),
    ]:
        with subtests.test(win=win, winds=winds, flags=flags):
            for wind in winds:
                assert ", ".join(possible_flags(win, Wind(wind))) == flags


def test_each_meld_leaves_three_tiles_less_in_the_hand():
    assert [concealed_size(melds) for melds in range(5)] == [14, 11, 8, 5, 2]


# --- Properties ---

KINDS = st.integers(0, 33)
CHI = st.tuples(st.sampled_from("mps"), st.integers(1, 7)).map(lambda at: f"{at[1]}{at[1] + 1}{at[1] + 2}{at[0]}")
PON = st.sampled_from([f"{rank}{row}" for row in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)])
SETS = st.one_of(
    CHI.map(lambda text: ("chi", text)),
    PON.map(lambda text: ("pon", text[0] * 3 + text[1])),
    st.tuples(st.sampled_from(["ankan", "daiminkan", "kakan"]), PON).map(lambda of: (of[0], of[1][0] * 4 + of[1][1])),
)


@st.composite
def winning_hands(draw):
    pair = draw(PON)
    concealed, melds = pair[0] * 2 + pair[1], []
    for kind, text in draw(st.lists(SETS, min_size=4, max_size=4)):
        if kind in ("chi", "pon") and draw(st.booleans()):
            concealed += text
        else:
            melds.append(meld(kind, text))
    tiles = parse_tiles(concealed)
    return {
        "concealed": tiles,
        "melds": tuple(melds),
        "win_tile": draw(st.sampled_from(tiles)),
        "win": draw(st.sampled_from(["ron", "tsumo"])),
        "seat_wind": draw(st.sampled_from(Wind)),
        "flags": frozenset(draw(st.sets(st.sampled_from(Flag), max_size=2))),
    }


@given(parts=winning_hands(), rules=st.sampled_from([*RULESETS.values(), DOUBLING, TENHOU.changed(rinshan_fu=0)]))
@settings(max_examples=150)
def test_a_complete_hand_is_counted_or_refused_for_a_reason_that_fits(parts, rules):
    counted_hand, code = None, ""
    try:
        counted_hand = count(TileHand(**parts), rules=rules)
    except Refused as refusal:
        code = refusal.code

    assert code not in {"not_winning", "not_tenpai", "illegal_fu", "illegal_han", "malformed"}
    if counted_hand:
        assert counted_hand.points > 0
        assert counted_hand.yakuman or counted_hand.limit or counted_hand.fu in FU
        assert (sum(han or 0 for _name, han in counted_hand.yaku) or None) == counted_hand.han


@given(text=st.text(alphabet="0123456789mpsz ", max_size=20))
@settings(max_examples=100)
def test_tiles_come_back_from_their_text(text):
    try:
        tiles = parse_tiles(text)
    except Refused:
        return
    assert parse_tiles(tiles_text(tiles)) == tiles


def test_a_single_tile_may_have_blanks_around_it():
    assert parse_tile(" 5 m ") == parse_tile("5m")
