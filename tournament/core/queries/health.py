"""Checks whether this process can read and write its database, for monitoring and for the start of a server."""

import time
from collections.abc import Callable
from functools import cache
from threading import Lock

from django.db import Error, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tournament.core.threads.interruption import was_interrupted

GOOD_FOR = 1.0
"""Seconds for which a result is cached, because anybody may request it."""

PATIENCE_WITH_LOCK = 2_000
"""Milliseconds that the trial write waits for other processes that write to SQLite."""

TRIAL_PAGES = 32
"""Pages of 8 kB that the trial write puts into a temporary file of PostgreSQL."""


def reading_problem() -> str:
    """Return the reason why the database cannot be read or lacks migrations; empty if it can be read and has every
    migration."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        waiting = known_migrations() - MigrationRecorder(connection).applied_migrations().keys()
    except Error:
        if was_interrupted():  # the browser has gone: this must not be cached as the state of the database
            raise
        # The error itself is not shown, because it can name hosts and users.
        return "database does not answer"
    return "migrations are waiting" if waiting else ""


def writing_problem() -> str:
    """Return the reason why nothing can be recorded; empty if a trial write could be committed. The trial write changes
    no data."""
    problem = reading_problem()
    if problem:
        return problem
    try:
        if is_replica():
            return "database is a replica, which cannot be written"
        if _is_read_only():
            return "database is set to read only"
        _write()
    except Error:
        if was_interrupted():
            raise
        return "database cannot be written: is its disk full, or a lock held?"
    return ""


class RecentProblem:
    """Returns the result of a check, cached for `GOOD_FOR` seconds."""

    def __init__(self, check: Callable[[], str]) -> None:
        self._check = check
        self._lock = Lock()
        self._answer, self._until = "", 0.0

    def __call__(self) -> str:
        with self._lock:
            if time.monotonic() >= self._until:
                self._answer = self._check()
                self._until = time.monotonic() + GOOD_FOR
            return self._answer

    def forget(self) -> None:
        """Forget the cached result."""
        self._answer, self._until = "", 0.0


recent_reading_problem = RecentProblem(reading_problem)
recent_writing_problem = RecentProblem(writing_problem)


def is_replica() -> bool:
    """Whether the database is a read-only replica. Raises `Error`."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery()")
        return bool(cursor.fetchone()[0])


def _is_read_only() -> bool:
    """Whether transactions of PostgreSQL may only read, as with `default_transaction_read_only`. The trial write would
    succeed: it changes no table."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute("SHOW transaction_read_only")
        return bool(cursor.fetchone()[0] == "on")


def _write() -> None:
    if connection.vendor == "postgresql":
        _write_to_postgresql()
        return
    with connection.cursor() as cursor:
        patience = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        cursor.execute(f"PRAGMA busy_timeout = {PATIENCE_WITH_LOCK}")
        try:
            # A number in the file's head that SQLite leaves to programs; Tenbo and Django use it for nothing else.
            cursor.execute(f"PRAGMA user_version = {int(time.time()) % 2**31}")
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {patience}")


def _write_to_postgresql() -> None:
    """Flush an empty message in the write-ahead log to the disk, and write a temporary file beside the tables.

    The message alone is no proof: PostgreSQL allocates its log in advance, so a full disk still takes a message when no
    table can grow. The temporary file is made by an array of `TRIAL_PAGES`, which does not fit into the memory of the
    statement. PostgreSQL deletes this file after the statement.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL work_mem = '64kB'; SET LOCAL temp_tablespaces = ''")
        cursor.execute(
            "SELECT pg_logical_emit_message(true, 'tenbo', ''),"
            " (SELECT count(*) FROM unnest(array_fill(repeat('x', 8192), ARRAY[%s])))",
            [TRIAL_PAGES],
        )


@cache
def known_migrations() -> frozenset[tuple[str, str]]:
    """Return the app and the name of each migration of the installed code.

    The result is cached, because reading the migrations takes a large part of a second.
    """
    return frozenset(MigrationLoader(None).disk_migrations)
