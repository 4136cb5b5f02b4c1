"""A PostgreSQL for measurements, which waits for the disk as in production."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.databases import cleanup, start_postgresql


@contextmanager
def real_postgresql(folder: Path) -> Iterator[str]:
    """Start the PostgreSQL of the tests with fsync switched on, and yield its URL."""
    with cleanup:
        url = start_postgresql(folder)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET fsync = on")
            connection.execute("SELECT pg_reload_conf()")
        yield url
