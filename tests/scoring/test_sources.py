"""Every value of every preset says where it was found, and nothing is called confirmed that was not read."""

from dataclasses import fields
from itertools import product

import pytest

from scoring.presets import RULESETS
from scoring.rules import Ruleset
from scoring.sources import BOOKS, source_of

FIELDS = [field.name for field in fields(Ruleset) if field.name != "key"]
PRIMARY = {"wrc_2015", "ema_2016", "tenhou", "czech_club", "rmu_a", "rmu_b", "rmu_m"}
"""The presets whose book, or a translation of it, was read."""


def test_every_preset_has_its_book():
    assert list(BOOKS) == list(RULESETS)


def test_every_value_of_every_preset_has_a_source():
    for key, field in product(RULESETS, FIELDS):
        source = source_of(key, field)

        assert source.text.endswith("."), (key, field)
        assert 10 < len(source.text) < 160, (key, field)
        assert not source.confirmed or key in PRIMARY, (key, field)
        assert not source.confirmed or not source.text.startswith("Not found"), (key, field)


def test_what_was_read_is_called_so():
    assert {key for key, book in BOOKS.items() if book.summary.confirmed} == PRIMARY
    assert {key for key in BOOKS if any(source_of(key, field).confirmed for field in FIELDS)} == PRIMARY
    assert source_of("czech_club", "uma").confirmed  # as WRC 2015, where it was read


def test_a_book_speaks_of_fields_that_there_are(subtests):
    for key, book in BOOKS.items():
        with subtests.test(key):
            assert set(book.stated) <= set(FIELDS)
            assert book.summary.text.endswith(".")


def test_where_a_preset_differs_from_its_relative_it_says_why(subtests):
    for key in [key for key, book in BOOKS.items() if book.relative]:
        with subtests.test(key=key):
            book = BOOKS[key]
            different = {
                field for field in FIELDS if getattr(RULESETS[key], field) != getattr(RULESETS[book.relative], field)
            }

            assert different <= set(book.stated)


def test_what_a_preset_takes_from_its_relative_is_no_surer_than_it_is_there(subtests):
    for key in [key for key, book in BOOKS.items() if book.relative]:
        with subtests.test(key=key):
            book = BOOKS[key]

            for field in set(FIELDS) - set(book.stated):
                assert source_of(book.relative, field).confirmed or not source_of(key, field).confirmed, field


def test_a_preset_that_follows_no_other_vouches_for_nothing_but_what_it_names():
    """A field added tomorrow was not in the text that was read."""
    assert [key for key, book in BOOKS.items() if book.relative is None and book.otherwise.confirmed] == []
    assert not source_of("tenhou", "renhou").confirmed
    assert source_of("tenhou", "rinshan_fu").confirmed


def test_a_preset_that_there_is_not_has_no_source():
    with pytest.raises(KeyError):
        source_of("wrc_1815", "uma")
