"""A database that is away, full or locked: a page that says so, and one line in the log."""

import asyncio
import errno
import logging
import sqlite3
from contextlib import contextmanager

import psycopg
import pytest
from django.db import InterfaceError, InternalError, OperationalError, connection
from django.test import Client
from django.utils import translation
from psycopg_pool import PoolTimeout

from tests.factories import TableFactory
from tournament.core.database_errors import is_outage
from tournament.core.views.failures import LastResort, failure, prepare_failures
from tournament.site.views import home

pytestmark = pytest.mark.django_db


def caused_by(error, cause):
    error.__cause__ = cause
    return error


def of_sqlite(code):
    cause = sqlite3.OperationalError("of SQLite")
    cause.sqlite_errorcode = code
    return caused_by(OperationalError("of SQLite"), cause)


@pytest.mark.parametrize(
    ("error", "outage"),
    [
        (of_sqlite(sqlite3.SQLITE_BUSY), True),
        (of_sqlite(sqlite3.SQLITE_FULL), True),
        (of_sqlite(sqlite3.SQLITE_READONLY_DBMOVED), True),
        (of_sqlite(sqlite3.SQLITE_ERROR), False),  # no such table
        (caused_by(OperationalError("couldn't get a connection"), PoolTimeout()), True),
        (caused_by(OperationalError("terminating connection"), psycopg.errors.AdminShutdown()), True),
        (caused_by(OperationalError("deadlock detected"), psycopg.errors.DeadlockDetected()), True),
        (caused_by(OperationalError("no space"), psycopg.errors.DiskFull()), True),
        (caused_by(InternalError("read-only"), psycopg.errors.ReadOnlySqlTransaction()), True),
        (caused_by(InternalError("aborted"), psycopg.errors.InFailedSqlTransaction()), False),
        (InterfaceError("connection already closed"), True),
        (ValueError("not of the database"), False),
    ],
)
def test_an_outage_is_told_from_a_mistake(error, outage):
    assert is_outage(error) == outage


def failing(monkeypatch, error):
    def fail(*_arguments, **_named):
        raise error

    monkeypatch.setattr(home, "render", fail)
    return Client(raise_request_exception=False)


def test_a_visitor_is_told_what_is_safe_and_when_to_come_back(monkeypatch):
    response = failing(monkeypatch, of_sqlite(sqlite3.SQLITE_FULL)).get("/")

    assert response.status_code == 503
    assert response["Retry-After"] == "5"
    assert "Everything that was saved" in response.text


@contextmanager
def read_only():
    """Let the database refuse each write in the block."""
    if connection.vendor == "sqlite":
        begin, end = "PRAGMA query_only = 1", "PRAGMA query_only = 0"
    else:
        begin, end = "SET default_transaction_read_only = on", "RESET default_transaction_read_only"
    with connection.cursor() as cursor:
        cursor.execute(begin)
        yield
        cursor.execute(end)


@pytest.mark.slow
@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_a_phone_with_a_session_that_cannot_be_saved_is_told_the_same():
    phone = Client(raise_request_exception=False)
    phone.get(TableFactory().get_link())
    link = TableFactory().get_link()

    with read_only():
        response = phone.get(link)

    assert response.status_code == 503
    assert "Everything that was saved" in response.text


def test_a_mistake_of_ours_is_still_one(monkeypatch):
    response = failing(monkeypatch, ValueError("of ours")).get("/")

    assert response.status_code == 500
    assert "The error is on our side, not yours." in response.text


def test_the_page_asks_no_database(django_assert_num_queries):
    from django.template.loader import render_to_string

    with django_assert_num_queries(0):
        assert "Please try again in a moment" in render_to_string("503.html")


def test_the_log_has_one_line_for_each(monkeypatch, caplog):
    from tournament.core.telemetry.logs import ShortErrors

    failing(monkeypatch, of_sqlite(sqlite3.SQLITE_FULL)).get("/")

    (record,) = [record for record in caplog.records if record.name == "django.request"]
    assert ShortErrors().filter(record)
    assert record.levelno == logging.ERROR
    assert record.getMessage() == "Service Unavailable: / (of SQLite)"
    assert record.exc_info is None


def test_a_server_that_may_open_no_more_files_still_says_what_happened(rf, monkeypatch):
    def no_more_files(*_arguments, **_named):
        raise OSError(errno.EMFILE, "Too many open files")

    prepare_failures()
    monkeypatch.setattr("builtins.open", no_more_files)
    with translation.override("cs"):
        response = failure(rf.get("/"))

    assert response.status_code == 500
    assert "co už bylo uloženo" in response.content.decode()


def answered(behind, accepted=""):
    """What an application behind `LastResort` sends to a browser with this Accept-Language."""
    sent = []

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "headers": [(b"accept-language", accepted.encode())] if accepted else []}
    asyncio.run(LastResort(behind, prepare_failures())(scope, None, send))
    return sent


@pytest.mark.parametrize(
    ("accepted", "sentence"),
    [
        ("", "Everything that was saved"),
        ("de-AT, en;q=0.5", "Everything that was saved"),
        ("cs,en;q=0.5", 'lang="cs"'),
    ],
)
def test_an_error_outside_django_is_answered_with_the_page_too(accepted, sentence, caplog):
    async def no_more_files(_scope, _receive, _send):
        raise OSError(errno.EMFILE, "Too many open files")

    start, body = answered(no_more_files, accepted)

    assert (start["status"], dict(start["headers"])[b"cache-control"]) == (500, b"no-store")
    assert sentence in body["body"].decode()
    assert "Too many open files" in caplog.text


def test_an_answer_that_has_begun_is_broken_off():
    async def breaks(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise OSError(errno.EMFILE, "Too many open files")

    with pytest.raises(OSError, match="Too many open files"):
        answered(breaks)
