"""Which errors say that the database cannot be used for a while, and not that the program is wrong."""

import sqlite3

import psycopg
from django.db import InterfaceError, InternalError, OperationalError

PRIMARY_CODE = 0xFF
"""The part of SQLite's error codes that says the kind of error."""


def is_outage(error: BaseException) -> bool:
    """Whether the database is away, full, locked or read-only: the same request may succeed later."""
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        # SQLite says OperationalError of a wrong statement too.
        return isinstance(error, OperationalError) and code & PRIMARY_CODE != sqlite3.SQLITE_ERROR
    if isinstance(error, InternalError):
        return isinstance(cause, psycopg.errors.ReadOnlySqlTransaction)
    return isinstance(error, OperationalError | InterfaceError)
