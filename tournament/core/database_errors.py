"""Distinguishes an outage of the database from a mistake in the program."""

import sqlite3

from django.db import InterfaceError, InternalError, OperationalError

PRIMARY_CODE = 0xFF
"""Mask for SQLite's primary result code, which is the low byte of an extended result code."""

READ_ONLY = "25006"
"""PostgreSQL's code of an error in a transaction that may only read."""

CANCELLED = "57014"
"""PostgreSQL's code of an error in a statement that was cancelled."""


def is_outage(error: BaseException) -> bool:
    """Whether the database is unreachable, full, locked or read-only, or ended a deadlock, so that the same request may
    succeed later."""
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        # A wrong statement is an OperationalError on SQLite too.
        return isinstance(error, OperationalError) and code & PRIMARY_CODE != sqlite3.SQLITE_ERROR
    if isinstance(error, InternalError):
        return getattr(cause, "sqlstate", None) == READ_ONLY
    return isinstance(error, OperationalError | InterfaceError)


def was_stopped(error: BaseException) -> bool:
    """Whether the server stopped a statement of a request that took too long (`core.threads.interruption`)."""
    cause = error.__cause__
    if getattr(cause, "sqlstate", "") == CANCELLED:
        return True
    return isinstance(cause, sqlite3.Error) and getattr(cause, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT
