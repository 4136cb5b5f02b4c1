"""Finds out why servers that are configured in the settings do not answer. The reasons are only for the terminal,
because they may name hosts and users."""

import smtplib
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core import mail
from django.db import Error, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from tournament.core.replica.routing import REPLICA, has_replica
from tournament.core.replica.servers import position_of_primary, position_of_replica
from tournament.core.threads.interruption import was_interrupted
from tournament.operation.generations import moment_of, newest_of
from tournament.operation.store import StoreProblem, opened_store

FOLLOWS_WITHIN = 3.0
"""Seconds within which a replica must have applied the changes that the primary has written."""


def database_problem() -> str:
    """Return the error message of a connection attempt to PostgreSQL; empty if the attempt succeeds or if the site uses
    SQLite."""
    return _problem_of(connection) if connection.vendor == "postgresql" else ""


def _problem_of(server: BaseDatabaseWrapper) -> str:
    import psycopg

    params = server.get_connection_params()
    for only_djangos in ("context", "cursor_factory", "prepare_threshold"):
        params.pop(only_djangos, None)
    try:
        psycopg.connect(**params).close()
    except psycopg.Error as error:
        if "," in params.get("host", ""):
            return "; ".join(_states_of_servers(params))
        return " ".join(str(error).split()).rstrip(".")
    return ""


def _states_of_servers(params: dict[str, Any]) -> Iterator[str]:
    """Yield the answer of each server, such as that it is a replica, if the database's address names several
    servers."""
    import psycopg

    hosts, ports = params["host"].split(","), str(params.get("port", "")).split(",")
    if len(ports) < len(hosts):
        ports = ports[:1] * len(hosts)
    for host, port in zip(hosts, ports, strict=True):
        one = {**params, "host": host, "port": port, "target_session_attrs": "any"}
        try:
            with psycopg.connect(**one) as server:
                is_replica = server.execute("SELECT pg_is_in_recovery()").fetchone() == (True,)
        except psycopg.Error as error:
            state = f"does not answer ({str(error).splitlines()[0].rpartition('failed: ')[2].rstrip('.')})"
        else:
            state = "is a replica, so it only reads: promote it if no other can be written" if is_replica else "answers"
        yield f"{host}:{port or 5432} {state}"


def role_logged_with_values() -> str:
    """Return the role of this site if PostgreSQL writes a failing statement of the role into its log, or its details,
    which contain values; empty if it does not, or on SQLite. Raises `Error`."""
    if connection.vendor != "postgresql":
        return ""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT quote_ident(current_user) WHERE current_setting('log_min_error_statement') <> 'panic'"
            " OR current_setting('log_error_verbosity') <> 'terse'"
        )
        row = cursor.fetchone()
    return row[0] if row else ""


def replica_problem() -> str:
    """Return the reason why the replica cannot be read; empty if it can be read, or if there is no replica."""
    if not has_replica():
        return ""
    try:
        primary = position_of_primary()
        replica = position_of_replica()
        if replica is None:
            return "it is no replica but can be written: it is DATABASE_URL's server itself, or was promoted"
        if replica.log.system != primary.log.system:
            return "it is a replica of another server than that of DATABASE_URL"
        if replica.log.database != primary.log.database:
            return "it names another database of the server than DATABASE_URL"
        if replica.log.timeline != primary.log.timeline:
            return "it follows a former primary, or has made no checkpoint since a promotion, which takes minutes"
        deadline = time.monotonic() + FOLLOWS_WITHIN
        while replica is not None and replica.reached < primary.reached:
            if time.monotonic() > deadline:
                return "it does not follow: its replay is paused, or it cannot reach the primary"
            time.sleep(0.05)
            replica = position_of_replica()
    except Error as error:
        if was_interrupted():
            raise
        return _problem_of(connections[REPLICA]) or " ".join(str(error).split()).rstrip(".")
    return ""


def address_of_replica() -> str:
    """Return host and port of DATABASE_REPLICA_URL; empty without a replica."""
    if not has_replica():
        return ""
    replica = connections[REPLICA].settings_dict
    return f"{replica['HOST'] or 'localhost'}:{replica['PORT'] or 5432}"


def mail_problem() -> str:
    """Return the reason why the site cannot connect to the mail server and log in to it; empty if it can, or if there
    is no mail server."""
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
    """Return the names and sizes of the backups in TENBO_BACKUP_STORE, the newest first; empty without a store. Raises
    `StoreProblem`."""
    if not settings.TENBO_BACKUP_STORE:
        return {}
    with opened_store(settings.TENBO_BACKUP_STORE) as store:
        return store.sizes()


def store_problem() -> tuple[str, timedelta | None]:
    """Return the reason why the store of backups cannot be listed ("" if it can), and the time since the newest backup
    in the store."""
    try:
        newest = newest_of(store_contents(), timezone.now())
    except StoreProblem as error:
        return str(error), None
    moment = moment_of(newest)
    return "", timezone.now() - moment if moment else None
