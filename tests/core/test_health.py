"""What monitoring asks: /healthz (can the database be read), /readyz (can it be written)."""

import sqlite3

import pytest
from django.db import DatabaseError, OperationalError, connection

from tournament.core.queries import health
from tournament.core.threads import interruption
from tournament.core.threads.interruption import Computation, Interrupted, current

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("interrupted_anywhere")]

CHECKS = ["/healthz", "/readyz"]


@pytest.fixture(autouse=True)
def _asked_long_ago():
    _forget()
    yield
    _forget()


def _forget():
    health.recent_reading_problem.forget()
    health.recent_writing_problem.forget()


@pytest.mark.parametrize("path", CHECKS)
@pytest.mark.parametrize("headers", [{}, {"Host": "10.0.0.7:8000"}, {"Host": "evil.example"}, {"Host": "a b"}])
def test_a_migrated_server_is_well_by_any_name(client, settings, path, headers):
    settings.SECURE_SSL_REDIRECT = True

    response = client.get(path, headers=headers)

    assert (response.status_code, response.text) == (200, "ok\n")
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("path", CHECKS)
def test_a_migration_not_applied_is_said(client, monkeypatch, path):
    monkeypatch.setattr(health, "known_migrations", lambda: {("tournament", "9999_newest")})

    response = client.get(path)

    assert (response.status_code, response.text) == (503, "migrations are waiting\n")


@pytest.mark.parametrize("path", CHECKS)
def test_a_silent_database_is_said_without_its_reason(client, monkeypatch, path):
    def refuse(*args, **kwargs):
        raise DatabaseError("could not connect to db.internal as tenbo")

    monkeypatch.setattr(connection, "cursor", refuse)

    response = client.get(path)

    assert (response.status_code, response.text) == (503, "database does not answer\n")


def test_a_database_that_cannot_be_written_is_well_but_not_ready(client, monkeypatch):
    def refuse():
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(health, "_write", refuse)

    assert client.get("/healthz").status_code == 200
    response = client.get("/readyz")
    assert (response.status_code, response.text) == (
        503,
        "database cannot be written: is its disk full, or a lock held?\n",
    )


@pytest.mark.database
@pytest.mark.skipif(connection.vendor != "postgresql", reason="about PostgreSQL")
def test_postgresql_is_ready_only_while_files_beside_its_tables_can_grow(client):
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL temp_file_limit = '200kB'")
    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").status_code == 503

    _forget()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL temp_file_limit = '300kB'")
    assert client.get("/readyz").status_code == 200


@pytest.mark.database
@pytest.mark.skipif(connection.vendor != "postgresql", reason="about PostgreSQL")
def test_postgresql_that_is_set_to_read_only_is_not_ready(client):
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL transaction_read_only = on")

    assert client.get("/healthz").status_code == 200
    response = client.get("/readyz")
    assert (response.status_code, response.text) == (503, "database is set to read only\n")


def test_however_many_ask_it_writes_once_a_second(client, monkeypatch):
    now, writes = [1_000.0], []
    monkeypatch.setattr(health, "_write", lambda: writes.append(now[0]))
    monkeypatch.setattr("tournament.core.queries.health.time.monotonic", lambda: now[0])

    for _ in range(20):
        assert client.get("/readyz").text == "ok\n"
    now[0] += health.GOOD_FOR
    client.get("/readyz")

    assert writes == [1_000.0, 1_001.0]


@pytest.mark.parametrize("path", CHECKS)
def test_however_many_ask_the_database_is_asked_once_a_second(client, django_assert_num_queries, path):
    client.get(path)

    with django_assert_num_queries(0):
        assert [client.get(path).status_code for _ in range(20)] == [200] * 20


def test_a_replica_is_said_to_be_one(client, monkeypatch):
    monkeypatch.setattr(health, "is_replica", lambda: True)

    assert client.get("/readyz").text == "database is a replica, which cannot be written\n"


@pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite")
@pytest.mark.django_db(transaction=True)
def test_a_lock_that_is_held_is_said_soon(client, monkeypatch):
    monkeypatch.setattr(health, "PATIENCE_WITH_LOCK", 50)
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        assert client.get("/readyz").status_code == 503
    finally:
        other.execute("ROLLBACK")
        other.close()
    _forget()
    assert client.get("/readyz").status_code == 200
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA busy_timeout").fetchone()[0] == 20_000


def test_only_reading_is_allowed(client):
    assert client.post("/healthz").status_code == 405


def interrupted():
    with current.get().run():
        assert current.get().interrupt()


def stopped():
    """Raise what Django raises when SQLite was told to stop a statement."""
    with current.get().run():
        current.get()._stop_statement = lambda: None
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(interruption, "_file_executed_in", lambda _thread: interruption.SQL)
            assert not current.get().interrupt()
    cause = sqlite3.OperationalError("interrupted")
    cause.sqlite_errorcode = sqlite3.SQLITE_INTERRUPT
    raise OperationalError("interrupted") from cause


@pytest.mark.parametrize("broken", ["known_migrations", "_write"])
@pytest.mark.parametrize(("how", "error"), [(interrupted, Interrupted), (stopped, OperationalError)])
def test_the_check_of_a_browser_that_has_gone_says_nothing_about_the_database(client, monkeypatch, broken, how, error):
    """It is interrupted, and whoever asks next gets an answer of their own."""
    outer = current.set(Computation())
    with monkeypatch.context() as patched:
        patched.setattr(health, broken, how)
        with pytest.raises(error):
            client.get("/readyz")
    current.reset(outer)

    response = client.get("/readyz")
    assert (response.status_code, response.text) == (200, "ok\n")
