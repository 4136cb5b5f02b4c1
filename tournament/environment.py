"""Functions that read environment variables for `settings`: texts, switches, numbers, choices, databases, secrets
and folders."""

import os
import secrets
import tempfile
import zoneinfo
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
from django.core.exceptions import ImproperlyConfigured
from platformdirs import user_data_path
from psycopg.conninfo import conninfo_to_dict

PROJECT = Path(__file__).resolve().parent.parent
"""The folder of the project, or of the installed packages."""


def site_files() -> Path:
    """Return the folder with templates, static files, translations and rules pages, in the project or the wheel."""
    return PROJECT if _is_project() else PROJECT / "tournament" / "site_files"


def default_var() -> Path:
    """Return the default of TENBO_VAR: var/ in the project; if Tenbo is installed, the system's user data folder."""
    return PROJECT / "var" if _is_project() else user_data_path("tenbo", appauthor=False)


def _is_project() -> bool:
    return (PROJECT / "manage.py").exists()


def text(name: str, default: str = "") -> str:
    """Return the value of a variable, without spaces at its ends; `default` if it is empty or not set."""
    return os.environ.get(name, "").strip() or default


def items(name: str) -> list[str]:
    """Return the items of a list in a variable, in which they are separated by commas."""
    return [part.strip() for part in text(name).split(",") if part.strip()]


def switch(name: str) -> bool:
    """Whether a switch is on. Raises ImproperlyConfigured unless it is 1, yes, true, 0, no, false or not set."""
    value = text(name, "0").lower()
    if value not in {"0", "1", "no", "yes", "false", "true"}:
        raise ImproperlyConfigured(f"{name} is a switch: say 1 or 0, not {value!r}")
    return value in {"1", "yes", "true"}


def number(name: str, default: int) -> int:
    """Return the value of a variable as a whole number. Raises ImproperlyConfigured if it is not a whole number."""
    value = text(name, str(default))
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name} is a number, not {value!r}")
    return int(value)


def choice(name: str, *choices: str) -> str:
    """Return the value of a variable, by default the first choice. Raises ImproperlyConfigured if it is none of these
    choices."""
    value = text(name, choices[0])
    if value not in choices:
        raise ImproperlyConfigured(f"{name} is one of {', '.join(choices)}, not {value!r}")
    return value


def site_address(name: str) -> str:
    """Return the site's URL in this variable, without the last slash. Raises ImproperlyConfigured if it is not a URL or
    has a path."""
    value = text(name).rstrip("/")
    parts = urlsplit(value)
    if value and (parts.scheme not in {"http", "https"} or not parts.hostname or parts.path):
        raise ImproperlyConfigured(f"{name} is like https://tenbo.example.org, not {value!r}")
    return value


def contact(name: str) -> str:
    """Return the contact in this variable. Raises ImproperlyConfigured if it is no https:, mailto: or tel: address."""
    value = text(name)
    if value and urlsplit(value).scheme not in {"https", "mailto", "tel"}:
        raise ImproperlyConfigured(f"{name} is like mailto:me@example.org, not {value!r}")
    return value


PATIENCE_WITH_DATABASE: dict[str, int] = {
    "connect_timeout": 3,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""Default options of a PostgreSQL connection, which DATABASE_URL may override: in seconds, the last in milliseconds."""


def postgresql(name: str, *, pool: int, patience: Mapping[str, int] = PATIENCE_WITH_DATABASE) -> dict[str, Any]:
    """Return Django's settings for the PostgreSQL database whose URL is in this variable.

    libpq parses the URL, so it may name several servers: postgresql://user@one,two/name?target_session_attrs=… `pool`
    is the most connections that a process may have; 0 means that each request opens its own connection. The URL may
    override the options of `patience`. Raises ImproperlyConfigured."""
    address = text(name)
    form = f"{name} is for PostgreSQL: postgresql://user:password@host:5432/name"
    if not address.startswith(("postgresql://", "postgres://")):
        raise ImproperlyConfigured(form)
    try:
        fields: dict[str, Any] = dict(conninfo_to_dict(address))
    except psycopg.ProgrammingError:
        fields = {}  # the error's text may contain the password
    parts = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host", "PORT": "port"}
    database = {django: str(fields.pop(libpq, "")) for django, libpq in parts.items()}
    is_complete = database["NAME"] and all(port.isdecimal() for port in database["PORT"].split(",") if port)
    if not is_complete or _has_unquoted_password(address):
        raise ImproperlyConfigured(f"{form}. In a password write %40 for @, %2F for /, %3A for :, %3F for ?, %25 for %")
    options = {**patience, **fields}
    if pool:
        wait = patience["connect_timeout"]
        # A connection that cannot be made is tried again by the next request, not after a growing pause.
        options["pool"] = {"min_size": min(2, pool), "max_size": pool, "timeout": wait, "reconnect_timeout": 0}
    # Under ASGI Django must not keep connections itself (CONN_MAX_AGE 0), because the pool does.
    return {"ENGINE": "tournament.core.postgresql", **database, "OPTIONS": options, "CONN_MAX_AGE": 0}


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
    return {"default": primary, "replica": {**replica, "ANSWERS_WITHIN": 3.0}}  # seconds for each statement


SHORTEST_SECRET = 20
"""Minimum number of characters of a secret key."""


def sqlite(var: Path) -> dict[str, Any]:
    """Return Django's settings for the SQLite database in this folder."""
    return {
        "ENGINE": "tournament.core.sqlite",
        "NAME": var / "tenbo.sqlite3",
        "OPTIONS": {
            # Each transaction first waits for the write lock. Otherwise one that reads before it writes would fail at
            # once with "database is locked" if another phone wrote in between.
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


def origins(name: str) -> list[str]:
    """Return the origins in a variable, such as https://tenbo.example.org, separated by commas; "none" is allowed too,
    and matches no URL. Raises ImproperlyConfigured for anything else."""
    found = [origin.rstrip("/").lower() for origin in items(name)]
    for origin in found:
        parts = urlsplit(origin)
        if origin != "none" and (parts.scheme not in {"http", "https"} or origin != f"{parts.scheme}://{parts.netloc}"):
            raise ImproperlyConfigured(f"{name} is like https://tenbo.example.org, not {origin!r}")
    return found


def secret(name: str, path: Path) -> str:
    """Return the secret key in this variable, or else in this file. Raises ImproperlyConfigured if it is too short."""
    value, place = text(name), name
    if not value:
        value, place = secret_in(path), str(path)
    if len(value) < SHORTEST_SECRET:
        raise ImproperlyConfigured(
            f"{place} holds {len(value)} characters, and a secret key has {SHORTEST_SECRET} or more."
            " Make one: python3 -c 'import secrets; print(secrets.token_urlsafe(64))'"
        )
    return value


def former_secrets(name: str, path: Path) -> list[str]:
    """Return the former secret keys, newest first: in this variable, separated by spaces; in this file, one a line."""
    stored = path.read_text(encoding="ascii").split() if path.exists() else []
    return text(name).split() + stored


def replace_secret(path: Path, former: Path) -> None:
    """Replace the secret in the file `path` by a new one, and put the old one first in the file `former`."""
    for target, lines in ((former, [secret_in(path), *former_secrets("", former)]), (path, [new_secret()])):
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write("\n".join(lines))
        Path(draft).replace(target)  # the former ones first, so that no key is lost if the process dies in between


def folder(name: str, default: Path) -> Path:
    """Return the folder in this variable, created if needed. Raises ImproperlyConfigured if it is not writable."""
    path = Path(text(name, str(default))).resolve()
    try:
        path.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path).close()
    except OSError as error:
        raise ImproperlyConfigured(f"{name} is {path}, where nothing can be written: {error.strerror}") from error
    return path


def new_secret() -> str:
    return secrets.token_urlsafe(64)


def private_folder(path: Path) -> None:
    """Create a folder that only its owner may open. If this user already has the folder, restrict it to its owner."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = path.stat()
    if folder.st_mode & 0o077 and hasattr(os, "getuid") and folder.st_uid == os.getuid():
        path.chmod(0o700)


def secret_in(path: Path, make: Callable[[], str] = new_secret) -> str:
    """Read the secret in this file. If there is no file, create one that only its owner can read."""
    if not path.exists():
        # Two processes may start at once. Each writes a draft of its own (0600 by mkstemp), and the one that links it
        # first wins. So nobody reads half a key, and all read the same one.
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(make())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            Path(draft).unlink()
    return path.read_text(encoding="ascii").strip()


def time_zone(name: str) -> str:
    """Return the time zone in this variable, by default this computer's. Raises ImproperlyConfigured if unknown."""
    value = text(name)
    if value and value not in zoneinfo.available_timezones():
        raise ImproperlyConfigured(f"{name} is like Europe/Prague, not {value!r}")
    return value or time_zone_here()


def time_zone_here() -> str:
    """Return the time zone of this computer, from the link /etc/localtime of Linux and macOS; UTC if there is none."""
    try:
        link = str(Path("/etc/localtime").readlink())
    except OSError:
        return "UTC"
    zone = link.partition("zoneinfo/")[2]
    return zone if zone in zoneinfo.available_timezones() else "UTC"


def backup_store(name: str) -> str:
    """Return the address of an S3-compatible store in this variable, without a slash at its end. The message of
    ImproperlyConfigured does not contain a wrong value, because somebody may have written a key into it."""
    value = text(name).rstrip("/")
    try:
        address = urlsplit(value)
        has_host = address.scheme in {"https", "http"} and bool(address.hostname) and address.port != 0
        is_store = has_host and bool(address.path.strip("/")) and not set("@?#") & set(value)
    except ValueError:  # an impossible port or host
        is_store = False
    if value and not is_store:
        raise ImproperlyConfigured(
            f"{name} is like https://s3.example.org/bucket/prefix. The key is no part of it: AWS_ACCESS_KEY_ID and"
            " AWS_SECRET_ACCESS_KEY"
        )
    return value
