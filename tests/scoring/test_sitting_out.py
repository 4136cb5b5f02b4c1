"""What a round counts for who has no seat in it."""

from fractions import Fraction

from scoring.sitting_out import SitOutRule, sit_out_score


def test_each_way_counts_what_it_says(subtests):
    for rule, scores, counted in [
        (SitOutRule.NOTHING, ["20"], "0"),
        (SitOutRule.FIXED, ["20"], "-2.5"),
        (SitOutRule.FIXED, [], "-2.5"),
        (SitOutRule.AVERAGE, [], "0"),
        (SitOutRule.AVERAGE, ["20", "-5", "0.1"], "151/30"),
    ]:
        with subtests.test(rule=rule, scores=scores, counted=counted):
            assert sit_out_score(rule, Fraction("-2.5"), [Fraction(score) for score in scores]) == Fraction(counted)
