"""Removes deleted data from SQLite's file: SQLite marks the pages of deleted rows as free, but leaves the data in
them."""

import logging
from datetime import datetime, timedelta

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Max, OuterRef, Subquery
from django.utils import timezone

from tournament.core.queries.disk import free_bytes, reserved_bytes
from tournament.core.sqlite.base import SqliteInTurn
from tournament.models import HandOver, LogEntry, Player, Tournament

QUIET = timedelta(minutes=10)
"""Minimum time since the last change of any tournament, because nobody can write while the file is rewritten."""

REMEMBERED = timedelta(days=2)
"""The age up to which a person's removal makes a restarted process rewrite the file. After a restart, a process does
not know whether the file was rewritten after the last removal."""

LARGEST_FILE = 50_000_000
"""The most bytes of a file that is rewritten by day. At the end SQLite writes all bytes in one transaction, which
cannot be interrupted: at 100 MB a second, on a busy computer of two cores, a hand waits half a second for it."""

NIGHT = timedelta(hours=6)
"""For how long no tournament must have changed before a larger file is rewritten."""

_erased: dict[str, datetime] = {}
"""For each database name: the time of the latest removal (`Player.removed_at`) whose data this process has erased from
the file."""

_logged: dict[str, str] = {}
"""For each database name: the last logged reason why the file was not rewritten."""

logger = logging.getLogger(__name__)


def erase_removed_people() -> None:
    """Rewrite SQLite's file if a person was removed since the file was last rewritten, and else empty its write-ahead
    log, which has earlier states of all rows that changed. PostgreSQL reuses the space by itself.

    The function does nothing if a tournament has changed within `QUIET`. The file is not rewritten while an event is
    being deleted, somebody is being erased or the disk has too little space, and a large file only at night.
    """
    database = connections[DEFAULT_DB_ALIAS]
    if not isinstance(database, SqliteInTurn) or not _is_quiet(QUIET):
        return
    name = str(database.settings_dict["NAME"])
    removed = Player.objects.filter(removed_at__lte=timezone.now())  # an imported file may have any times
    last: datetime | None = removed.aggregate(last=Max("removed_at"))["last"]
    erased_to = _erased.setdefault(name, timezone.now() - REMEMBERED)
    if last is None or last <= erased_to or _is_anything_being_deleted() or _is_hindered(database, name):
        empty_write_ahead_log(database)
        return
    rewrite_file(database)
    _erased[name] = last


def _is_hindered(database: SqliteInTurn, name: str) -> bool:
    """Whether the file cannot be rewritten at the moment. The reason is logged once.

    The new file and the write-ahead log each take as much space as the pages in use; the reserve is for hands.
    """
    used = used_bytes(database)
    reason = ""
    if used > LARGEST_FILE and not _is_quiet(NIGHT):
        reason = f"it has more than {LARGEST_FILE // 1_000_000} MB, so it waits for a night without changes"
    elif free_bytes() < reserved_bytes() + 2 * used:
        reason = "there is too little space on the disk"
    if reason and reason != _logged.get(name):
        logger.warning("SQLite's file is not rewritten after the removal of a person: %s", reason)
    _logged[name] = reason
    return bool(reason)


def used_bytes(database: BaseDatabaseWrapper) -> int:
    """Return the size of SQLite's file without its free pages."""
    with database.cursor() as cursor:
        cursor.execute(
            "SELECT (page_count - freelist_count) * page_size"
            " FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
        )
        (used,) = cursor.fetchone()
    return int(used)


def _is_anything_being_deleted() -> bool:
    """Whether a tournament is waiting to be deleted, or people who left on a laptop are waiting to be erased: rows may
    still contain the name of a removed person."""
    is_anybody_left = HandOver.objects.exclude(to_erase=[]).exists()
    return is_anybody_left or Tournament.objects.filter(deleted_at__isnull=False).exists()


def _is_quiet(time: timedelta) -> bool:
    """Whether no tournament has changed for this time. The latest entry of each tournament counts, because an imported
    log may have any times, and its entries are newer rows than those of a table that plays meanwhile. It is ignored if
    it is of the future: a log with an entry for each minute to come would never leave the site quiet."""
    now = timezone.now()
    latest = LogEntry.objects.filter(tournament=OuterRef("pk")).order_by("-number")
    changed = Tournament.objects.annotate(changed_at=Subquery(latest.values("at")[:1]))
    return not changed.filter(changed_at__gt=now - time, changed_at__lte=now).exists()


def rewrite_file(database: SqliteInTurn) -> None:
    """Rewrite SQLite's file so that it contains only the rows of its tables, and empty its write-ahead log. Raises
    `OperationalError` if another connection reads or writes for too long, or if a hand waits."""
    try:
        with database.interruptible_turn(), database.cursor() as cursor:
            cursor.execute("VACUUM")
    finally:
        empty_write_ahead_log(database)  # otherwise a failure on a full disk would leave a log as large as the file


def empty_write_ahead_log(database: SqliteInTurn) -> None:
    """Write what stands in SQLite's write-ahead log into the database's file, where deleted rows become zeros
    (`secure_delete`), and empty the log. Without effect while another connection reads or writes."""
    with database.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")  # hands are written meanwhile
        # From here on no hand is written, so readers are not waited for.
        cursor.execute("PRAGMA busy_timeout = 100")
        try:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {database.patience * 1_000}")
