"""Final points to places, uma and scores: ties, leftover bets, Tenhou's whole numbers."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

from scoring.placement import leading_seat, place, places_of, points_add_up, scores_add_up, with_leftover_bets
from scoring.presets import EMA_2016, EMA_2025, TENHOU, WRC_2015
from tests.scoring.shorthand import FLOATING, A, B

SHARED_THIRDS = WRC_2015.changed(uma=(50, 10, -10, -30))


def test_tied_players_share_the_uma_of_their_places_wherever_they_sit(subtests):
    for rules in [WRC_2015, EMA_2016, EMA_2025]:
        for case, points, places, uma in [
            ("no tie", (40, 30, 29, 21), (1, 2, 3, 4), (15, 5, -5, -15)),
            ("1=2", (35, 35, 29, 21), (1, 1, 3, 4), (10, 10, -5, -15)),
            ("2=3", (40, 30, 30, 20), (1, 2, 2, 4), (15, 0, 0, -15)),
            ("3=4", (40, 34, 23, 23), (1, 2, 3, 3), (15, 5, -10, -10)),
            ("1=2=3", (34, 34, 34, 18), (1, 1, 1, 4), (5, 5, 5, -15)),
            ("2=3=4", (48, 24, 24, 24), (1, 2, 2, 2), (15, -5, -5, -5)),
            ("1=2 and 3=4", (36, 36, 24, 24), (1, 1, 3, 3), (10, 10, -10, -10)),
            ("all four", (30, 30, 30, 30), (1, 1, 1, 1), (0, 0, 0, 0)),
        ]:
            with subtests.test(f"{rules.key}, {case}"):
                for order in permutations(range(4)):
                    seated = tuple(points[seat] * 1_000 for seat in order)

                    placed = place(seated, 0, rules=rules)

                    assert [seat.place for seat in placed] == [places[seat] for seat in order]
                    assert [seat.uma for seat in placed] == [uma[seat] for seat in order]


def test_the_check_vectors_of_the_rules_page(subtests):
    for points, scores in [
        ((45_300, 32_100, 25_600, 17_000), ("30.3", "7.1", "-9.4", "-28")),
        ((35_000, 35_000, 30_000, 20_000), ("15", "15", "-5", "-25")),
        ((40_000, 30_000, 30_000, 20_000), ("25", "0", "0", "-25")),
        ((40_000, 34_000, 23_000, 23_000), ("25", "9", "-17", "-17")),
        ((34_000, 34_000, 34_000, 18_000), ("9", "9", "9", "-27")),
        ((48_000, 24_000, 24_000, 24_000), ("33", "-11", "-11", "-11")),
        ((36_000, 36_000, 24_000, 24_000), ("16", "16", "-16", "-16")),
        ((30_000, 30_000, 30_000, 30_000), ("0", "0", "0", "0")),
        ((52_500, 40_000, 30_000, -2_500), ("37.5", "15", "-5", "-47.5")),
    ]:
        for rules in [WRC_2015, EMA_2016, EMA_2025]:
            with subtests.test(rules.key, points=points, scores=scores):
                placed = place(points, 0, rules=rules)

                assert [seat.score for seat in placed] == [Fraction(score) for score in scores]


def test_with_two_bets_left_the_scores_sum_to_minus_two():
    placed = place((41_000, 33_000, 28_000, 16_000), 2, rules=WRC_2015)

    assert [seat.score for seat in placed] == [26, 8, -7, -29]


def test_a_three_way_split_is_an_exact_fraction():
    placed = place((34_000, 34_000, 34_000, 18_000), 0, rules=SHARED_THIRDS)

    assert [seat.uma for seat in placed] == [Fraction(50, 3)] * 3 + [-30]
    assert placed[A].score == 4 + Fraction(50, 3)


def test_two_bets_left_go_where_the_ruleset_sends_them(subtests):
    for mode, tie_uma, before, after in [
        ("lost", "shared", (40, 30, 30, 18), (40_000, 30_000, 30_000, 18_000)),
        ("lost", "seat", (34, 34, 30, 20), (34_000, 34_000, 30_000, 20_000)),
        ("first_split", "shared", (30, 40, 30, 18), (30_000, 42_000, 30_000, 18_000)),
        ("first_split", "shared", (34, 34, 30, 20), (35_000, 35_000, 30_000, 20_000)),
        ("first_split", "shared", (32, 32, 22, 32), (32_666, 32_666, 22_000, 32_666)),
        ("first_split", "shared", (29, 29, 29, 29), (29_500, 29_500, 29_500, 29_500)),
        ("first_seat", "shared", (30, 34, 34, 20), (30_000, 36_000, 34_000, 20_000)),
        ("first_seat", "seat", (30, 34, 34, 20), (30_000, 36_000, 34_000, 20_000)),
        ("first_seat", "seat", (20, 30, 34, 34), (20_000, 30_000, 36_000, 34_000)),
    ]:
        with subtests.test(mode=mode, tie_uma=tie_uma, before=before, after=after):
            rules = WRC_2015.changed(leftover_sticks=mode, tie_uma=tie_uma)
            points = tuple(thousands * 1_000 for thousands in before)

            assert with_leftover_bets(points, 2, rules=rules) == after


def test_hundreds_that_no_even_split_gives_go_to_the_earlier_seats_and_break_no_tie(subtests):
    for before, sticks, after in [
        ((33_000, 33_000, 20_000, 33_000), 1, (33_400, 33_300, 20_000, 33_300)),
        ((20_000, 33_000, 33_000, 33_000), 1, (20_000, 33_400, 33_300, 33_300)),
        ((32_000, 32_000, 22_000, 32_000), 2, (32_700, 32_700, 22_000, 32_600)),
        ((31_000, 31_000, 31_000, 24_000), 3, (32_000, 32_000, 32_000, 24_000)),
        ((35_000, 30_000, 35_000, 19_000), 1, (35_500, 30_000, 35_500, 19_000)),
        ((42_000, 30_000, 28_000, 19_000), 1, (43_000, 30_000, 28_000, 19_000)),
    ]:
        with subtests.test(before=before, sticks=sticks, after=after):
            rules = WRC_2015.changed(leftover_sticks="first_split", leftover_remainder="seat")

            placed = place(before, sticks, rules=rules)

            assert tuple(seat.points for seat in placed) == after
            assert [seat.place for seat in placed] == list(places_of(before, rules=rules))
            assert [seat.uma for seat in placed] == [seat.uma for seat in place(before, 0, rules=rules)]


def test_uma_is_shared_also_where_the_bets_go_to_the_earlier_seat_of_the_tied():
    rules = WRC_2015.changed(leftover_sticks="first_seat", tie_uma="shared")

    placed = place((34_000, 20_000, 34_000, 30_000), 2, rules=rules)

    assert [seat.points for seat in placed] == [36_000, 20_000, 34_000, 30_000]
    assert [seat.place for seat in placed] == [1, 4, 1, 3]
    assert [seat.score for seat in placed] == [16, -25, 14, -5]


def test_a_floating_uma_goes_by_how_many_reach_the_return_points(subtests):
    for case, points, uma in [
        ("one above", (45_000, 29_900, 25_100, 20_000), (12, -1, -3, -8)),
        ("one above, others apart", (45_000, 29_000, 26_000, 20_000), (12, -1, -3, -8)),
        ("two: just 30,000 is above", (45_000, 30_000, 25_000, 20_000), (8, 4, -4, -8)),
        ("two, by seat", (29_900, 45_000, 15_000, 30_100), (-4, 8, -8, 4)),
        ("three", (40_000, 35_000, 30_000, 15_000), (8, 3, 1, -12)),
        ("four", (30_000, 30_000, 30_000, 30_000), (0, 0, 0, 0)),
        ("none, four bets left", (29_000, 29_000, 29_000, 29_000), (0, 0, 0, 0)),
        ("one above, three tied", (45_000, 25_000, 25_000, 25_000), (12, -4, -4, -4)),
        ("two and two tied", (35_000, 35_000, 25_000, 25_000), (6, 6, -6, -6)),
    ]:
        with subtests.test(case):
            placed = place(points, 0, rules=WRC_2015.changed(uma=FLOATING))

            assert tuple(seat.uma for seat in placed) == uma


def test_bets_left_over_may_lift_the_first_to_the_return_points(subtests):
    for mode, uma in [("lost", (0, 0, 0, 0)), ("first_split", (12, -1, -3, -8))]:
        with subtests.test(mode=mode, uma=uma):
            rules = WRC_2015.changed(uma=FLOATING, leftover_sticks=mode)

            placed = place((29_900, 29_600, 29_000, 28_500), 3, rules=rules)

            assert tuple(seat.uma for seat in placed) == uma


def test_tenhou_rounds_all_but_the_first_who_takes_the_rest(subtests):
    for case, points, sticks, final, scores in [
        ("plain", (42_300, 28_500, 17_400, 11_800), 0, (42_300, 28_500, 17_400, 11_800), (52, 9, -23, -38)),
        ("all tied", (25_000, 25_000, 25_000, 25_000), 0, (25_000, 25_000, 25_000, 25_000), (35, 5, -15, -25)),
        (
            "bets to the earlier seat",
            (33_000, 33_000, 20_000, 12_000),
            2,
            (35_000, 33_000, 20_000, 12_000),
            (45, 13, -20, -38),
        ),
        (
            "half away from zero",
            (61_500, 29_500, 10_500, -1_500),
            0,
            (61_500, 29_500, 10_500, -1_500),
            (71, 10, -29, -52),
        ),
        ("else to the nearest", (60_900, 29_400, 10_400, -700), 0, (60_900, 29_400, 10_400, -700), (72, 9, -30, -51)),
    ]:
        with subtests.test(case):
            placed = place(points, sticks, rules=TENHOU)

            assert tuple(seat.points for seat in placed) == final
            assert tuple(seat.score for seat in placed) == scores
            assert sum(seat.score for seat in placed) == 0


def test_tenhous_uma_includes_its_oka():
    placed = place((25_000, 30_000, 25_000, 20_000), 0, rules=TENHOU)

    assert [seat.uma for seat in placed] == [10, 40, -10, -20]
    assert [seat.place for seat in placed] == [2, 1, 3, 4]


def test_an_oka_is_shared_by_tied_first_places():
    rules = WRC_2015.changed(oka=20, start_points=25_000)

    placed = place((30_000, 30_000, 25_000, 15_000), 0, rules=rules)

    assert [seat.uma for seat in placed] == [20, 20, -5, -15]
    assert [seat.score for seat in placed] == [20, 20, -10, -30]


def test_equal_points_go_by_seat_where_the_ruleset_says_so():
    points = (20_000, 30_000, 20_000, 30_000)

    assert places_of(points, rules=WRC_2015) == (3, 1, 3, 1)
    assert places_of(points, rules=TENHOU) == (3, 1, 4, 2)
    assert leading_seat(points, rules=WRC_2015) is None
    assert leading_seat(points, rules=TENHOU) is B


def test_points_that_came_or_went_do_not_add_up():
    assert points_add_up((40_000, 30_000, 30_000, 20_000), 0, rules=WRC_2015)
    assert not points_add_up((40_000, 30_000, 30_000, 19_900), 0, rules=WRC_2015)
    assert not points_add_up((40_000, 30_000, 30_000, 20_100), 0, rules=WRC_2015)
    assert not points_add_up((60_000, 60_000), 0, rules=WRC_2015)
    # Under WRC 2015 nobody has the bets that are left; under EMA 2016 the first do.
    assert points_add_up((39_000, 30_000, 30_000, 20_000), 1, rules=WRC_2015)
    assert not points_add_up((39_000, 30_000, 30_000, 20_000), 1, rules=TENHOU)


def test_an_even_split_of_bets_loses_what_the_ruleset_says_and_no_more(subtests):
    for remainder, lost in (("lost", 3), ("lost_hundreds", 200), ("seat", 0)):
        rules = EMA_2025.changed(leftover_sticks="first_split", leftover_remainder=remainder)
        with subtests.test(remainder):
            assert points_add_up((40_000 - lost, 30_000, 30_000, 20_000), 0, rules=rules)
            assert not points_add_up((39_999 - lost, 30_000, 30_000, 20_000), 0, rules=rules)


def test_a_score_that_does_not_follow_does_not_add_up():
    placed = place((40_000, 32_000, 28_000, 20_000), 0, rules=WRC_2015)
    assert scores_add_up(placed, rules=WRC_2015)

    first, *others = placed
    assert not scores_add_up((replace(first, score=first.score + 1), *others), rules=WRC_2015)
    assert not scores_add_up((replace(first, uma=first.uma + 1, score=first.score + 1), *others), rules=WRC_2015)


def test_the_tied_first_share_a_bet_also_where_uma_goes_by_seat():
    rules = TENHOU.changed(leftover_sticks="first_split", leftover_remainder="lost_hundreds", final_rounding="none")

    placed = place((33_000, 33_000, 0, 33_000), 1, rules=rules)

    assert [seat.points for seat in placed] == [33_300, 33_300, 0, 33_300]
    assert [seat.place for seat in placed] == [1, 2, 4, 3]


def test_tied_first_places_share_what_rounding_leaves():
    rules = TENHOU.changed(tie_uma="shared")

    # 18 and 8 are -12 and -22 beyond 30, with uma of -10 and -20: together -64.
    assert [seat.score for seat in place((37_200, 37_200, 17_700, 7_900), 0, rules=rules)] == [32, 32, -22, -42]
    assert [seat.score for seat in place((40_000, 21_000, 21_000, 18_000), 0, rules=rules)] == [50, -9, -9, -32]
