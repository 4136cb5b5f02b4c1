"""Sites on temporary databases, of the kind on which the tests run."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from uuid import UUID, uuid4

import psycopg
import pytest

from tests.databases import chosen_database
from tests.phone import Phone
from tests.running_site import PREPARE, Site, site

TABLES = 4


@contextmanager
def fresh_database(template: str = "template1") -> Iterator[str]:
    """Create a PostgreSQL database for the block, and yield its URL. On SQLite yield "", because the database is in the
    site's folder."""
    if chosen_database() == "sqlite":
        yield ""
        return
    name = f"tenbo_{uuid4().hex}"
    server = os.environ["DATABASE_URL"]
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    try:
        yield f"{server.rpartition('/')[0]}/{name}"
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def prepared(tmp_path_factory):
    """Prepare a site that is only copied, never served. Yield its folder, the name of its PostgreSQL database ("" on
    SQLite), and its tables."""
    folder = tmp_path_factory.mktemp("prepared")
    with fresh_database() as url, site(folder, url) as made:
        yield folder, url.rpartition("/")[2], made.run(PREPARE, str(TABLES))


@pytest.fixture
def own_site(prepared, tmp_path):
    """Return a function: `own_site(application)` yields a new site with four tables and no hand played."""
    folder, template, _tables = prepared
    shutil.copytree(folder, tmp_path / "var")

    @contextmanager
    def open_site(application: str = "tournament.asgi:application") -> Iterator[Site]:
        with fresh_database(template) as url, site(tmp_path / "var", url, application) as made:
            yield made

    return open_site


@pytest.fixture
def phones(prepared):
    """Yield a function: `phones(site)` returns a phone for each table."""
    bought: list[Phone] = []

    def buy(made: Site) -> list[Phone]:
        bought.extend(Phone(made.port, *table) for table in prepared[2])
        return bought

    yield buy
    for phone in bought:
        phone.close()


@pytest.fixture
def recorded(tmp_path):
    """Return a function: `recorded(site)` returns the keys of the hands in the database of a killed site, without
    changing the database."""

    def read(made: Site) -> list[str]:
        query = "SELECT key FROM tournament_hand WHERE superseded_by_id IS NULL"
        if chosen_database() == "postgresql":
            with psycopg.connect(made.environment["DATABASE_URL"]) as connection:
                return [str(key) for (key,) in connection.execute(query)]
        # Read a copy: opening the database after a crash repairs it, and this must be left to Tenbo.
        copy = tmp_path / f"copy-{uuid4()}"
        copy.mkdir()
        for file in (tmp_path / "var").glob("tenbo.sqlite3*"):
            if not file.name.endswith("-shm"):
                shutil.copy(file, copy)
        with closing(sqlite3.connect(copy / "tenbo.sqlite3")) as connection:
            return [str(UUID(key)) for (key,) in connection.execute(query)]

    return read
