"""Django's settings of the databases, from environment variables: PostgreSQL with its replica, or SQLite.

psycopg is imported only for PostgreSQL: with SQLite, every command and server starts a tenth faster without it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from django.core.exceptions import ImproperlyConfigured

from tournament.environment import text

PATIENCE_WITH_DATABASE: dict[str, int] = {
    "connect_timeout": 3,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""Default options of a PostgreSQL connection, which DATABASE_URL may override. Times are in seconds, except the last,
which is in milliseconds."""

POOL = 40
"""The most PostgreSQL connections of one process. Up to 22 of them may be held by requests of one owner that wait for
the lock of the owner's event (`live.lanes.lanes`); the others remain for the hands of other events."""


def postgresql(name: str, *, pool: int, patience: Mapping[str, int] = PATIENCE_WITH_DATABASE) -> dict[str, Any]:
    """Return Django's settings for the PostgreSQL database whose URL is in this variable.

    libpq parses the URL, so it may name several servers: postgresql://user@one,two/name?target_session_attrs=… `pool`
    is the most connections that a process may have; 0 means that each request opens its own connection. The URL may
    override the options of `patience`. Raises ImproperlyConfigured."""
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    address = text(name)
    form = f"{name} is for PostgreSQL: postgresql://user:password@host:5432/name"
    if not address.startswith(("postgresql://", "postgres://")):
        raise ImproperlyConfigured(form)
    if unknown := _unknown_options(address):
        raise ImproperlyConfigured(f"{name} has an option that PostgreSQL does not know: {', '.join(unknown)}")
    try:
        fields: dict[str, Any] = dict(conninfo_to_dict(address))
    except ProgrammingError:
        fields = {}  # the error's text may contain the password
    parts = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host", "PORT": "port"}
    database = {django: str(fields.pop(libpq, "")) for django, libpq in parts.items()}
    has_ports = all(port.isdecimal() for port in database["PORT"].split(",") if port)
    if not any(database.values()) or not has_ports or _has_unquoted_password(address):
        raise ImproperlyConfigured(f"{form}. In a password write %40 for @, %2F for /, %3A for :, %3F for ?, %25 for %")
    if not database["NAME"]:
        raise ImproperlyConfigured(f"{form}. This one names no database after the host")
    options = {**patience, **fields}
    if pool:
        wait = patience["connect_timeout"]
        # A connection that cannot be made is tried again by the next request, not after a growing pause.
        options["pool"] = {"min_size": min(2, pool), "max_size": pool, "timeout": wait, "reconnect_timeout": 0}
    # Under ASGI Django must not keep connections itself (CONN_MAX_AGE 0), because the pool does.
    return {"ENGINE": "tournament.core.postgresql", **database, "OPTIONS": options, "CONN_MAX_AGE": 0}


def _unknown_options(address: str) -> list[str]:
    """Return the names of a URL's options that libpq does not know. The result is empty if the options may be part of
    an unquoted password, which must not be shown."""
    from psycopg import pq

    options = address.partition("?")[2]
    if _has_unquoted_password(address):
        return []
    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    return [name for name, _value in parse_qsl(options, keep_blank_values=True) if name not in known]


def _has_unquoted_password(address: str) -> bool:
    """Whether a URL's password has a character, such as "@", that libpq takes for the end of the password."""
    before_options, _mark, options = address.partition("://")[2].partition("?")
    login = before_options.rpartition("@")[0]
    return bool(set("@/") & set(login)) or ("@" in options and "@" not in before_options)


SHORT_PATIENCE_WITH_REPLICA: dict[str, int] = {
    "connect_timeout": 1,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 2,
    "tcp_user_timeout": 3_000,
}
"""Default options of the connection to a replica. They are short, because the primary can always answer instead."""


def databases(name: str, of_replica: str, var: Path, *, pool: int) -> dict[str, dict[str, Any]]:
    """Return Django's DATABASES: PostgreSQL with the URL in the variable `name`, and its replica with the URL in
    `of_replica`. Without a URL the database is SQLite in the folder `var`, without a replica. Raises
    ImproperlyConfigured."""
    if not text(name):
        if text(of_replica):
            raise ImproperlyConfigured(f"{of_replica} needs {name}: SQLite, which is used without it, has no replicas")
        return {"default": sqlite(var)}
    primary = postgresql(name, pool=pool)
    if not text(of_replica):
        return {"default": primary}
    replica = postgresql(of_replica, pool=pool, patience=SHORT_PATIENCE_WITH_REPLICA)
    return {"default": primary, "replica": {**replica, "ANSWERS_WITHIN": 3.0}}  # how many seconds a statement may take


def sqlite(var: Path) -> dict[str, Any]:
    """Return Django's settings for the SQLite database in this folder."""
    return {
        "ENGINE": "tournament.core.sqlite",
        "NAME": var / "tenbo.sqlite3",
        "OPTIONS": {
            # Each transaction first waits for the write lock. Otherwise a transaction that reads before it writes would
            # fail at once with "database is locked" if another phone wrote in between.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # FULL: a hand that was confirmed survives a power cut.
            # secure_delete: deleted data is overwritten with zeros.
            "init_command": (
                "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA foreign_keys=ON;PRAGMA secure_delete=ON;"
            ),
        },
        # Seconds for which a thread of the server keeps its connection (`live.threads`). Not for ever, because a
        # connection reads the statistics of tables only when it is opened.
        "CONN_MAX_AGE": 60,
        # A file, because each thread of a live server opens its own connection, and an in-memory database cannot be
        # shared.
        "TEST": {"NAME": var / "test.sqlite3"},
    }
