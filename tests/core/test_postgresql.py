"""The wait for an answer of PostgreSQL may be limited, and interrupted.

With a frozen server: tests/durability/test_replica.py.
"""

import time
from threading import Thread

import psycopg
import pytest
from django.db import connection, transaction
from django.db.models import Func, TextField, Value

from tests.core.test_write_queue import until
from tests.databases import chosen_database
from tests.factories import UserFactory
from tournament.core.database_errors import was_stopped
from tournament.core.postgresql.base import watch_waits, works
from tournament.core.threads.interruption import Computation, current, uninterrupted
from tournament.models import User

pytestmark = [
    pytest.mark.database,
    pytest.mark.skipif(chosen_database() != "postgresql", reason="about PostgreSQL"),
]


@pytest.fixture
def limited(db):
    """A connection to the tests' server that waits for an answer for half a second."""
    params = connection.get_connection_params()
    names = ("host", "port", "user", "password", "dbname")
    with psycopg.connect(**{name: params[name] for name in names if name in params}, autocommit=True) as made:
        watch_waits(made, 0.5)
        yield made


def test_a_statement_that_gets_no_answer_fails_and_ends_its_connection(limited):
    began = time.monotonic()
    with pytest.raises(psycopg.OperationalError):
        limited.execute("SELECT pg_sleep(20)")

    assert time.monotonic() - began < 10
    assert limited.closed


def test_a_connection_that_came_back_in_the_middle_of_a_transaction_is_used_again(limited):
    """Such as that of a request that was interrupted at the end of its transaction, after the pool rolled it back."""
    limited.autocommit = False

    assert works(limited)

    limited.autocommit = True  # as Django does then; psycopg refuses it within a transaction


def test_an_error_of_the_server_leaves_the_connection_open(limited):
    limited.execute("SET statement_timeout = 50")
    with pytest.raises(psycopg.errors.QueryCanceled):
        limited.execute("SELECT pg_sleep(0.4)")

    assert limited.execute("SELECT 1").fetchone() == (1,)


SLEEP = Func(Value(20), function="pg_sleep", output_field=TextField())


def sleep_in_server():
    list(User.objects.values_list(SLEEP)[:1])


def sleep_when_rows_are_fetched():
    """As a file that reads many rows in pieces, by a cursor of the server."""
    list(User.objects.values_list(SLEEP).iterator(chunk_size=1))


def sleep_in_transaction():
    with transaction.atomic():
        sleep_in_server()


def sleep_uninterrupted():
    with uninterrupted(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(1)")


class Work:
    """A computation in a thread of its own, as a request's."""

    def __init__(self, work, *, takes_locks=False):
        self.computation = Computation(takes_locks=takes_locks)
        self.error = None
        self._work = work
        self._thread = Thread(target=self._run)
        self._thread.start()
        until(is_sleeping)

    def _run(self):
        current.set(self.computation)
        try:
            with self.computation.run():
                self._work()
        except Exception as error:  # noqa: BLE001 (the test looks at it)
            self.error = error
        finally:
            connection.close()

    def end(self):
        self._thread.join(10)
        assert not self._thread.is_alive()
        return self.error


def is_sleeping():
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()")
        return cursor.fetchone() is not None


@pytest.mark.parametrize("work", [sleep_in_server, sleep_when_rows_are_fetched, sleep_in_transaction])
@pytest.mark.django_db(transaction=True)
def test_a_statement_is_cancelled_when_its_request_is_interrupted(work):
    UserFactory()
    work = Work(work)
    until(lambda: work.computation.seconds() > 0.3)

    assert work.computation.interrupt()

    assert was_stopped(work.end())
    assert work.computation.was_interrupted
    assert not is_sleeping()


@pytest.mark.django_db(transaction=True)
def test_a_form_that_waits_in_its_transaction_has_not_computed_meanwhile():
    """It may wait for another request, which has locked its event."""
    UserFactory()
    work = Work(sleep_in_transaction, takes_locks=True)
    time.sleep(0.5)

    assert work.computation.seconds() < 0.3
    assert work.computation.interrupt()
    assert was_stopped(work.end())


@pytest.mark.django_db(transaction=True)
def test_an_uninterrupted_statement_is_not_cancelled():
    """As a commit, which may be done already."""
    work = Work(sleep_uninterrupted)

    assert not work.computation.interrupt()
    assert work.end() is None
    assert 0.9 < work.computation.taken() < 5


@pytest.mark.django_db(transaction=True)
def test_a_connection_is_closed_if_its_cancellation_may_come_late(limited, monkeypatch):
    """Otherwise it would cancel the statement of the visitor who gets the connection next."""
    monkeypatch.setattr(psycopg.Connection, "cancel_safe", cancel_late)
    watch_waits(limited)
    backend = limited.info.backend_pid
    work = Work(lambda: limited.execute("SELECT pg_sleep(20)"))

    assert work.computation.interrupt()

    assert isinstance(work.end(), psycopg.OperationalError)
    assert limited.closed
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [backend])


def cancel_late(_connection, **_timeout):
    raise psycopg.errors.CancellationTimeout


def test_work_that_outlives_its_request_may_query(limited):
    """Such as that of `asyncio.to_thread`, which inherits the request's computation."""
    ended = Computation()
    thread = Thread(target=lambda: run(ended))
    thread.start()
    thread.join()

    token = current.set(ended)
    try:
        assert limited.execute("SELECT 1").fetchone() == (1,)
    finally:
        current.reset(token)


def run(computation):
    with computation.run():
        pass
