"""Whether this process can work: for monitoring, which asks every few seconds, and for the start of a server."""

import time
from functools import cache
from threading import Lock

from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

GOOD_FOR = 1.0
"""Seconds for which the answer of a trial write is repeated: anybody may ask where no proxy stands before the site."""

PATIENCE_WITH_LOCK = 2_000
"""Milliseconds that the trial write waits for other writers of SQLite."""


def reading_problem() -> str:
    """Say why nothing can be read from the database, or that migrations are waiting; empty if all is well."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        waiting = known_migrations() - MigrationRecorder(connection).applied_migrations().keys()
    except Error:
        # The reason is for the log alone: it can name hosts and users.
        return "database does not answer"
    return "migrations are waiting" if waiting else ""


def writing_problem() -> str:
    """Say why nothing can be recorded; empty if a trial write was committed. It changes no table."""
    problem = reading_problem()
    if problem:
        return problem
    try:
        if is_replica():
            return "database is a replica, which cannot be written"
        _write()
    except Error:
        return "database cannot be written: is its disk full, or a lock held?"
    return ""


class WritingProblem:
    """Answers like `writing_problem`, and writes at most once in `GOOD_FOR` seconds, however many ask."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._answer, self._until = "", 0.0

    def __call__(self) -> str:
        with self._lock:
            if time.monotonic() >= self._until:
                self._answer = writing_problem()
                self._until = time.monotonic() + GOOD_FOR
            return self._answer

    def forget(self) -> None:
        """Write again when the next one asks."""
        self._answer, self._until = "", 0.0


recent_writing_problem = WritingProblem()


def is_replica() -> bool:
    """Whether the database only repeats another one. Raises `Error`."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery()")
        return bool(cursor.fetchone()[0])


def _write() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # An empty message in the write-ahead log, which its commit brings to the disk.
            cursor.execute("SELECT pg_logical_emit_message(true, 'tenbo', '')")
            return
        patience = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        cursor.execute(f"PRAGMA busy_timeout = {PATIENCE_WITH_LOCK}")
        try:
            # A number in the file's head that SQLite leaves to programs; Tenbo and Django use it for nothing else.
            cursor.execute(f"PRAGMA user_version = {int(time.time()) % 2**31}")
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {patience}")


@cache
def known_migrations() -> frozenset[tuple[str, str]]:
    """Return app and name of each migration of this program.

    Cached, because reading them takes a good part of a second.
    """
    return frozenset(MigrationLoader(None).disk_migrations)
