"""The numbered edge cases of the rules page in which nobody wins: draws of all kinds, and chombo.

Without a preset's name a case is `wrc_2015`.
"""

import pytest

from scoring.hanchan import advance, replay
from scoring.placement import place
from scoring.presets import CZECH_CLUB, EMA_2016, MAHJONG_SOUL, RULESETS, TENHOU, WRC_2015, WRC_2022, WRC_2025
from scoring.refusal import Refused
from tests.scoring.shorthand import (
    ALL,
    MANGAN,
    A,
    B,
    C,
    D,
    abort,
    chombo,
    draw,
    follows,
    nagashi,
    redeal,
    ron,
    table,
    tsumo,
)

NINE_TERMINALS_ABORT = WRC_2015.changed(abort_nine_terminals=True)
FOUR_RIICHI_ABORT = WRC_2015.changed(abort_four_riichi=True)
REVERSE_MANGAN = WRC_2015.changed(chombo_mode="reverse_mangan")

WITHOUT_ABORTS = [rules for rules in RULESETS.values() if rules not in (TENHOU, MAHJONG_SOUL, CZECH_CLUB)]


def case(number, before, outcome, deltas, after, rules=WRC_2015):
    return pytest.param(rules, table(before), outcome, deltas, after, id=f"{number} {rules.key} {before}")


DRAWS = [
    # C's riichi tile was called: the bet stands, and only C is tenpai
    case("X22", "E1", draw(C, riichi=[C]), (-1_000, -1_000, 2_000, -1_000), "E2 h1 k1"),
    case("X30", "E1", draw(A), (3_000, -1_000, -1_000, -1_000), "E1 h1 k0"),
    case("X31", "E1 h1 k1", draw(B, D, riichi=[B]), (-1_500, 500, -1_500, 1_500), "E2 h2 k2"),
    case("X32", "E1 h4", draw(A, B, C), (1_000, 1_000, 1_000, -3_000), "E1 h5 k0"),
    case("X33", "E1", draw(), (0, 0, 0, 0), "E2 h1 k0"),
    case("X34", "E1", draw(*ALL, riichi=ALL), (-1_000, -1_000, -1_000, -1_000), "E1 h1 k4"),
    # A was tenpai and said nothing
    case("X35", "E1", draw(B), (-1_000, 3_000, -1_000, -1_000), "E2 h1 k0"),
    # B's hand was dead
    case("X36", "E1", draw(C, dead=[B], riichi=[B]), (-1_000, -2_000, 3_000, -1_000), "E2 h1 k1"),
    # broken off
    case("X61", "E1", abort("nine_terminals", riichi=[A]), (-1_000, 0, 0, 0), "E1 h1 k1", NINE_TERMINALS_ABORT),
    case("X61", "E1", abort("nine_terminals", riichi=[A]), (-1_000, 0, 0, 0), "E1 h1 k1", CZECH_CLUB),
    case("X62", "E1", abort("four_riichi", riichi=ALL), (-1_000,) * 4, "E1 h1 k4", FOUR_RIICHI_ABORT),
    case("X62", "E1", abort("four_riichi", riichi=ALL), (-1_000,) * 4, "E1 h1 k4", CZECH_CLUB),
]

CHOMBOS = [
    # B was in riichi and noten at the draw
    case("X37", "E1 h2 k1", chombo(B, riichi=[B]), (0, 0, 0, 0), "E1 h2 k1"),
    case("X39", "E1 k2", chombo(D, riichi=[A, C]), (0, 0, 0, 0), "E1 h0 k2"),
    case("X59 A offends", "E1 h2", chombo(A), (-12_000, 4_000, 4_000, 4_000), "E1 h2 k0", REVERSE_MANGAN),
    case("X60 C offends", "E1", chombo(C), (4_000, 2_000, -8_000, 2_000), "E1 h0 k0", REVERSE_MANGAN),
    # four riichi, but C's hand is noten
    case("X63", "E1", chombo(C, riichi=ALL), (0, 0, 0, 0), "E1 h0 k0", FOUR_RIICHI_ABORT),
    # R5, nobody at fault
    case("redeal", "S4 h2 k1", redeal(riichi=[A, C]), (0, 0, 0, 0), "S4 h2 k1"),
    case("X63", "E1", chombo(C, riichi=ALL), (0, 0, 0, 0), "E1 h0 k0", CZECH_CLUB),
]


@pytest.mark.parametrize(("rules", "before", "outcome", "deltas", "after"), DRAWS)
def test_a_draw_adds_a_counter_and_leaves_the_bets(rules, before, outcome, deltas, after):
    hand = advance(outcome, before, rules=rules)

    assert hand.settlement.deltas == deltas
    assert follows(hand) == after
    assert hand.settlement.penalties == (0, 0, 0, 0)


@pytest.mark.parametrize(("rules", "before", "outcome", "deltas", "after"), CHOMBOS)
def test_a_hand_dealt_again_moves_nothing_and_its_bets_go_back(rules, before, outcome, deltas, after):
    hand = advance(outcome, before, rules=rules)

    assert hand.settlement.deltas == deltas
    assert follows(hand) == after


@pytest.mark.parametrize(
    ("number", "outcome", "penalties"),
    [
        ("X37", chombo(B, riichi=[B]), (0, 20, 0, 0)),
        ("X39", chombo(D, riichi=[A, C]), (0, 0, 0, 20)),
        ("X63", chombo(C, riichi=ALL), (0, 0, 20, 0)),
        ("two offenders", chombo(A, C), (20, 0, 20, 0)),
        ("nobody at fault", redeal(riichi=[A]), (0, 0, 0, 0)),
    ],
)
@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_a_chombo_costs_score_points_beside_the_table(rules, number, outcome, penalties):
    if rules in (WRC_2022, WRC_2025):
        penalties = tuple(points * 30 // 20 for points in penalties)

    assert advance(outcome, table(), rules=rules).settlement.penalties == penalties


def test_a_reverse_mangan_costs_no_score_points():
    settlement = advance(chombo(C), table(), rules=REVERSE_MANGAN).settlement

    assert settlement.penalties == (0, 0, 0, 0)


def test_a_chombo_can_cost_a_mangan_and_score_points():
    rules = REVERSE_MANGAN.changed(chombo_mode="mangan_and_score", chombo_value=10)
    settlement = advance(chombo(C), table(), rules=rules).settlement

    assert settlement.penalties == (0, 0, 10, 0)
    assert settlement.deltas == (4_000, 2_000, -8_000, 2_000)


def test_two_offenders_under_reverse_mangan_each_pay_in_turn():
    settlement = advance(chombo(A, C), table(), rules=REVERSE_MANGAN).settlement

    assert settlement.deltas == (-12_000 + 4_000, 4_000 + 2_000, 4_000 - 8_000, 4_000 + 2_000)


def test_x41_two_chombo_of_one_player_add_up_and_leave_the_places_alone():
    hands = replay([chombo(B), ron(B, A, MANGAN), chombo(B)], rules=WRC_2015)

    costs = sum(hand.settlement.penalties[B] for hand in hands)
    placed = place(hands[-1].after.points, 0, rules=WRC_2015)
    assert costs == 40
    assert [seat.place for seat in placed] == [4, 1, 2, 2]


@pytest.mark.parametrize("reason", ["four_winds", "nine_terminals", "four_kongs", "four_riichi", "three_winners"])
@pytest.mark.parametrize("rules", WITHOUT_ABORTS, ids=lambda rules: rules.key)
def test_x61_without_its_switch_an_abortive_draw_is_refused(rules, reason):
    others = {f"abort_{other}": True for other in ("four_winds", "nine_terminals", "four_kongs")}
    others |= {"abort_four_riichi": True, "abort_three_winners": True, f"abort_{reason}": False}

    for without in (rules, rules.changed(**others)):
        with pytest.raises(Refused) as refused:
            advance(abort(reason, riichi=ALL), table(), rules=without)

        assert refused.value.code == "no_abortive_draw"


def test_x66_four_kongs_of_two_players_end_nothing_without_the_switch():
    kongs = abort("four_kongs")

    assert follows(advance(kongs, table(), rules=CZECH_CLUB)) == "E1 h1 k0"
    with pytest.raises(Refused, match=r"R9\.1"):
        advance(kongs, table(), rules=WRC_2015)


def test_mahjong_soul_pays_three_winners_and_has_the_other_abortive_draws():
    for reason in ("four_winds", "nine_terminals", "four_kongs", "four_riichi"):
        assert follows(advance(abort(reason, riichi=ALL), table(), rules=MAHJONG_SOUL)) == "E1 h1 k4"
    with pytest.raises(Refused):
        advance(abort("three_winners"), table(), rules=MAHJONG_SOUL)


@pytest.mark.parametrize("reason", ["four_winds", "nine_terminals", "four_kongs", "four_riichi", "three_winners"])
@pytest.mark.parametrize(
    ("stays", "adds", "after"),
    [
        (True, True, "E2 h2 k5"),
        (True, False, "E2 h1 k5"),
        (False, True, "E3 h2 k5"),
        (False, False, "E3 h1 k5"),
    ],
)
def test_after_an_abortive_draw_deal_and_counters_go_by_their_own_switches(reason, stays, adds, after):
    rules = TENHOU.changed(abort_dealer_stays=stays, abort_adds_honba=adds)

    hand = advance(abort(reason, riichi=ALL), table("E2 h1 k1"), rules=rules)

    assert hand.settlement.deltas == (-1_000,) * 4
    assert follows(hand) == after


@pytest.mark.parametrize(
    ("before", "outcome", "deltas", "after"),
    [
        ("E1 h2 k1", nagashi(B, tenpai=[A]), (-4_000, 8_000, -2_000, -2_000), "E1 h3 k1"),
        ("E1 h2 k1", nagashi(B, tenpai=[B]), (-4_000, 8_000, -2_000, -2_000), "E2 h3 k1"),
        ("E1", nagashi(A), (12_000, -4_000, -4_000, -4_000), "E2 h1 k0"),
        ("E1", nagashi(A, tenpai=[A, C], riichi=[C]), (12_000, -4_000, -5_000, -4_000), "E1 h1 k1"),
        ("E2", nagashi(A, B), (4_000, 8_000, -6_000, -6_000), "E3 h1 k0"),
    ],
    ids=["counters and bets stay", "its winner is no dealer", "East is noten", "East is tenpai", "two at once"],
)
def test_nagashi_mangan_pays_a_self_drawn_mangan_and_the_deal_goes_by_tenpai(before, outcome, deltas, after):
    hand = advance(outcome, table(before), rules=TENHOU)

    assert hand.settlement.deltas == deltas
    assert follows(hand) == after


NAGASHI_WINS = EMA_2016.changed(nagashi="as_win")
ALL_TO_THE_FIRST = NAGASHI_WINS.changed(honba_multi="first", sticks_multi="first")


@pytest.mark.parametrize(
    ("rules", "before", "outcome", "deltas", "after"),
    [
        (NAGASHI_WINS, "E1", nagashi(B, tenpai=[A]), (-4_000, 8_000, -2_000, -2_000), "E2 h0 k0"),
        (NAGASHI_WINS, "E1 h2 k1", nagashi(B), (-4_200, 9_600, -2_200, -2_200), "E2 h0 k0"),
        (NAGASHI_WINS, "E1 h2 k1", nagashi(A), (13_600, -4_200, -4_200, -4_200), "E1 h3 k0"),
        (
            NAGASHI_WINS,
            "E1 h1",
            nagashi(B, tenpai=[B, C], riichi=[B, C]),
            (-4_100, 9_300, -3_100, -2_100),
            "E2 h0 k0",
        ),
        # B deals: he is before A in turn order, and the carried bet is his
        (
            NAGASHI_WINS,
            "E2 h1 k1",
            nagashi(A, B, tenpai=[A, C], riichi=[A, C]),
            (4_200, 10_200, -7_200, -6_200),
            "E2 h2 k0",
        ),
        (
            ALL_TO_THE_FIRST,
            "E2 h1 k1",
            nagashi(A, B, tenpai=[A, C], riichi=[A, C]),
            (2_900, 11_300, -7_100, -6_100),
            "E2 h2 k0",
        ),
    ],
    ids=["as a win", "counters and bets", "East's", "bets of the hand", "two at once", "two, all to the first"],
)
def test_nagashi_mangan_as_a_win_takes_counters_and_bets_and_the_deal_goes_by_the_winner(
    rules, before, outcome, deltas, after
):
    hand = advance(outcome, table(before), rules=rules)

    assert hand.settlement.deltas == deltas
    assert follows(hand) == after


@pytest.mark.parametrize(
    "rules", [rules for rules in RULESETS.values() if rules not in (TENHOU, MAHJONG_SOUL)], ids=lambda rules: rules.key
)
def test_nagashi_mangan_is_refused_where_it_does_not_exist(rules):
    with pytest.raises(Refused) as refused:
        advance(nagashi(A), table(), rules=rules)

    assert refused.value.code == "no_nagashi"


@pytest.mark.parametrize(
    ("total", "tenpai", "deltas"),
    [
        (0, [A], (0, 0, 0, 0)),
        (600, [A, B], (300, 300, -300, -300)),
        (600, [A, B, C], (200, 200, 200, -600)),
        (6_000, [D], (-2_000, -2_000, -2_000, 6_000)),
    ],
)
def test_the_noten_payment_is_the_rulesets(total, tenpai, deltas):
    rules = WRC_2015.changed(noten_total=total)

    assert advance(draw(*tenpai), table(), rules=rules).settlement.deltas == deltas


def test_the_riichi_bet_is_the_rulesets():
    rules = WRC_2015.changed(riichi_bet=500)

    drawn = advance(draw(*ALL, riichi=[A, B]), table("E1 k1"), rules=rules)
    won = advance(tsumo(C, MANGAN), drawn.after, rules=rules)

    assert drawn.settlement.deltas == (-500, -500, 0, 0)
    assert drawn.after.riichi_sticks == 3
    assert won.settlement.deltas == (-4_100, -2_100, 8_300 + 1_500, -2_100)
