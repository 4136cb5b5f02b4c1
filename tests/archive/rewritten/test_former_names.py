"""Texts in which a laptop replaced names by marks such as "#3" are compared in a time that grows as the texts."""

from time import thread_time

import pytest

from tests.factories import TournamentFactory
from tournament.archive.tenbo.document import envelope
from tournament.archive.tenbo.past.former_names import names_on_laptop, with_erased_texts, with_own_words

pytestmark = pytest.mark.django_db


@pytest.fixture
def with_rules():
    """Return a function that makes a document whose log has these rules."""
    empty = envelope(TournamentFactory())

    def make(*rules):
        return empty | {
            "log": [
                {"number": n, "kind": "penalty.given", "reason": "", "data": {"rule": rule}}
                for n, rule in enumerate(rules, 1)
            ]
        }

    return make


@pytest.mark.slow
@pytest.mark.parametrize("text", ["#" * 1_000_000, "#9" * 500_000, "#" + "1" * 999_999])
def test_a_long_text_is_read_quickly_however_many_people_were_removed(with_rules, text):
    own, document = with_rules("x"), with_rules(text)
    people = range(1_001, 2_001)
    began = thread_time()

    assert names_on_laptop(own, document, dict.fromkeys(people, 1)) == {}
    assert with_own_words(document, own, people) == document
    assert with_erased_texts(own, document, people) == own
    assert thread_time() - began < 2


@pytest.mark.slow
def test_a_text_of_many_marks_is_not_searched_once_for_each(with_rules):
    own, document = with_rules("Ab," * 50_000), with_rules("#1," * 50_000)
    began = thread_time()

    assert names_on_laptop(own, document, {1: 50_000}) == {}
    assert thread_time() - began < 2


@pytest.mark.parametrize(
    ("text", "marked", "names"),
    [
        ("Anna (3) met Bo Li", "#3 met #12", {3: {"Anna"}, 12: {"Bo Li"}}),
        ("Anna met Bo Li", "#3 met #12", {12: {"Bo Li"}}),
        ("Anna met Anna (3)", "#3 met Anna (3)", {}),
        ("Bo Li, seat #4", "#12, seat #4", {12: {"Bo Li"}}),
        ("Bo Li, seat #12", "#12, seat #12", {12: {"Bo Li"}}),
        ("Bo Li met", "#4 met", {}),
        ("Bo Li met", "#120 met", {}),
        ("Bo Li met", "#012 met", {}),
        ("Bo Li met", "#12\N{ARABIC-INDIC DIGIT ONE} met", {}),
        ("Bo Li met", "#\N{FULLWIDTH DIGIT ONE}2 met", {}),
        ("Bo Li met", "… met", {}),
    ],
)
def test_a_mark_is_the_number_of_somebody_who_was_removed(with_rules, text, marked, names):
    assert names_on_laptop(with_rules(text), with_rules(marked), {3: 1, 12: 1}) == names
