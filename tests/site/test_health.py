import pytest
from django.db import DatabaseError, connection

pytestmark = pytest.mark.django_db


def test_a_migrated_server_is_well(client):
    response = client.get("/healthz")

    assert (response.status_code, response.text) == (200, "ok\n")


def test_a_migration_not_applied_is_said(client, monkeypatch):
    monkeypatch.setattr("tournament.site.views.health.known_migrations", lambda: {("tournament", "9999_newest")})

    response = client.get("/healthz")

    assert (response.status_code, response.text) == (503, "migrations are waiting\n")


def test_a_silent_database_is_said_without_its_reason(client, monkeypatch):
    def refuse(*args, **kwargs):
        raise DatabaseError("could not connect to db.internal as tenbo")

    monkeypatch.setattr(connection, "cursor", refuse)

    response = client.get("/healthz")

    assert (response.status_code, response.text) == (503, "database does not answer\n")


def test_only_reading_is_allowed(client):
    assert client.post("/healthz").status_code == 405
