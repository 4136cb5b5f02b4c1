"""What is offered under a ruleset is what it takes; the rest is refused, or changes nothing."""

from itertools import pairwise

from scoring.hanchan import advance
from scoring.offers import (
    abort_reasons,
    is_yakuman,
    knows_liability,
    knows_nagashi,
    most_claims,
    most_yakuman,
    turn_of_claims,
    win_flags,
    yaku_names,
)
from scoring.outcome import AbortReason, HanFu, Limit, Yakuman
from scoring.presets import EMA_2016, MAHJONG_SOUL, RULESETS, TENHOU, WRC_2015
from scoring.refusal import Refused
from scoring.seats import Wind
from scoring.tiles.hand import FIRST_TURN, RIICHI, Flag, Meld
from scoring.tiles.notation import parse_tiles
from scoring.tiles.words import YAKU, YAKUMAN, may_name
from tests.scoring.shorthand import ALL, MANGAN, A, B, C, D, abort, claims, nagashi, table, tsumo, win


def takes(outcome, rules):
    try:
        advance(outcome, table(), rules=rules)
    except Refused:
        return False
    return True


def test_a_draw_is_offered_just_where_it_is_taken(subtests):
    for rules in RULESETS.values():
        with subtests.test(rules.key):
            assert abort_reasons(rules) == tuple(r for r in AbortReason if takes(abort(r, riichi=ALL), rules))
            assert knows_nagashi(rules) == takes(nagashi(B), rules)


def test_another_claim_is_offered_just_where_it_changes_the_payments(subtests):
    for rules in RULESETS.values():
        with subtests.test(rules.key):
            said = [win(B, MANGAN), win(C, MANGAN), win(D, MANGAN)]
            settled = [advance(claims(A, *said[:count]), table(), rules=rules).settlement.deltas for count in (1, 2, 3)]

            changes = 1 + sum(before != after for before, after in pairwise(settled))
            # Under head bump nobody asks for the second, so three of them are said as the abortive draw that they are.
            assert most_claims(rules) == (1 if rules.multi_ron == "head_bump" else changes)


def test_the_turn_of_claims_is_told_just_where_the_first_alone_is_paid(subtests):
    for rules in RULESETS.values():
        with subtests.test(rules.key):
            said = [win(winner, MANGAN) for winner in (A, C)]
            paid = advance(claims(B, *said), table(), rules=rules).settlement.wins

            order = turn_of_claims(B, rules)
            assert order == ((C, D, A) if rules.multi_ron == "head_bump" else ())
            assert not order or [settled.win.winner for settled in paid] == [order[0]]


def test_several_yakuman_are_offered_just_where_they_add_up(subtests):
    for rules in RULESETS.values():
        with subtests.test(rules.key):
            one, two = (advance(tsumo(B, Yakuman(count)), table(), rules=rules).settlement.deltas for count in (1, 2))

            assert (most_yakuman(rules) > 1) == (one != two)


def test_how_much_is_offered():
    assert [most_claims(rules) for rules in (WRC_2015, EMA_2016, TENHOU)] == [1, 3, 3]
    assert most_claims(EMA_2016.changed(multi_ron="double")) == 2
    assert [most_yakuman(rules) for rules in (WRC_2015, TENHOU, MAHJONG_SOUL)] == [1, 4, 6]
    assert most_yakuman(TENHOU.changed(double_yakuman=YAKUMAN)) == 8


def test_who_is_liable_is_asked_just_where_the_ruleset_takes_it(subtests):
    liable = tsumo(B, Limit.YAKUMAN, liable=C)
    for rules in [*RULESETS.values(), WRC_2015.changed(pao_yaku=frozenset())]:
        with subtests.test(rules.key):
            assert knows_liability(rules) == takes(liable, rules)


def test_a_named_yakuman_makes_somebody_liable_just_where_one_of_its_yaku_does():
    named = [(), ("daisangen",), ("daisangen", "tsuuiisou"), ("tsuuiisou",)]

    taken = [takes(tsumo(B, Limit.YAKUMAN, liable=C, yaku=yaku), WRC_2015) for yaku in named]

    assert taken == [True, True, True, False]


def test_every_yaku_is_offered_to_some_win_that_can_have_it(subtests):
    for rules in RULESETS.values():
        for value in [HanFu(3, 30), MANGAN, Limit.YAKUMAN, Yakuman(2)]:
            with subtests.test(rules.key, value=value):
                offered = {
                    name
                    for kind in ("ron", "tsumo")
                    for seat_wind in Wind
                    for round_wind in Wind
                    for name in yaku_names(value, kind, seat_wind, round_wind, rules)
                }

                absent = (
                    {"renhou"}
                    if rules.renhou == "off" or isinstance(value, Yakuman) or value is Limit.YAKUMAN
                    else set()
                )
                absent |= set() if rules.red_fives else {"aka dora"}
                absent |= set() if rules.ippatsu else {"ippatsu", "ura dora"}  # JPML A has neither
                assert offered == {name for name in YAKU.values() if may_name(name, yakuman=is_yakuman(value))} - absent


def test_what_a_win_cannot_have_is_not_offered():
    south = yaku_names(MANGAN, "ron", Wind.SOUTH, Wind.EAST, TENHOU)
    east = yaku_names(Limit.YAKUMAN, "tsumo", Wind.EAST, Wind.EAST, TENHOU)

    assert {"riichi", "houtei", "seat wind south", "round wind east", "aka dora"} <= set(south)
    assert not {"menzen tsumo", "haitei", "seat wind east", "round wind south", "daisangen", "renhou"} & set(south)
    assert {"tenhou", "kokushi"} <= set(east)
    assert not {"chiihou", "dora", "riichi"} & set(east)
    assert "renhou" in yaku_names(Limit.YAKUMAN, "ron", Wind.SOUTH, Wind.EAST, TENHOU.changed(renhou="yakuman"))


PON, CONCEALED_KONG = Meld("pon", parse_tiles("555z")), Meld("ankan", parse_tiles("5555z"))


def test_a_flag_is_offered_to_the_hand_that_can_have_it():
    closed = set(win_flags("ron", Wind.SOUTH, (), WRC_2015))
    called = set(win_flags("ron", Wind.SOUTH, (PON,), WRC_2015))

    assert closed == {*RIICHI, Flag.IPPATSU, Flag.CHANKAN, Flag.HOUTEI, Flag.RENHOU}
    assert called == {Flag.CHANKAN, Flag.HOUTEI}
    assert Flag.RINSHAN not in win_flags("tsumo", Wind.EAST, (), WRC_2015)


def test_what_the_ruleset_leaves_out_is_not_offered():
    rules = WRC_2015.changed(ippatsu=False, ura_dora=False, absent_yaku=frozenset({"tanyao", "double riichi"}))

    assert not {Flag.IPPATSU, Flag.DOUBLE_RIICHI} & {*win_flags("ron", Wind.SOUTH, (), rules)}
    assert not {"ippatsu", "ura dora", "tanyao"} & set(yaku_names(MANGAN, "ron", Wind.SOUTH, Wind.EAST, rules))


def test_a_concealed_kong_opens_no_hand_but_ends_the_first_turn():
    kong = set(win_flags("tsumo", Wind.EAST, (CONCEALED_KONG,), WRC_2015))

    assert {*RIICHI, Flag.RINSHAN} <= kong
    assert not FIRST_TURN & kong


def test_renhou_is_a_flag_only_where_the_rules_know_it(subtests):
    for rules in RULESETS.values():
        with subtests.test(rules.key):
            assert (Flag.RENHOU in win_flags("ron", Wind.SOUTH, (), rules)) == (rules.renhou != "off")
            assert Flag.RENHOU not in win_flags("ron", Wind.EAST, (), rules)


def test_every_flag_is_the_name_of_its_yaku():
    assert {*Flag} <= {*YAKU.values()}
