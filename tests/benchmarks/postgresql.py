"""A PostgreSQL for measurements: it waits for the disk, as in earnest."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.databases import cleanup, start_postgresql


@contextmanager
def real_postgresql(folder: Path) -> Iterator[str]:
    """The tests' PostgreSQL with fsync on; yields its address."""
    with cleanup:
        url = start_postgresql(folder)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET fsync = on")
            connection.execute("SELECT pg_reload_conf()")
        yield url
