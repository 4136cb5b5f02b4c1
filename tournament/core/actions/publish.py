"""Notify every server process of a change to a tournament, once its transaction is committed."""

from django.db import connection

from tournament.models import Tournament

CHANNEL = "tenbo"
"""PostgreSQL's channel. Its messages are "id version" and nothing else: each subscriber then reads what it may see."""


def publish(tournament: Tournament) -> None:
    """Notify on commit, never after a rollback. On SQLite readers poll the version."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{tournament.pk} {tournament.version}"])
