"""Many names are found in a text exactly as each name alone, in a time that their number and shape do not change."""

import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.people.erased_texts import ErasedNames, is_full_name
from tournament.people.letters import compared_text
from tournament.people.name_finder import NameFinder
from tournament.people.queries.mentioned import Mentioned

PIECES = ("a", "A", "b", "ab", "É", "İ", "1", "4", " ", " ", " ", "-", ".", "(", ")", " (4)", " (4", "{", "\n", "\0")
TEXTS = st.lists(st.sampled_from(PIECES), max_size=24).map("".join)
NAMES = st.lists(st.lists(st.sampled_from(PIECES), max_size=9).map("".join), max_size=12)


def stands_at(name, text, begin):
    """Whether a name begins and ends at the ends of words here."""
    before, after = text[:begin][-1:], text[begin + len(name) :][:1]
    return text.startswith(name, begin) and not re.match(r"\w", before) and not re.match(r"\w", after)


def longest_at(names, text, begin):
    return max((name for name in names if re.match(r"\S", name) and stands_at(name, text, begin)), key=len, default="")


@pytest.mark.slow
@given(NAMES, TEXTS)
def test_it_finds_what_a_comparison_with_each_name_finds(names, text):
    found, begin = [], 0
    while begin < len(text):
        name = longest_at(names, text, begin)
        found += [(begin, begin + len(name))] if name else []
        begin += len(name) or 1

    assert [(begin, end) for begin, end, _until in NameFinder(names).find(text)] == found


@pytest.mark.slow
@given(NAMES, NAMES, st.sampled_from([None, 4, 1000]), TEXTS)
def test_a_text_loses_what_a_comparison_with_each_name_finds(names, others, number, text):
    assert ErasedNames(names, others, number).in_text(text) == plainly_erased(names, others, number, text)


def plainly_erased(names, others, number, text):
    """Erase the names as the docstring of `ErasedNames` says, with each name at each letter of the text."""
    searched, mark = compared_text(text), "…" if number is None else f"#{number}"
    gone = {compared_text(name) for name in names if re.match(r"[^\W\d_]", name) and not re.search("[{}]", name)}
    full = {name for name in gone if is_full_name(name)}
    stays = {
        other
        for other in map(compared_text, others)
        if other not in gone and any(stands_at(name, other, at) for name in gone for at in range(len(other)))
    }

    def counted(begin, name):
        return number is not None and text.startswith(f" ({number})", begin + len(name))

    left, begin = "", 0
    while begin < len(text):
        near = {name for name in gone if name in full or counted(begin, name)} | stays
        name = longest_at(near, searched, begin)
        is_counted = name in gone and counted(begin, name)
        until = begin + (len(name) or 1) + (len(f" ({number})") if is_counted else 0)
        stored = text[begin:until]
        left += stored if not name or name in stays or len(stored) < len(mark) else mark
        begin = until
    return left


SHAPES = {
    "the same words before another one": ([f"{'a ' * n}b{n}" for n in range(1, 38)], "a " * 500),
    "two thousand such names": ([f"{'a ' * (n % 37)}b{n}" for n in range(1, 2_000)], "a " * 500),
    "each begins with the one before": ([f"a{' a' * n}" for n in range(1, 39)], "a a c " * 160),
    "words with hyphens": ([f"a{'-a' * n}" for n in range(1, 39)], "a-" * 500),
    "ends before another word": ([f"a a{'-a' * n}-" for n in range(1, 37)], "a a-" + "a-" * 500),
    "names of one beginning": ([f"a n{n}" for n in range(1_000)], "a n" * 300),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_few_steps_are_made_at_each_word_whatever_the_names(shape):
    """A log can have any former names: 200 messages that repeated how forty names began were searched for 18 s under
    the lock. Steps are lines of the search that are run."""
    names, text = SHAPES[shape]
    erased, people = ErasedNames(names, [], 4), Mentioned(dict(enumerate(names)), frozenset(range(len(names))))
    list(people.places_in("a"))  # what is prepared once

    for search in (erased.in_text, lambda searched: list(people.places_in(searched))):
        assert steps_of(search, text) < 50 * len(re.findall(r"\w+", text))


def steps_of(search, text):
    steps = 0

    def count(frame, event, _argument):
        nonlocal steps
        steps += event == "line" and frame.f_globals["__name__"].startswith("tournament.people.")
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        search(text)
    finally:
        sys.settrace(before)
    return steps


def test_names_of_one_beginning_are_prepared_in_a_step_for_each():
    names = [f"{'a ' * (n % 37)}b{n}" for n in range(2_000)]

    assert steps_of(NameFinder, names) < 60 * len(names)
