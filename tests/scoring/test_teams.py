"""Which members count for a team."""

from fractions import Fraction

from scoring.teams import BestOf, TeamCounting, counted_scores

ANNA = [(1, Fraction(30)), (2, Fraction(-5)), (3, Fraction(1))]
BEN = [(1, Fraction(10)), (2, Fraction(20)), (3, Fraction(1))]
CLAIRE = [(2, Fraction(40))]
TEAM = [ANNA, BEN, CLAIRE, []]


def test_without_a_limit_everybody_counts():
    assert counted_scores(TEAM, TeamCounting()) == [[True] * 3, [True] * 3, [True], []]


def test_the_best_of_each_round_are_chosen_in_that_round():
    counted = counted_scores(TEAM, TeamCounting(best=2, of=BestOf.ROUND))

    assert counted == [[True, False, True], [True, True, True], [True], []]


def test_of_equals_as_many_count_as_there_are_places():
    counted = counted_scores(TEAM, TeamCounting(best=1, of=BestOf.ROUND))

    assert [row[-1:] for row in counted] == [[True], [False], [True], []]  # round 3: Anna and Ben have one each


def test_the_best_of_the_event_count_with_all_their_rounds():
    assert counted_scores(TEAM, TeamCounting(best=2)) == [[False] * 3, [True] * 3, [True], []]


def test_given_totals_decide_instead_of_the_sums():
    totals = [Fraction(50), Fraction(-9), Fraction(40), Fraction(99)]

    assert counted_scores(TEAM, TeamCounting(best=2), totals) == [[True] * 3, [False] * 3, [True], []]


def test_who_has_not_played_takes_nobodys_place():
    assert counted_scores([[], [(1, Fraction(-50))]], TeamCounting(best=1)) == [[], [True]]
