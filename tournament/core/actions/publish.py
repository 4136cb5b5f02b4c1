"""Tell every server process that a tournament changed, once the transaction that changed it is committed."""

from django.db import connection

from tournament.models import Tournament

CHANNEL = "tenbo"
"""PostgreSQL's channel. Its messages are "id version" and never more: whoever hears one asks for what they may see."""


def publish(tournament: Tournament) -> None:
    """On commit; after a rollback nothing is told. On SQLite readers look at the version by themselves."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{tournament.pk} {tournament.version}"])
