"""Points and scores as people read them."""

from fractions import Fraction

from tournament.core.words import scores


def test_points_are_grouped_and_have_a_real_minus(subtests):
    for value, shown in [(32_600, "32,600"), (-1_500, "−1,500"), (0, "0"), (900, "900"), (-100_000, "−100,000")]:
        with subtests.test(value=value, shown=shown):
            assert scores.points(value) == shown


def test_a_change_has_its_sign(subtests):
    for value, shown in [(2_600, "+2,600"), (-1_500, "−1,500"), (0, "0")]:
        with subtests.test(value=value, shown=shown):
            assert scores.change(value) == shown


def test_a_score_has_one_decimal_or_two_where_one_is_not_exact(subtests):
    for value, shown in [
        (Fraction(303, 10), "+30.3"),
        ("-28", "−28.0"),
        ("50/3", "+16.67"),
        ("-50/3", "−16.67"),
        (0, "0.0"),
        ("0.05", "+0.05"),
        ("1234.5", "+1,234.5"),
    ]:
        with subtests.test(value=value, shown=shown):
            assert scores.score(value) == shown


def test_a_penalty_is_taken_off(subtests):
    for value, shown in [("20", "−20.0"), (0, "0"), ("40", "−40.0")]:
        with subtests.test(value=value, shown=shown):
            assert scores.penalty(value) == shown


def test_the_sign_is_a_class_name(subtests):
    for value, name in [("-1/3", "negative"), (0, "zero"), ("0.1", "positive")]:
        with subtests.test(value=value, name=name):
            assert scores.sign(value) == name
