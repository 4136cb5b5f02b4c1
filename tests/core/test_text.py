"""Parsing of untrusted text."""

import doctest

from tournament.core import text
from tournament.core.text import LONGEST_CACHED, LONGEST_FOLDED, MOST_APART, _folded, folded, whole_number


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


def test_names_are_cached_and_longer_texts_are_not():
    _folded.cache_clear()

    for length in (1, LONGEST_CACHED, LONGEST_CACHED + 1, LONGEST_FOLDED):
        assert folded("Ř" * length) == "r" * length

    assert _folded.cache_info().currsize == 2


def test_a_folded_text_is_bounded():
    phrase = "\ufdfa"  # one sign, which Unicode takes apart into 18 letters

    assert len(folded(phrase)) == 18
    assert len(folded(phrase * LONGEST_FOLDED)) <= MOST_APART
    assert folded("ế" * 2 * LONGEST_FOLDED) == "e" * LONGEST_FOLDED
