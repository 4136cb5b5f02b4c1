"""What has run out is deleted in short transactions, so that hands are recorded between them."""

import re
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factories import UserFactory
from tournament.core.actions import columns
from tournament.core.actions.batches import delete_in_batches
from tournament.core.actions.columns import save_columns
from tournament.core.threads.interruption import Computation, Interrupted, current
from tournament.live import tidying
from tournament.models import AccountEvent, BrowserLogin, RateUse

pytestmark = pytest.mark.django_db

AGO = timedelta(days=400)


@pytest.fixture
def sessions():
    at = timezone.now() - AGO
    Session.objects.bulk_create(Session(session_key=f"key{n}", session_data="", expire_date=at) for n in range(5))
    return Session.objects.filter(expire_date__lt=timezone.now())


def test_only_a_few_rows_are_deleted_in_one_transaction(sessions):
    with CaptureQueriesContext(connection) as queries:
        delete_in_batches(sessions, at_once=2)

    statements = [query["sql"].partition(" ")[0] for query in queries]
    assert statements == [*3 * ["SELECT", "SAVEPOINT", "DELETE", "RELEASE"], "SELECT"]
    assert not sessions.exists()


def test_a_row_that_is_used_again_meanwhile_stays(sessions):
    def use_again(execute, sql, *rest):
        if sql.startswith("DELETE"):
            Session.objects.filter(session_key="key3").update(expire_date=timezone.now() + AGO)
        return execute(sql, *rest)

    with connection.execute_wrapper(use_again):
        delete_in_batches(sessions)

    assert list(Session.objects.values_list("session_key", flat=True)) == ["key3"]


def test_the_server_tidies_in_batches(sessions, monkeypatch):
    monkeypatch.setattr(connection, "close", lambda: None)
    user, long_ago = UserFactory(), timezone.now() - AGO
    AccountEvent.objects.create(user=user, kind=AccountEvent.Kind.LOGIN, at=long_ago)
    BrowserLogin.objects.create(user=user, session_key="ended", began_at=long_ago, used_at=long_ago)
    RateUse.objects.create(key="a", used_until=long_ago, changed_at=long_ago)

    with CaptureQueriesContext(connection) as queries:
        tidying.tidy()

    deletions = [query["sql"] for query in queries if query["sql"].startswith("DELETE")]
    assert len(deletions) == 4
    assert [sql for sql in deletions if not re.search(r" IN \(['\d]", sql)] == []


def test_many_rows_are_saved_in_batches_and_an_interruption_stops_between_them(sessions, monkeypatch):
    monkeypatch.setattr(columns, "AT_ONCE", 2)
    rows = list(sessions.order_by("pk"))
    for row in rows:
        row.session_data = "saved"
    saved = []

    def interrupted_in_second(execute, sql, params, many, context):
        saved.append(len(params))
        if len(saved) == 2:
            current.get()._interrupted_since_begin = True  # SQLite had no statement to stop at this moment
        return execute(sql, params, many, context)

    outer = current.set(Computation())
    try:
        with connection.execute_wrapper(interrupted_in_second), pytest.raises(Interrupted):
            save_columns(rows, ["session_data"])
    finally:
        current.reset(outer)
    assert saved == [2, 2]

    save_columns(rows, ["session_data"])
    assert sessions.filter(session_data="saved").count() == 5
