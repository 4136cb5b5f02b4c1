"""The suite runs on the database it says it runs on."""

import pytest
from django.db import connection

from tests.databases import chosen_database
from tests.plugins.about_database import LEFT_OUT


@pytest.mark.database
def test_the_tests_run_on_the_database_that_was_asked_for():
    assert connection.vendor == chosen_database()


@pytest.mark.parametrize("path", LEFT_OUT, ids=lambda path: path.name)
def test_what_postgresql_is_not_asked_is_there(path):
    assert path.exists(), "under another name it would be run on PostgreSQL again"


def test_what_is_left_out_on_postgresql_has_no_mark_for_it(request):
    marked = [item.nodeid for item in request.session.items if item.get_closest_marker("database")]
    left_out = [str(path.relative_to(request.config.rootpath)) for path in LEFT_OUT]

    assert not [test for test in marked if test.startswith(tuple(left_out))]


@pytest.mark.skipif(chosen_database() != "sqlite", reason="about SQLite")
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 20_000)],
)
def test_sqlite_keeps_an_answered_hand_through_a_power_cut(pragma, value):
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {pragma}")
        assert cursor.fetchone() == (value,)


@pytest.mark.skipif(chosen_database() != "postgresql", reason="about PostgreSQL")
@pytest.mark.django_db
def test_postgresql_is_reached_through_psycopg_3_and_a_pool():
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")

    assert connection.connection.__class__.__module__ == "psycopg"
    assert connection.pool is not None  # type: ignore[attr-defined]
