"""Parsing of untrusted text."""

import doctest

from tournament.core import text
from tournament.core.text import folded, whole_number


def test_the_examples_hold():
    assert doctest.testmod(text).failed == 0


def test_a_number_too_long_for_python_is_none():
    assert whole_number("1" * 5_000) is None
    assert whole_number("1" * 17) == 11_111_111_111_111_111
    assert whole_number("") is None


def test_letters_with_strokes_are_found_by_the_plain_ones():
    assert folded("Wojciech Łuczyński") == "wojciech luczynski"
    assert folded("Søren Đorđe") == "soren dorde"
    assert folded("Ærø Þór ĐẞIı") == "aero thor dssii"
