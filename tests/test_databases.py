"""The suite runs on the database it says it runs on."""

import pytest
from django.db import connection

from tests.databases import chosen_database


@pytest.mark.database
def test_the_tests_run_on_the_database_that_was_asked_for():
    assert connection.vendor == chosen_database()


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
