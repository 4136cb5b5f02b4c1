"""Why the servers that the settings name do not answer. For the terminal alone: a reason may name hosts and users."""

import smtplib
from datetime import timedelta

import psycopg
from django.conf import settings
from django.core import mail
from django.db import connection
from django.utils import timezone

from tournament.operation.generations import moment_of
from tournament.operation.store import StoreProblem, opened_store


def database_problem() -> str:
    """What PostgreSQL's library says of a connection; empty if one can be made, and for SQLite."""
    if connection.vendor != "postgresql":
        return ""
    params = connection.get_connection_params()
    for only_djangos in ("context", "cursor_factory", "prepare_threshold"):
        params.pop(only_djangos, None)
    try:
        psycopg.connect(**params).close()
    except psycopg.Error as error:
        return " ".join(str(error).split()).rstrip(".")
    return ""


def mail_problem() -> str:
    """Why nobody can connect to the mail server and log in there; empty if that works, and without a mail server."""
    if not settings.EMAIL_HOST:
        return ""
    try:
        server = mail.get_connection()
        server.open()
        server.close()
    except (OSError, smtplib.SMTPException) as error:
        return str(error) or type(error).__name__
    return ""


def store_contents() -> dict[str, int]:
    """The names and sizes of the backups in TENBO_BACKUP_STORE, the newest first; empty without a store. Raises
    `StoreProblem`."""
    if not settings.TENBO_BACKUP_STORE:
        return {}
    with opened_store(settings.TENBO_BACKUP_STORE) as store:
        return store.sizes()


def store_problem() -> tuple[str, timedelta | None]:
    """Why the store of backups cannot be listed, empty if it can; and the time since the newest backup there."""
    try:
        newest = next(iter(store_contents()), "")
    except StoreProblem as error:
        return str(error), None
    moment = moment_of(newest)
    return "", timezone.now() - moment if moment else None
