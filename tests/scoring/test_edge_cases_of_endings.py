"""The numbered edge cases of the rules page about the course of a hanchan, its end, and the scores.

Without a preset's name a case is `wrc_2015`.
"""

from fractions import Fraction

import pytest

from scoring.hanchan import Ending, advance, replay
from scoring.placement import place
from scoring.presets import EMA_2016, EMA_2025, MLEAGUE, RULESETS, WRC_2015
from tests.scoring.shorthand import (
    OVER,
    A,
    B,
    C,
    D,
    chombo,
    draw,
    follows,
    label,
    ron,
    table,
    tsumo,
)

D_LEADS = (25_000, 25_000, 30_000, 40_000)


def scores(placed):
    return [seat.score for seat in placed]


@pytest.mark.parametrize(
    ("before", "outcome", "after"),
    [
        pytest.param(table("E4 h1 k1"), draw(A), "S1 h2 k1", id="X43 E4 drawn, dealer noten"),
        pytest.param(table("E4 h1"), ron(B, A, "1/30"), "S1 h0 k0", id="X44 E4 lost"),
        pytest.param(table("S4", D_LEADS), ron(D, A, "1/30"), "S4 h1 k0", id="X45 S4 won by its leader"),
        pytest.param(table("S4 h1", D_LEADS), tsumo(D, "1/30"), "S4 h2 k0", id="X45 S4 drawn by its leader"),
        pytest.param(table("S4", D_LEADS), draw(D), "S4 h1 k0", id="X46 S4 drawn, its leader tenpai"),
        pytest.param(table("S4 h3"), ron(B, A, "1/30"), OVER, id="X50 S4 lost"),
        pytest.param(table("S4 h3"), tsumo(B, "1/30"), OVER, id="X50 S4 lost to a self-draw"),
        pytest.param(table("S4 h3 k1"), chombo(D), "S4 h3 k1", id="X51 S4 chombo"),
        pytest.param(table("S4 k4", (29_000,) * 4), draw(), OVER, id="X52 S4 over with all below the start"),
        pytest.param(
            table("S2", (40_000, 40_000, 2_000, 38_000)), ron(A, C, "2/30"), "S3 h0 k0", id="X54 C at nothing"
        ),
    ],
)
def test_the_course_of_the_game(before, outcome, after):
    hand = advance(outcome, before, rules=WRC_2015)

    assert follows(hand) == after
    assert hand.ending is (Ending.LAST_DEAL_PASSED if after is OVER else None)


def test_x42_a_dealer_who_wins_three_times_has_three_counters():
    hands = replay([ron(A, B, "1/30"), tsumo(A, "1/30"), ron(A, D, "1/30")], rules=WRC_2015)

    assert [label(hand.before) for hand in hands] == ["E1 h0 k0", "E1 h1 k0", "E1 h2 k0"]
    assert follows(hands[-1]) == "E1 h3 k0"


def test_eight_lost_deals_are_a_hanchan():
    lost = [ron(dealer.after(), dealer, "1/30") for dealer in (A, B, C, D)]

    hands = replay(lost + lost, rules=WRC_2015)

    assert [follows(hand)[:2] for hand in hands] == ["E2", "E3", "E4", "S1", "S2", "S3", "S4", "ov"]


def test_x47_a_bet_left_at_the_end_is_lost():
    end = advance(draw(B, riichi=[B]), table("S4"), rules=WRC_2015)

    placed = place(end.after.points, end.after.riichi_sticks, rules=WRC_2015)

    assert end.ending is Ending.LAST_DEAL_PASSED
    assert [seat.points for seat in placed] == [29_000, 32_000, 29_000, 29_000]  # 119,000 together
    assert sum(scores(placed)) == -1


@pytest.mark.parametrize("rules", [EMA_2016, EMA_2025], ids=lambda rules: rules.key)
@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param((41_000, 33_000, 27_000, 18_000), (42_000, 33_000, 27_000, 18_000), id="X48 A alone"),
        pytest.param((35_000, 35_000, 30_000, 19_000), (35_500, 35_500, 30_000, 19_000), id="X49 A and B"),
        pytest.param((33_000, 20_000, 33_000, 33_000), (33_333, 20_000, 33_333, 33_333), id="X49 three"),
        pytest.param((29_750,) * 4, (30_000,) * 4, id="X49 all four"),
    ],
)
def test_a_bet_left_at_the_end_goes_to_the_first(rules, before, after):
    placed = place(before, 1, rules=rules)

    assert tuple(seat.points for seat in placed) == after


def test_x53_a_player_below_zero_may_declare_riichi_and_plays_on():
    poor = table("S2", (50_500, 40_000, -500, 30_000))

    hand = advance(ron(A, C, "2/30", riichi=[C]), poor, rules=WRC_2015)

    assert hand.settlement.deltas == (3_000, 0, -3_000, 0)
    assert hand.after.points[C] == -3_500
    assert follows(hand) == "S3 h0 k0"


@pytest.mark.parametrize(
    ("points", "places", "expected"),
    [
        pytest.param((35_000, 35_000, 30_000, 20_000), [1, 1, 3, 4], [15, 15, -5, -25], id="X55"),
        pytest.param((34_000, 34_000, 34_000, 18_000), [1, 1, 1, 4], [9, 9, 9, -27], id="X56"),
        pytest.param((30_000,) * 4, [1, 1, 1, 1], [0, 0, 0, 0], id="X57"),
    ],
)
def test_tied_players_share_place_and_uma(points, places, expected):
    placed = place(points, 0, rules=WRC_2015)

    assert [seat.place for seat in placed] == places
    assert scores(placed) == expected


def test_x57_four_undecided_draws_leave_four_winners():
    nobody = [draw() for _ in range(8)]

    end = replay(nobody, rules=WRC_2015)[-1]

    assert follows(end) == OVER
    assert [seat.place for seat in place(end.after.points, 0, rules=WRC_2015)] == [1, 1, 1, 1]


def test_x58_a_chombo_does_not_move_the_places():
    penalty = advance(chombo(A), table("S4"), rules=WRC_2015).settlement.penalties[A]

    placed = place((45_000, 35_000, 25_000, 15_000), 0, rules=WRC_2015)

    assert (placed[A].place, placed[A].score, placed[A].score - penalty) == (1, 30, 10)
    assert placed[B].uma == Fraction(5)


# What the matrix says of each book, with points that its game can end with, and one bet left on the table.
FINAL = {
    "wrc_2015": ((40_000, 33_000, 26_000, 20_000), ("25", "8", "-9", "-25")),
    "wrc_2025": ((40_000, 33_000, 26_000, 20_000), ("25", "8", "-9", "-25")),
    "wrc_2022": ((40_000, 33_000, 26_000, 20_000), ("25", "8", "-9", "-25")),
    "wrc_2025_lower": ((40_000, 33_000, 26_000, 20_000), ("25", "8", "-9", "-25")),
    "rmu_a": ((40_000, 33_000, 26_000, 20_000), ("25", "8", "-9", "-25")),
    "rmu_b": ((40_000, 33_000, 26_000, 20_000), ("25", "8", "-9", "-25")),
    "rmu_m": ((40_000, 27_000, 19_000, 13_000), ("60", "7", "-21", "-47")),
    "ema_2016": ((40_000, 33_000, 26_000, 20_000), ("26", "8", "-9", "-25")),
    "ema_2025": ((40_000, 33_000, 26_000, 20_000), ("26", "8", "-9", "-25")),
    "jpml_a": ((40_000, 33_000, 26_000, 20_000), ("18", "7", "-8", "-18")),
    "saikouisen": ((40_000, 33_000, 26_000, 20_000), ("40", "13", "-14", "-40")),
    "mleague": ((40_000, 27_000, 19_000, 13_000), ("61", "7", "-21", "-47")),
    "tenhou": ((40_000, 27_000, 19_000, 13_000), ("51", "7", "-21", "-37")),
    "mahjong_soul": ((40_000, 27_000, 19_000, 13_000), ("31", "7", "-11", "-27")),
    "czech_club": ((40_000, 33_000, 26_000, 20_000), ("25", "8", "-9", "-25")),
}


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_each_book_turns_points_into_scores_in_its_own_way(rules):
    points, expected = FINAL[rules.key]

    assert [seat.score for seat in place(points, 1, rules=rules)] == [Fraction(score) for score in expected]


def test_the_mleague_splits_a_bet_by_hundreds_and_its_uma_exactly():
    placed = place((29_000, 29_000, 12_000, 29_000), 1, rules=MLEAGUE)

    assert [seat.points for seat in placed] == [29_400, 29_300, 12_000, 29_300]
    assert [seat.place for seat in placed] == [1, 1, 4, 1]
    assert [seat.uma for seat in placed] == [Fraction(50, 3), Fraction(50, 3), -30, Fraction(50, 3)]
    assert sum(scores(placed)) == 0
