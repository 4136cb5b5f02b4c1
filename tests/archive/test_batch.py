"""A deletion writes few rows at once, and few bytes: on SQLite no hand can be recorded in these moments."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factories import HanchanFactory
from tests.queries import steps_of
from tournament.archive.actions import delete_rows
from tournament.archive.queries import batch
from tournament.archive.queries.batch import next_batch
from tournament.models import LogEntry, Round, SeatingPlan, Tournament

pytestmark = pytest.mark.django_db

LENGTH = 1_000


@pytest.fixture
def hanchan():
    return HanchanFactory()


def add_entries(hanchan, count, length=LENGTH):
    first = hanchan.tournament.log.count() + 1
    return LogEntry.objects.bulk_create(
        LogEntry(
            tournament=hanchan.tournament, hanchan=hanchan, number=number, kind="hand.corrected",
            data={"before": "x" * length}, actor_kind="nobody", at=timezone.now(),
        )
        for number in range(first, first + count)
    )  # fmt: skip


def test_a_batch_ends_with_the_row_that_makes_it_large(hanchan, monkeypatch):
    monkeypatch.setattr(batch, "MOST_BYTES", 3 * LENGTH)
    numbers = [entry.number for entry in add_entries(hanchan, 8)]
    log = hanchan.log.order_by("number")

    assert next_batch(log, "number", at_once=500) == (numbers[:3], False)
    assert next_batch(log.filter(number__gt=numbers[5]), "number", at_once=500) == (numbers[6:], True)
    assert next_batch(log, "number", at_once=2) == (numbers[:2], False)
    assert next_batch(log.none(), at_once=2) == ([], True)


def test_every_long_field_counts(hanchan, monkeypatch):
    accepted = add_entries(hanchan, 2, length=1)
    plans = [
        SeatingPlan.objects.create(
            tournament=hanchan.tournament, rounds=[[[1, 2, 3, 4]] * 30], hash=str(by.number), accepted_by=by,
            superseded_by=accepted[1] if by == accepted[0] else None,
        )
        for by in accepted
    ]  # fmt: skip
    rows = SeatingPlan.objects.order_by("pk")

    assert next_batch(rows, at_once=2) == ([plan.pk for plan in plans], False)
    monkeypatch.setattr(batch, "MOST_BYTES", 300)
    assert next_batch(rows, at_once=2) == ([plans[0].pk], False)
    assert next_batch(Round.objects.order_by("pk"), at_once=2) == ([hanchan.round_id], True)


def test_a_deletion_writes_few_bytes_of_the_log_at_once(hanchan, monkeypatch):
    monkeypatch.setattr(batch, "MOST_BYTES", 3 * LENGTH)
    add_entries(hanchan, 30)

    with CaptureQueriesContext(connection) as captured:
        delete_rows.delete_in_batches(hanchan.tournament)

    assert not Tournament.objects.exists()
    updated = [query["sql"] for query in captured if query["sql"].startswith('UPDATE "tournament_logentry"')]
    ranges = [re.search(r"BETWEEN (\d+) AND (\d+)", sql).groups() for sql in updated]
    assert [int(last) - int(first) for first, last in ranges] == [2] * 10
    deleted = [query["sql"] for query in captured if query["sql"].startswith('DELETE FROM "tournament_logentry"')]
    assert [sql.count(",") for sql in deleted] == [2] * 10


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="SQLite counts the steps of a statement")
def test_the_rows_after_a_batch_are_not_measured(hanchan, monkeypatch):
    monkeypatch.setattr(batch, "MOST_BYTES", 3 * LENGTH)

    def measure():
        next_batch(hanchan.tournament.log.exclude(hanchan=None).order_by("number"), "number", at_once=500)
        next_batch(hanchan.tournament.log.order_by(), at_once=500)

    add_entries(hanchan, 20)
    few = steps_of(measure)
    add_entries(hanchan, 80)

    assert steps_of(measure) < 2 * few
