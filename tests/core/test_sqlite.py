"""The connection to SQLite that a thread of the server keeps, as long as it is surely the right one; and the statistics
by which SQLite chooses joins."""

import pytest
from django.db import OperationalError, connection, connections

from tournament.core.actions.analyse import analyse
from tournament.core.sqlite.base import DatabaseWrapper


@pytest.fixture
def database(tmp_path, django_db_blocker):
    about = {"ENGINE": "tournament.core.sqlite", "NAME": str(tmp_path / "site.sqlite3"), "OPTIONS": {}}
    made = DatabaseWrapper(connections.databases["default"] | about | {"CONN_MAX_AGE": None})
    with django_db_blocker.unblock():
        with made.cursor() as cursor:
            cursor.execute("CREATE TABLE person (name TEXT)")
        yield made
        made.close()


def test_it_stays_open_between_requests(database):
    before = database.connection
    database.close_if_unusable_or_obsolete()
    assert database.connection is before


def test_it_ends_when_another_file_takes_the_place_of_its_own(database, tmp_path):
    (tmp_path / "restored").write_bytes(b"")
    (tmp_path / "restored").replace(tmp_path / "site.sqlite3")
    database.close_if_unusable_or_obsolete()
    assert database.connection is None
    with database.cursor() as cursor, pytest.raises(OperationalError, match="no such table"):
        cursor.execute("SELECT name FROM person")


def test_it_ends_after_a_statement_that_failed(database):
    with database.cursor() as cursor, pytest.raises(OperationalError):
        cursor.execute("SELECT mail FROM person")
    database.close_if_unusable_or_obsolete()
    assert database.connection is None


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite's plans")
def test_tables_are_analysed_that_this_connection_has_never_searched():
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE grown (name TEXT)")
        cursor.execute("CREATE INDEX grown_name ON grown (name)")
        cursor.executemany("INSERT INTO grown VALUES (%s)", [["Anna"], ["Ben"]])

        analyse()

        cursor.execute("SELECT idx, stat FROM sqlite_stat1 WHERE tbl = 'grown'")
        assert cursor.fetchall() == [("grown_name", "2 1")]
