"""Limits of forms fit those of Django and of files."""

from django.conf import settings

from tournament.core.limits import (
    MOST_ENTRIES,
    MOST_PLANNED_ROUNDS,
    MOST_PLANNED_SEATS,
    MOST_ROUNDS,
    MOST_TABLES,
    MOST_TABLES_IN_FILE,
)
from tournament.people.forms.player_rows import MOST_ROWS

A_FEW = 20
"""Fields of a form beside those of its lines."""


def test_the_largest_forms_are_taken():
    assert 4 * MOST_TABLES + A_FEW <= settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
    assert 2 * MOST_ROWS + A_FEW <= settings.DATA_UPLOAD_MAX_NUMBER_FIELDS


def test_a_file_holds_what_the_forms_allow():
    assert MOST_TABLES <= MOST_TABLES_IN_FILE
    assert MOST_PLANNED_ROUNDS <= MOST_ROUNDS
    assert MOST_PLANNED_ROUNDS * MOST_ENTRIES <= MOST_PLANNED_SEATS
    assert 4 * MOST_PLANNED_ROUNDS * MOST_TABLES <= MOST_PLANNED_SEATS
