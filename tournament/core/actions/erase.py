"""Removes deleted data from SQLite's file: SQLite marks the pages of deleted rows as free, but leaves the data in
them."""

import logging
from datetime import datetime, timedelta

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Max
from django.utils import timezone

from tournament.core.queries.disk import free_bytes, reserved_bytes
from tournament.models import LogEntry, Player, Tournament

QUIET = timedelta(minutes=10)
"""Minimum time since the last change of any tournament, because nobody can write while the file is rewritten."""

REMEMBERED = timedelta(days=2)
"""The age up to which a person's removal makes a restarted process rewrite the file. After a restart, a process does
not know whether the file was rewritten after the last removal."""

_erased: dict[str, datetime] = {}
"""For each database name: the time of the latest removal (`Player.removed_at`) whose data this process has erased from
the file."""

_without_space: set[str] = set()
"""The names of the databases for which this process has logged that the disk has too little space."""

logger = logging.getLogger(__name__)


def erase_removed_people() -> None:
    """Rewrite SQLite's file if a person was removed since the file was last rewritten, and else empty its write-ahead
    log, which has earlier states of all rows that changed. PostgreSQL reuses the space by itself.

    The function does nothing if a tournament has changed within `QUIET`. The file is not rewritten while an event is
    being deleted, or while the disk has too little space.
    """
    if connection.vendor != "sqlite" or not _is_quiet():
        return
    now = timezone.now()
    name = str(connection.settings_dict["NAME"])
    last: datetime | None = Player.objects.aggregate(last=Max("removed_at"))["last"]
    erased_to = _erased.get(name, now - REMEMBERED)
    if last is None or last <= erased_to or _is_anything_being_deleted() or not _has_space(name):
        empty_write_ahead_log(connection)
        return
    rewrite_file(connection)
    _erased[name] = last


def _has_space(name: str) -> bool:
    """Whether the disk has space for rewriting the file without using the reserve for hands. The new file and the
    write-ahead log each take as much as the pages in use."""
    if free_bytes() >= reserved_bytes() + 2 * _used_bytes(connection):
        _without_space.discard(name)
        return True
    if name not in _without_space:
        logger.warning("Removed people may have left data in SQLite's file: too little space on the disk to rewrite it")
        _without_space.add(name)
    return False


def _used_bytes(database: BaseDatabaseWrapper) -> int:
    """Return the size of the file without its free pages."""
    with database.cursor() as cursor:
        cursor.execute(
            "SELECT (page_count - freelist_count) * page_size"
            " FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
        )
        (used,) = cursor.fetchone()
    return int(used)


def _is_anything_being_deleted() -> bool:
    """Whether a tournament is waiting to be deleted: its rows may still contain the name of a removed person."""
    return Tournament.objects.filter(deleted_at__isnull=False).exists()


def _is_quiet() -> bool:
    changed_at = LogEntry.objects.order_by("-pk").values_list("at", flat=True).first()
    return changed_at is None or timezone.now() - changed_at >= QUIET


def rewrite_file(database: BaseDatabaseWrapper) -> None:
    """Rewrite SQLite's file so that it contains only the rows of its tables, and empty its write-ahead log. Raises
    `OperationalError` if another connection reads or writes for too long."""
    try:
        with database.cursor() as cursor:
            cursor.execute("VACUUM")
    finally:
        empty_write_ahead_log(database)  # otherwise a failure on a full disk would leave a log as large as the file


def empty_write_ahead_log(database: BaseDatabaseWrapper) -> None:
    """Write what stands in SQLite's write-ahead log into the database's file, where deleted rows become zeros
    (`secure_delete`), and empty the log. Without effect while another connection reads or writes."""
    with database.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
