"""Starts a process. If the configuration is invalid, the process ends with one sentence."""

import logging
import os
import sqlite3
import sys
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from django.core.exceptions import ImproperlyConfigured

SETTINGS = "tournament.settings"
NEVER_RIGHT = (
    "authentication failed",
    "does not exist",
    "no pg_hba.conf entry",
    "translate host name",
    "resolve host",
    "Name or service not known",
)
"""Parts of libpq's messages for errors that do not go away by waiting: a wrong password, user, database or host."""

logger = logging.getLogger(__name__)

Result = TypeVar("Result")


def configured(act: Callable[[], Result]) -> Result:
    """Return the result of `act`, which loads the settings. If a setting is wrong, end the process with a sentence
    about the wrong setting."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    try:
        return act()
    except ImproperlyConfigured as error:
        stop(str(error))


def stop(reason: str) -> NoReturn:
    sys.exit(f"Tenbo does not start. {reason}")


def check_database() -> None:
    """End the process if the configuration of the database is wrong. If the database cannot be reached, only a warning
    is printed."""
    from django.db import connection

    if connection.vendor == "sqlite":
        reason = _problem_of_file(str(connection.settings_dict["NAME"]))
    else:
        reason = _problem_of_server(connection.get_connection_params())
    if reason:
        stop(reason)


def _problem_of_file(name: str) -> str:
    try:
        database = sqlite3.connect(name, timeout=1)
        try:
            database.execute("PRAGMA schema_version").fetchone()
        finally:
            database.close()
    except sqlite3.OperationalError as error:
        return "" if "locked" in str(error) else f"The database {name} cannot be opened: {error}."
    except sqlite3.DatabaseError as error:
        return f"The database {name} cannot be read: {error}."
    return ""


def _problem_of_server(params: dict[str, Any]) -> str:
    import psycopg

    for only_djangos in ("context", "cursor_factory", "prepare_threshold"):
        params.pop(only_djangos, None)
    try:
        psycopg.connect(**params).close()
    except psycopg.OperationalError as error:
        reason = " ".join(str(error).split())
        if any(words in reason for words in NEVER_RIGHT):
            return f"DATABASE_URL is wrong: {reason}"
        logger.warning("The database does not answer yet, and is tried again with each request: %s", reason)
    return ""
