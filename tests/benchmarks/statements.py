"""Notes the SQL statements of a request, and repeats them on a copy of the database, without Django."""

import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from tests.benchmarks.postgresql import real_postgresql
from tests.running_site import Site, site

OF_TRANSACTIONS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


class Statement(NamedTuple):
    sql: str
    values: Any
    many: bool


class CopiedSite(NamedTuple):
    """Three equal copies of a site: in the first, statements are noted; the second has a running server; the third is a
    database that is used without Django.

    `bare` is the third: the path of its SQLite file, or the URL of its PostgreSQL database.
    """

    noted: Site
    served: Site
    bare: str
    prepared: Any


@contextmanager
def copied_site(prepare: str, *arguments: str, postgresql: bool, folder: Path) -> Iterator[CopiedSite]:
    """Run the code `prepare` in a new site, copy the site twice, and start the server."""
    with ExitStack() as open_now:
        url = open_now.enter_context(real_postgresql(folder / "pg")) if postgresql else ""
        first = folder / "noted"
        first.mkdir(mode=0o700)
        noted = Site(first, url)
        noted.environment["TENBO_SLOW_QUERY"] = "0"
        prepared = noted.run(prepare, *arguments)
        for name in ("served", "bare"):
            shutil.copytree(first, folder / name)
            if url:
                with closing(psycopg.connect(_beside(url, "template1"), autocommit=True)) as connection:
                    connection.execute(f"CREATE DATABASE {name} TEMPLATE postgres")
        served = open_now.enter_context(site(folder / "served", _beside(url, "served") if url else ""))
        served.log = folder / "server.log"
        served.start(TENBO_SLOW_QUERY="0")
        bare = _beside(url, "bare") if url else str(folder / "bare" / "tenbo.sqlite3")
        yield CopiedSite(noted, served, bare, prepared)


def _beside(url: str, name: str) -> str:
    """Return the URL of the database `name` on the same server."""
    return url.removesuffix("postgres") + name


def noted(call: Callable[[], Any]) -> tuple[Any, list[Statement], float]:
    """Call `call`. Return its result, its SQL statements, and the seconds that these took. Runs in a process of the
    site."""
    from django.db import connection

    statements: list[Statement] = []
    seconds = 0.0

    def note(execute: Callable[..., Any], sql: str, values: Any, many: bool, context: dict[str, Any]) -> Any:
        nonlocal seconds
        if not sql.startswith(OF_TRANSACTIONS):
            statements.append(Statement(sql, list(values) if many else values, many))
        began = time.perf_counter()
        try:
            return execute(sql, statements[-1].values if many else values, many, context)
        finally:
            seconds += time.perf_counter() - began

    with connection.execute_wrapper(note):
        answer = call()
    return answer, statements, seconds


class BareDatabase:
    """A connection by the database's own driver, with the options that Tenbo uses."""

    def __init__(self, address: str) -> None:
        self.is_postgresql = address.startswith("postgresql:")
        self._connection: Any
        if self.is_postgresql:
            self._connection = psycopg.connect(address, autocommit=True)
        else:
            from django.conf import settings
            from django.db.backends.sqlite3 import _functions  # type: ignore[attr-defined]

            self._connection = sqlite3.connect(address, isolation_level=None)
            self._connection.executescript(settings.DATABASES["default"]["OPTIONS"]["init_command"])
            _functions.register(self._connection)

    def seconds(self, statements: Sequence[Statement]) -> float:
        """Return how many seconds these statements take in one transaction, including the reading of their results."""
        mark = "%s" if self.is_postgresql else "?"
        texts = [
            each.sql if self.is_postgresql else each.sql.replace("%s", mark).replace("%%", "%") for each in statements
        ]
        cursor = self._connection.cursor()
        began = time.perf_counter()
        cursor.execute("BEGIN" if self.is_postgresql else "BEGIN IMMEDIATE")
        for text, (_sql, values, many) in zip(texts, statements, strict=True):
            (cursor.executemany if many else cursor.execute)(text, values or ())
            if cursor.description:
                cursor.fetchall()
        cursor.execute("COMMIT")
        return time.perf_counter() - began
