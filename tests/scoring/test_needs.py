"""What a player still needs: against every outcome played out, and in a few situations worked out by hand."""

from dataclasses import replace
from fractions import Fraction

from scoring.goals import HanchanScore, TablePlace, TableState, TournamentPlace, placements
from scoring.last_hand import Verdict, is_last_hand, last_hand, legal_values, wins
from scoring.needs import Bound, PlaceNeed, _order, places_and_points, within_reach
from scoring.outcome import HanFu
from scoring.placement import place
from scoring.presets import JPML_A, RULESETS, TENHOU, WRC_2015
from scoring.seats import Seat, Wind
from scoring.situation import Situation
from tests.scoring.brute_force import compare
from tests.scoring.shorthand import A, B, C, D

SOUTH_4 = Situation(points=(35_000, 31_000, 28_000, 26_000), round_wind=Wind.SOUTH, dealer=Seat.NORTH)
TABLE = TableState(rules=WRC_2015, situation=SOUTH_4)
NOTHING = ((1, Fraction()),) * 4


def cheapest(table, goal):
    """By discarder, None for a self-draw: what the cheapest win pays that is enough."""
    cases = last_hand(table, goal).wins
    return {case.discarder: case.cheapest.pays if case.cheapest else None for case in cases}


def test_needs_agree_with_every_outcome_played_out():
    assert compare(times=len(RULESETS), seed=7) == []


def test_the_cheapest_win_for_first_place():
    payments = cheapest(TABLE, TablePlace(seat=B, place=1))

    # B is 4,000 behind A: 2,000 off A level them, and a shared first place counts. A self-draw of 800 and 1,600
    # brings 3,200, and takes 800 off A.
    assert payments == {A: 2_000, C: 4_500, D: 4_500, None: 3_200}
    off_a, *_ = last_hand(TABLE, TablePlace(seat=B, place=1)).wins[2:]
    assert off_a.cheapest.values == (HanFu(1, 60), HanFu(2, 30))


def test_a_tie_is_not_enough_where_the_seat_breaks_it():
    table = TableState(rules=WRC_2015.changed(tie_uma="seat"), situation=SOUTH_4)

    assert cheapest(table, TablePlace(seat=B, place=1))[A] == 2_300


def test_counters_and_bets_count_with_the_win():
    table = replace(TABLE, situation=SOUTH_4._replace(honba=1, riichi_sticks=2), riichi=frozenset({C}))

    # 300 for the counter and three bets: off C 1,000 are enough to pass A.
    assert cheapest(table, TablePlace(seat=B, place=1))[C] == 1_000


def test_east_wins_and_plays_on_where_the_leader_may_not_stop():
    case = last_hand(TABLE, TablePlace(seat=D, place=1)).wins[0]

    assert {group.verdict for group in case.groups} == {Verdict.MISSED, Verdict.SO_FAR}
    assert case.enough
    assert {group.verdict for group in case.enough} == {Verdict.SO_FAR}
    stopping = replace(TABLE, rules=WRC_2015.changed(agari_yame=True))
    assert last_hand(stopping, TablePlace(seat=D, place=1)).wins[0].cheapest.verdict is Verdict.REACHED


def test_exactly_the_wanted_score_is_enough():
    reached = HanchanScore(seat=B, score=Fraction("6.0"))
    placed = place(SOUTH_4.points, 0, rules=WRC_2015)

    assert placed[B].score == reached.score
    assert reached.reached(placed)
    assert not HanchanScore(seat=B, score=Fraction("6.1")).reached(placed)


def test_a_dearer_win_may_be_too_much():
    """Taking so much off the leader that somebody else comes first at the table, who then passes in the total."""
    before = ((1, Fraction(-50)), (1, Fraction("15.5")), (1, Fraction()), (1, Fraction(-50)))
    situation = SOUTH_4._replace(points=(36_000, 29_000, 34_000, 21_000))
    goal = TournamentPlace(seat=B, place=1, before=before, others=())

    off_a = wins(TableState(rules=WRC_2015, situation=situation), goal, B)[2]

    # From 2,000 on C is first, or shares it; from 3,600 on B is second.
    assert [way.pays for way in off_a.enough[:4]] == [1_000, 1_300, 1_600, 3_600]
    assert [way.pays for way in off_a.more_expensive_misses] == [2_000, 2_300, 2_600, 2_900, 3_200]


def test_draws_are_listed_by_who_is_tenpai():
    draws = {draw.tenpai: draw.verdict for draw in last_hand(TABLE, TablePlace(seat=B, place=1)).draws}

    assert draws[frozenset({B})] is Verdict.REACHED  # 3,000 from three: 34,000 each
    assert draws[frozenset({B, C})] is Verdict.MISSED
    assert draws[frozenset()] is Verdict.MISSED
    assert len(draws) == 16


def test_a_player_in_riichi_is_tenpai_at_a_draw():
    table = replace(TABLE, riichi=frozenset({A}))

    draws = last_hand(table, TablePlace(seat=B, place=1)).draws

    assert len(draws) == 8
    assert all(A in draw.tenpai for draw in draws)


def test_as_the_points_stand():
    assert last_hand(TABLE, TablePlace(seat=A, place=1)).now
    assert not last_hand(TABLE, HanchanScore(seat=A, score=Fraction("20.1"))).now


def test_which_hand_may_be_the_last(subtests):
    for table, is_last in [
        (TABLE, True),
        (replace(TABLE, situation=SOUTH_4._replace(dealer=Seat.WEST)), False),
        (replace(TABLE, situation=SOUTH_4._replace(dealer=Seat.WEST), last_by_clock=True), True),
        (replace(TABLE, situation=SOUTH_4._replace(round_wind=Wind.EAST)), False),
        (TableState(rules=TENHOU, situation=SOUTH_4._replace(points=(25_000,) * 4)), True),
    ]:
        with subtests.test(table=table, is_last=is_last):
            assert is_last_hand(table) is is_last


def test_a_place_at_the_table_by_place_and_points():
    needs = places_and_points(TABLE, TablePlace(seat=A, place=2))

    assert [need.place for need in needs] == [1, 2, 3, 4]
    assert [need.least for need in needs] == [need.sure for need in needs]
    assert [need.least for need in needs] == [Bound.ANY, Bound.ANY, Bound.NEVER, Bound.NEVER]


def test_a_score_by_place_and_points():
    needs = places_and_points(TABLE, HanchanScore(seat=A, score=Fraction(10)))

    assert [(need.least, need.sure) for need in needs[:3]] == [(25_000, 25_000), (35_000, 35_000), (45_000, 45_000)]
    assert needs[3].least is Bound.NEVER  # with 55,000 nobody is last


def test_a_place_in_the_ranking_by_place_and_points():
    goal = TournamentPlace(seat=A, place=2, before=NOTHING, others=((1, Fraction(60)), (1, Fraction(8))))

    first, second, third, last = places_and_points(TABLE, goal)

    assert (first.least, first.sure) == (23_000, 23_000)  # nobody of the table gets by
    # The winner of the table is above as well: no room but for who passes 60.
    assert (second.least, second.sure) == (85_000, 85_000)
    assert (third.sure, last.sure) == (Bound.NEVER, Bound.NEVER)


def test_rivals_at_the_table_leave_a_gap_between_least_and_sure():
    before = ((1, Fraction(10)), (1, Fraction(30)), (1, Fraction(-90)), (1, Fraction(-90)))
    goal = TournamentPlace(seat=A, place=1, before=before, others=((1, Fraction(30)),))

    first = places_and_points(TABLE, goal)[0]

    assert first.least == 35_000
    assert first.sure is Bound.NEVER  # B, 20 ahead and close behind in second place, stays above


def test_sharing_is_not_enough_where_places_are_counted_out():
    goal = TournamentPlace(seat=A, place=1, before=((1, Fraction(90)), *NOTHING[1:]), others=((1, Fraction(100)),))

    shared, alone = (places_and_points(TABLE, replace(goal, shared_counts=counts))[0] for counts in (True, False))

    assert (shared.least, alone.least) == (25_000, 25_100)


def test_a_floating_uma_is_promised_at_its_least():
    second = places_and_points(TableState(rules=JPML_A, situation=SOUTH_4), HanchanScore(seat=A, score=Fraction(3)))[1]

    # Second with the return points: uma of 4, 3 or none, by how many more have them.
    assert (second.least, second.sure) == (30_000, 33_000)


def test_each_limit_is_given_once_with_its_fewest_han(subtests):
    for rules, limits in [(WRC_2015, [5, 6, 8, 11]), (TENHOU, [5, 6, 8, 11, 13])]:
        with subtests.test(rules.key):
            assert [value.han for value in legal_values("ron", rules) if getattr(value, "han", 0) > 4] == limits


def test_a_rival_at_the_table_with_as_much_is_ahead_where_a_shared_place_is_not_enough():
    even = placements(TABLE, SOUTH_4._replace(points=(30_000,) * 4), frozenset())
    alone = TournamentPlace(seat=A, place=3, before=NOTHING, others=(), shared_counts=False)

    assert not alone.reached(even)
    assert replace(alone, place=4).reached(even)
    assert replace(alone, place=1, shared_counts=True).reached(even)


def test_what_is_needed_anyway_is_easier_than_any_points():
    assert sorted([Bound.NEVER, 100, Bound.ANY, -100], key=_order) == [Bound.ANY, -100, 100, Bound.NEVER]


def test_points_beyond_reach_are_never_and_points_that_everybody_has_are_any():
    """With 120,000 points on the table."""

    def real(place, points):
        need = within_reach(PlaceNeed(place=place, least=points, sure=Bound.ANY), TABLE)
        assert (need.place, need.sure) == (place, Bound.ANY)
        return need.least

    assert [real(1, points) for points in (0, 100, 120_000, 120_100)] == [Bound.ANY, 100, 120_000, Bound.NEVER]
    assert [real(2, points) for points in (0, 60_000, 60_100)] == [0, 60_000, Bound.NEVER]
    assert [real(3, points) for points in (40_000, 40_100)] == [40_000, Bound.NEVER]
    assert real(2, Bound.NEVER) is Bound.NEVER


def test_rounding_may_cost_the_first_what_it_gives_the_other_three():
    needs = places_and_points(TableState(rules=TENHOU, situation=SOUTH_4), HanchanScore(seat=A, score=Fraction(20)))

    # First: 40 for the place, and up to 1.5 more or less by rounding. Second: 10, and up to half a thousand.
    assert [(need.least, need.sure) for need in needs[:2]] == [(8_500, 11_500), (39_500, 40_500)]


def second_in(rules, *, place, rivals, shared_counts=True):
    """What A needs in second place of the table for a place among the four, all three rivals so far ahead of A."""
    before = ((1, Fraction()), *((1, Fraction(rivals)),) * 3)
    goal = TournamentPlace(seat=A, place=place, before=before, others=(), shared_counts=shared_counts)
    return places_and_points(TableState(rules=rules, situation=SOUTH_4), goal)[1]


def test_a_rival_above_at_the_table_must_stay_ahead_once_points_place_and_rounding_say_so(subtests):
    # The first has a hundred points more and 10 of uma, under Tenhou 30; there rounding may take 2 of that away.
    for rules, level in [(WRC_2015, "-10.1"), (TENHOU, "-28.1")]:
        with subtests.test(rules.key):
            assert second_in(rules, place=1, rivals=level).least is Bound.ANY
            assert second_in(rules, place=1, rivals=Fraction(level) + Fraction(1, 10)).least is Bound.NEVER
            assert second_in(rules, place=1, rivals=level, shared_counts=False).least is Bound.NEVER


def test_a_rival_below_at_the_table_may_stay_ahead_as_long_as_points_place_and_rounding_allow_it(subtests):
    # The third has a hundred points less and 10 of uma, under Tenhou 20; there rounding may give 1 of that back.
    for rules, level in [(WRC_2015, "10.1"), (TENHOU, "19.1")]:
        with subtests.test(rules.key):
            assert second_in(rules, place=2, rivals=level).sure is Bound.ANY
            assert second_in(rules, place=2, rivals=Fraction(level) + Fraction(1, 10)).sure is Bound.NEVER
            assert second_in(rules, place=2, rivals=level, shared_counts=False).sure is Bound.NEVER


def test_who_passed_more_cuts_takes_a_place_whatever_the_points():
    others = ((2, Fraction(-90)), (1, Fraction(8)))

    first = places_and_points(TABLE, TournamentPlace(seat=A, place=2, before=NOTHING, others=others))[0]

    assert (first.least, first.sure) == (23_000, 23_000)
    never = places_and_points(TABLE, TournamentPlace(seat=A, place=1, before=NOTHING, others=others))
    assert {need.least for need in never} == {Bound.NEVER}


def test_bets_on_the_table_are_within_reach():
    table = replace(TABLE, situation=SOUTH_4._replace(points=(35_000, 31_000, 28_000, 24_000), riichi_sticks=2))

    for points, least in [(120_000, 120_000), (120_100, Bound.NEVER)]:
        assert within_reach(PlaceNeed(place=1, least=points, sure=points), table).least == least


def test_the_last_has_less_than_each_of_the_others():
    """Of 120,300 points the last may have 30,000 and the others 30,100 each."""
    table = replace(TABLE, situation=SOUTH_4._replace(points=(35_300, 31_000, 28_000, 26_000)))

    least = [
        places_and_points(table, HanchanScore(seat=A, score=Fraction(score)))[3].least for score in ("-15", "-14.9")
    ]

    assert least == [30_000, Bound.NEVER]


YAKITORI = WRC_2015.changed(chip_value=2, yakitori=10, yakitori_to="winners")


def test_chips_count_as_they_are_for_a_score_and_for_a_place():
    table = TableState(rules=YAKITORI, situation=SOUTH_4, chips=(3, -3, 0, 0))
    goal = TournamentPlace(seat=A, place=2, before=NOTHING, others=((1, Fraction(60)), (1, Fraction(8))))

    first = places_and_points(table, HanchanScore(seat=A, score=Fraction(10)))[0]
    place = places_and_points(table, goal)[0]

    assert (first.least, first.sure) == (19_000, 19_000)  # 25,000 without, and 6 for three chips
    assert (place.least, place.sure) == (17_000, 17_000)  # 23,000 without
    assert cheapest(table, TablePlace(seat=B, place=1)) == cheapest(TABLE, TablePlace(seat=B, place=1))


def test_who_has_won_nothing_may_still_win_or_not():
    table = TableState(rules=YAKITORI, situation=SOUTH_4, winless=frozenset({A, B}))

    first = places_and_points(table, HanchanScore(seat=A, score=Fraction(10)))[0]

    # At worst A wins nothing and pays 10; at best A wins and has a third of B's 10.
    assert (first.least, first.sure) == (21_700, 35_000)
    never = places_and_points(table, HanchanScore(seat=A, score=Fraction(10)), never_win=frozenset({A}))[0]
    assert (never.least, never.sure) == (35_000, 35_000)


def test_the_win_that_frees_of_yakitori_is_worth_more_than_its_points():
    table = TableState(rules=YAKITORI, situation=SOUTH_4, winless=frozenset({B}))
    goal = HanchanScore(seat=B, score=Fraction(-3))

    free = cheapest(table, goal)
    draw = {case.tenpai: case.verdict for case in last_hand(table, goal).draws}

    # B, second with 31,000 and 5 of uma, stands at -4: with any win at 6 and more, alone tenpai at a draw at 9 - 10.
    assert free == {A: 1_000, C: 1_000, D: 1_000, None: 1_100}
    assert not last_hand(table, goal).now
    assert draw[frozenset({B})] is Verdict.REACHED
    assert draw[frozenset({A, B})] is Verdict.REACHED
    assert draw[frozenset()] is Verdict.MISSED
