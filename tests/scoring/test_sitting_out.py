"""What a round counts for who has no seat in it."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scoring.sitting_out import SitOutRule, sit_out_scores

ROUNDS = st.integers(1, 12)
SCORES = st.fractions(-100, 100, max_denominator=30)


class Counted(Fraction):
    """A score that counts how often it is read to be added."""

    reads = 0

    def as_integer_ratio(self):
        Counted.reads += 1
        return super().as_integer_ratio()

    def __radd__(self, other):
        Counted.reads += 1
        return super().__radd__(other)


def test_each_way_counts_what_it_says(subtests):
    for rule, scores, counted in [
        (SitOutRule.FIXED, ["20"], "-2.5"),
        (SitOutRule.FIXED, [], "-2.5"),
        (SitOutRule.AVERAGE, [], "0"),
        (SitOutRule.AVERAGE, ["20", "-5", "0.1"], "151/30"),
    ]:
        with subtests.test(rule=rule, scores=scores, counted=counted):
            own = [(number, Fraction(score)) for number, score in enumerate(scores, 2)]
            assert sit_out_scores(rule, Fraction("-2.5"), [1], own) == [(1, Fraction(counted))]


def test_nothing_is_counted_if_sitting_out_does_not_score():
    assert sit_out_scores(SitOutRule.NOTHING, Fraction("-2.5"), [1], [(2, Fraction(20))]) == []


def test_a_mean_ends_at_the_next_cut():
    own = [(1, Fraction(20)), (4, Fraction(-5)), (6, Fraction(3))]

    scores = sit_out_scores(SitOutRule.AVERAGE, Fraction(), [2, 3, 5, 7], own, cuts=[5, 2])

    assert scores == [(2, 20), (3, Fraction(15, 2)), (5, Fraction(15, 2)), (7, 6)]


@given(
    sat_out=st.lists(ROUNDS, unique=True),
    own=st.lists(st.tuples(ROUNDS, SCORES)),
    cuts=st.lists(ROUNDS, unique=True, max_size=4),
)
def test_a_mean_is_that_of_all_hanchans_up_to_the_next_cut(sat_out, own, cuts):
    for number, mean in sit_out_scores(SitOutRule.AVERAGE, Fraction(), sat_out, own, cuts):
        end = min((cut for cut in cuts if cut >= number), default=99)
        counted = [score for round_, score in own if round_ <= end]
        assert mean == (sum(counted, Fraction()) / len(counted) if counted else 0)


def test_each_own_hanchan_is_added_once_however_many_rounds_were_sat_out():
    own = [(number, Counted(number)) for number in range(1, 101)]
    Counted.reads = 0

    scores = sit_out_scores(SitOutRule.AVERAGE, Fraction(), range(101, 301), own, cuts=range(50, 300, 10))

    assert len(scores) == 200
    assert Counted.reads <= len(own)
