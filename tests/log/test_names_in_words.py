"""Names of players in the log's sentences, which become links to their pages."""

import re
import time

import pytest

from tests.factories import TournamentFactory
from tournament.log.words import linked_entry_words
from tournament.models import LogEntry
from tournament.people.queries.mentioned import Mentioned

NAMES = ["Anna", "Anna Li", "Bo Li", "J. R.", "(Eva)", "Jo", "Čeněk Řehoř"]


def mentioned(names):
    return Mentioned(names=dict(enumerate(names, start=1)), entered=frozenset(range(1, len(names) + 1)))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Anna Li met Anna, Joanna Li and Anna Lina", ["Anna Li", "Anna", "Anna"]),
        ("Bo Li/Anna (Eva) and J. R.", ["Bo Li", "Anna", "(Eva)", "J. R."]),
        ("Čeněk Řehoř: Jo", ["Čeněk Řehoř"]),
        ("Annabel", []),
        ("", []),
    ],
)
def test_the_longest_whole_names_are_found(text, found):
    people = mentioned(NAMES)

    assert [text[begin:end] for begin, end in people.places_in(text)] == found
    longest_first = "|".join(map(re.escape, sorted(people.number_of, key=len, reverse=True)))
    assert re.findall(rf"(?<!\w)(?:{longest_first})(?!\w)", text) == found


@pytest.mark.django_db
def test_names_are_links_and_the_rest_is_escaped():
    tournament = TournamentFactory(slug="open")
    entry = LogEntry(kind="<b>Anna & Bo Li</b>", data={})

    words = linked_entry_words(entry, mentioned(["Anna", "Bo Li"]), tournament)

    assert words == (
        '&lt;b&gt;<a href="/t/open/players/1/">Anna</a> &amp; <a href="/t/open/players/2/">Bo Li</a>&lt;/b&gt;'
    )


def test_thousands_of_names_that_begin_alike_are_found_in_a_long_text_in_moments():
    """A pattern of all names took 1.8 s for 20,000 characters, in which no other thread runs."""
    people = mentioned(["a " * 36 + f"b{number:04}" for number in range(2_000)])
    began = time.process_time()

    assert list(people.places_in("a " * 10_000)) == []
    assert time.process_time() - began < 0.3
