"""The log about a hanchan is measured while a hand is recorded. A team's corrections can make it very long, and on
SQLite the hands of all tables wait meanwhile."""

import pytest
from django.db import connection
from django.utils import timezone

from tests.factories import HanchanFactory
from tests.queries import steps_of
from tournament.core.limits import LONGEST_CORRECTIONS_AT_TABLE
from tournament.games.queries.logged_length import ENTRIES_AT_ONCE, logged_length, number_and_length
from tournament.models import LogEntry

pytestmark = pytest.mark.django_db

LENGTH = 50_000


@pytest.fixture
def hanchan():
    return HanchanFactory()


def add_corrections(hanchan, count, length=LENGTH):
    first = hanchan.log.count() + 1
    LogEntry.objects.bulk_create(
        LogEntry(
            tournament=hanchan.tournament, hanchan=hanchan, number=number, kind="hand.corrected",
            data={"before": "x" * length}, reason="€", actor_kind="nobody", at=timezone.now(),
        )
        for number in range(first, first + count)
    )  # fmt: skip


def test_a_short_log_is_measured_whole(hanchan):
    add_corrections(hanchan, 3 * ENTRIES_AT_ONCE, length=100)

    length = logged_length(hanchan, up_to=10**6)

    assert number_and_length(hanchan, ("hand.corrected",)) == (3 * ENTRIES_AT_ONCE, length)
    assert length == 3 * ENTRIES_AT_ONCE * len(('{"before": "' + "x" * 100 + '"}€').encode())


def test_of_a_long_log_no_more_is_measured_than_passes_the_limit(hanchan):
    add_corrections(hanchan, 2 * ENTRIES_AT_ONCE)

    assert 4 * LENGTH < logged_length(hanchan, up_to=4 * LENGTH - 1) < 5 * LENGTH
    number, length = number_and_length(hanchan, ("hand.corrected",))
    assert number == 2
    assert length > LONGEST_CORRECTIONS_AT_TABLE


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite counts the steps of a statement")
def test_the_work_does_not_grow_with_the_log(hanchan):
    def measure():
        logged_length(hanchan, up_to=4 * LENGTH)
        number_and_length(hanchan, ("hand.corrected",))

    add_corrections(hanchan, 2 * ENTRIES_AT_ONCE)
    few = steps_of(measure)
    add_corrections(hanchan, 8 * ENTRIES_AT_ONCE)

    assert steps_of(measure) < 2 * few
