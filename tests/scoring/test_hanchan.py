"""The course of a hanchan under the switches a ruleset has for it: who deals next, and when it is over."""

import pytest

from scoring.hanchan import Ending, advance, replay
from scoring.presets import EMA_2016, EMA_2025, TENHOU, WRC_2015
from scoring.refusal import Refused
from tests.scoring.shorthand import (
    MANGAN,
    OVER,
    A,
    B,
    C,
    D,
    abort,
    chombo,
    draw,
    follows,
    label,
    nagashi,
    ron,
    table,
    tsumo,
)

D_LEADS = (20_000, 25_000, 25_000, 30_000)
D_TIES = (34_000, 16_000, 20_000, 30_000)  # with A, once D has won 2,000 of A
LOW = (25_000, 25_000, 25_000, 25_000)
HIGH = (31_000, 23_000, 23_000, 23_000)
EAST_ONLY = WRC_2015.changed(game_length="east")
EAST_ONLY_TENHOU = TENHOU.changed(game_length="east")


def test_east_stays_at_a_draw_as_the_ruleset_says(subtests):
    for renchan, tenpai, noten in [
        ("tenpai", "E2 h3 k1", "E3 h3 k1"),
        ("agari", "E3 h3 k1", "E3 h3 k1"),
        ("always", "E2 h3 k1", "E2 h3 k1"),
    ]:
        with subtests.test(renchan=renchan, tenpai=tenpai, noten=noten):
            rules = WRC_2015.changed(renchan=renchan)

            assert follows(advance(draw(B), table("E2 h2 k1"), rules=rules)) == tenpai
            assert follows(advance(draw(A), table("E2 h2 k1"), rules=rules)) == noten
            assert follows(advance(ron(B, A, "1/30"), table("E2 h2 k1"), rules=rules)) == "E2 h3 k0"


def test_without_repeats_the_deal_passes_after_every_hand():
    rules = WRC_2015.changed(renchan="never")

    assert follows(advance(ron(B, A, "1/30"), table("E2 h2 k1"), rules=rules)) == "E3 h0 k0"
    assert follows(advance(draw(B), table("E2 h2 k1"), rules=rules)) == "E3 h3 k1"
    assert follows(advance(chombo(B), table("E2 h2 k1"), rules=rules)) == "E2 h2 k1"
    assert follows(advance(ron(D, A, "1/30"), table("S4"), rules=rules)) == OVER


def test_a_played_hand_says_whether_the_dealer_stays():
    assert advance(ron(B, C, "1/30"), table("E2"), rules=WRC_2015).dealer_stays
    assert not advance(ron(C, B, "1/30"), table("E2"), rules=WRC_2015).dealer_stays


def test_only_the_last_deal_ends_a_game_of_these_books(subtests):
    for rules in [WRC_2015, EMA_2016, EMA_2025]:
        for name, before, outcome, after in [
            ("no agari yame", table("S4", (5_000, 105_000, 5_000, 5_000)), tsumo(D, MANGAN), "S4 h1 k0"),
            ("nobody goes bust", table("S3", (500, 60_000, 29_500, 30_000)), ron(B, A, MANGAN), "S4 h0 k0"),
            ("no target", table("S4", LOW), ron(A, D, "1/30"), OVER),
            ("the deal passes by a draw", table("S4", LOW), draw(A, B, C), OVER),
            ("the South round", table("E4", LOW), draw(A, B, C), "S1 h1 k0"),
        ]:
            with subtests.test(f"{rules.key}: {name}"):
                assert follows(advance(outcome, before, rules=rules)) == after


def case(name, before, points, outcome, ending):
    return f"{before} {name}", table(before, points), outcome, ending


STOPS, TARGET, END, BUST = Ending.LEADER_STOPPED, Ending.TARGET_REACHED, Ending.LAST_DEAL_PASSED, Ending.BUST


def test_a_game_of_tenhou_ends_when_it_should(subtests):
    for name, before, outcome, ending in [
        # The last hand: a leading dealer with 30,000 stops
        case("leader wins", "S4", D_LEADS, ron(D, A, "1/30"), STOPS),
        case("leader tenpai", "S4", D_LEADS, draw(D), STOPS),
        case("leader's nagashi", "S4", D_LEADS, nagashi(D, tenpai=[D]), STOPS),
        case("leader below the target", "S4", LOW, ron(D, A, "2/30"), None),
        case("dealer not leading", "S4", (36_000, 14_000, 20_000, 30_000), ron(D, B, "2/30"), None),
        case("dealer just behind", "S4", (34_100, 15_900, 20_000, 30_000), ron(D, A, "1/40"), None),
        case("chombo", "S4", D_LEADS, chombo(A), None),
        case("abortive draw", "S4", D_LEADS, abort("nine_terminals"), None),
        case("not yet the last", "S3", (20_000, 25_000, 30_000, 25_000), ron(C, A, "1/30"), None),
        case("leader wins", "W1", (30_000, 10_000, 30_000, 30_000), ron(A, B, "1/30"), STOPS),
        # The deal passes
        case("A has the target", "S4", HIGH, ron(B, C, "1/30"), TARGET),
        case("A has it by the draw", "S4", (29_000, 26_000, 22_500, 22_500), draw(A), TARGET),
        case("nobody has it", "S4", LOW, ron(B, C, "1/30"), None),
        case("nobody has it", "W1", LOW, ron(B, C, "1/30"), None),
        case("B has it", "W1", (20_000, 29_000, 26_000, 25_000), ron(B, C, "1/30"), TARGET),
        case("nobody ever has it", "W4", LOW, ron(B, C, "1/30"), END),
        case("broken off", "W4", LOW, abort("four_winds"), None),
        # Below zero
        case("just not below", "E1", (25_000, 2_500, 47_500, 25_000), ron(A, B, "2/25"), None),
        case("below zero", "E1", (25_000, 2_300, 47_700, 25_000), ron(A, B, "2/25"), BUST),
        case("just nothing", "E1", (25_000, 2_000, 48_000, 25_000), ron(C, B, "2/30"), None),
        case("bust before stopping", "S4", (900, 30_000, 30_000, 39_100), draw(D), BUST),
    ]:
        with subtests.test(name):
            assert advance(outcome, before, rules=TENHOU).ending is ending


def test_a_whole_extension_round_goes_on_to_its_last_deal(subtests):
    for name, before, outcome, ending in [
        case("nobody has the target", "S4", LOW, ron(B, C, "1/30"), None),
        case("A has the target", "S4", HIGH, ron(B, C, "1/30"), TARGET),
        case("A has the target", "W1", HIGH, ron(B, C, "1/30"), None),
        case("A has the target", "W3", HIGH, draw(), None),
        case("A has the target", "W4", HIGH, ron(B, C, "1/30"), END),
        case("nobody has the target", "W4", LOW, draw(), END),
        case("leader wins", "S4", D_LEADS, ron(D, A, "1/30"), STOPS),
        case("leader wins", "W1", (30_000, 10_000, 30_000, 30_000), ron(A, B, "1/30"), None),
        case("leader wins", "W4", D_LEADS, ron(D, A, "1/30"), STOPS),
        case("below zero", "W1", (900, 35_000, 35_000, 29_100), ron(B, A, "1/30"), BUST),
    ]:
        with subtests.test(name):
            rules = TENHOU.changed(extension_round="full")

            assert advance(outcome, before, rules=rules).ending is ending


def test_a_tied_lead_is_no_lead_for_the_later_seat(subtests):
    for tie_uma in ["shared", "seat"]:
        with subtests.test(tie_uma=tie_uma):
            rules = TENHOU.changed(tie_uma=tie_uma)

            tied = advance(ron(D, A, "1/40"), table("S4", D_TIES), rules=rules)

            assert tied.after.points[A] == tied.after.points[D] == 32_000
            assert tied.ending is None


def test_a_tied_lead_is_a_lead_for_the_earlier_seat_where_seats_decide(subtests):
    for tie_uma, ending in [("shared", None), ("seat", Ending.LEADER_STOPPED)]:
        with subtests.test(tie_uma=tie_uma, ending=ending):
            rules = TENHOU.changed(tie_uma=tie_uma)
            before = table("W1", (30_000, 10_000, 30_000, 30_000))

            drawn = advance(draw(A, B, C, D), before, rules=rules)

            assert drawn.ending is ending


def test_stopping_after_a_win_and_after_a_draw_are_two_switches(subtests):
    for agari_yame, tenpai_yame, won, drawn in [
        (False, False, None, None),
        (True, False, Ending.LEADER_STOPPED, None),
        (False, True, None, Ending.LEADER_STOPPED),
    ]:
        with subtests.test(agari_yame=agari_yame, tenpai_yame=tenpai_yame, won=won, drawn=drawn):
            rules = WRC_2015.changed(agari_yame=agari_yame, tenpai_yame=tenpai_yame)
            before = table("S4", (20_000, 25_000, 25_000, 50_000))

            assert advance(ron(D, A, "1/30"), before, rules=rules).ending is won
            assert advance(draw(D), before, rules=rules).ending is drawn


def test_a_player_without_points_ends_the_game_where_the_ruleset_says_so(subtests):
    for bust, left, ending in [
        ("off", -100, None),
        ("below_zero", 0, None),
        ("below_zero", -100, Ending.BUST),
        ("at_zero", 100, None),
        ("at_zero", 0, Ending.BUST),
        ("at_zero", -100, Ending.BUST),
    ]:
        with subtests.test(bust=bust, left=left, ending=ending):
            rules = WRC_2015.changed(bust=bust)
            before = table("E2", (60_000, 1_000 + left, 29_000, 30_000))

            assert advance(ron(A, B, "1/30"), before, rules=rules).ending is ending


def test_a_bust_by_reverse_mangan_or_a_riichi_bet_counts_too():
    rules = WRC_2015.changed(bust="below_zero", chombo_mode="reverse_mangan")
    before = table("E1", (60_000, 900, 29_100, 30_000))

    assert advance(chombo(B), before, rules=rules).ending is Ending.BUST
    assert advance(draw(B, C, A, riichi=[B]), before, rules=rules).ending is None
    assert advance(draw(A, B, C, D, riichi=[B]), before, rules=rules).ending is Ending.BUST


def test_an_east_only_game_ends_a_round_earlier(subtests):
    for rules, before, after in [
        (EAST_ONLY, table("E3"), "E4 h0 k0"),
        (EAST_ONLY, table("E4"), OVER),
        (EAST_ONLY_TENHOU, table("E4", LOW), "S1 h0 k0"),
        (EAST_ONLY_TENHOU, table("E4", HIGH), OVER),
        (EAST_ONLY_TENHOU, table("S1", LOW), "S2 h0 k0"),
        (EAST_ONLY_TENHOU, table("S4", LOW), OVER),
    ]:
        with subtests.test(rules=rules, before=before, after=after):
            winner, discarder = (B, C) if before.dealer is not B else (C, D)
            cheap = ron(winner if winner is not before.dealer else A, discarder, "1/30")

            assert follows(advance(cheap, before, rules=rules)) == after


def test_where_an_abortive_draw_passes_the_deal_the_last_one_ends_the_game():
    rules = WRC_2015.changed(abort_four_winds=True, abort_dealer_stays=False)

    hands = replay([abort("four_winds")] * 8, rules=rules)

    assert label(hands[-1].before) == "S4 h7 k0"
    assert hands[-1].ending is Ending.LAST_DEAL_PASSED


def test_where_an_abortive_draw_passes_the_last_deal_the_target_decides(subtests):
    for points, after in [(LOW, "W1 h1 k0"), (HIGH, OVER)]:
        with subtests.test(points=points, after=after):
            rules = TENHOU.changed(abort_dealer_stays=False)

            assert follows(advance(abort("four_winds"), table("S4", points), rules=rules)) == after


def test_a_hanchan_that_is_over_takes_no_more_hands():
    last, late = ron(B, A, "1/30"), draw()

    with pytest.raises(Refused) as refused:
        replay([last, late], rules=WRC_2015, start=table("S4"))

    assert (refused.value.code, refused.value.hand) == ("game_over", 1)


def test_after_the_last_hand_the_round_and_the_dealer_stay_to_be_seen():
    end = advance(ron(B, A, "1/30"), table("S4 h2 k1"), rules=WRC_2015)

    assert label(end.after) == "S4 h0 k0"
    assert end.after.points == (28_400, 32_600, 30_000, 30_000)
