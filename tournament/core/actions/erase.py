"""Takes what was deleted out of the database's file as well."""

from datetime import datetime, timedelta

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Max
from django.utils import timezone

from tournament.models import LogEntry, Player

QUIET = timedelta(minutes=10)
"""The least time since the last change of any tournament: nothing can be written while the file is rewritten."""

REMEMBERED = timedelta(days=2)
"""How long before the server's start a removal may be that was perhaps not followed by `rewrite_file`."""

_erased: dict[str, datetime] = {}
"""By the name of the database, the last removal after which this process rewrote the file."""


def erase_removed_people() -> None:
    """Rewrite SQLite's file if a person was removed since the last time, once nobody plays. PostgreSQL reuses the space
    by itself."""
    now = timezone.now()
    name = str(connection.settings_dict["NAME"])
    last: datetime | None = Player.objects.aggregate(last=Max("removed_at"))["last"]
    if connection.vendor != "sqlite" or last is None or last <= _erased.get(name, now - REMEMBERED):
        return
    changed_at = LogEntry.objects.order_by("-pk").values_list("at", flat=True).first()
    if changed_at is None or now - changed_at >= QUIET:
        rewrite_file(connection)
        _erased[name] = last


def rewrite_file(database: BaseDatabaseWrapper) -> None:
    """Leave nothing in SQLite's file but what its tables hold: pages are written anew, without gaps, and the log of
    writes is emptied. Raises `OperationalError` if somebody reads or writes for too long."""
    with database.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
