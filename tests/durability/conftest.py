"""Sites on throwaway databases, of whichever kind the suite runs on."""

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
    """The address of a PostgreSQL database made for this block; empty on SQLite, where a site's folder has it."""
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
    """A site that never serves, to make copies of; and its tables."""
    folder = tmp_path_factory.mktemp("prepared")
    with fresh_database() as url, site(folder, url) as made:
        yield folder, url.rpartition("/")[2], made.run(PREPARE, str(TABLES))


@pytest.fixture
def own_site(prepared, tmp_path):
    """`own_site(application)` is a site with four tables and nothing played."""
    folder, template, _tables = prepared
    shutil.copytree(folder, tmp_path / "var")

    @contextmanager
    def open_site(application: str = "tournament.asgi:application") -> Iterator[Site]:
        with fresh_database(template) as url, site(tmp_path / "var", url, application) as made:
            yield made

    return open_site


@pytest.fixture
def phones(prepared):
    """`phones(site)` is one at each table."""
    bought: list[Phone] = []

    def buy(made: Site) -> list[Phone]:
        bought.extend(Phone(made.port, *table) for table in prepared[2])
        return bought

    yield buy
    for phone in bought:
        phone.close()


@pytest.fixture
def recorded(tmp_path):
    """`recorded(site)` lists the keys of the hands that a dead site left behind, changing nothing there."""

    def read(made: Site) -> list[str]:
        query = "SELECT key FROM tournament_hand WHERE superseded_by_id IS NULL"
        if chosen_database() == "postgresql":
            with psycopg.connect(made.environment["DATABASE_URL"]) as connection:
                return [str(key) for (key,) in connection.execute(query)]
        # A copy: whoever opens the file after a crash repairs it, and that is for Tenbo to do.
        copy = tmp_path / f"copy-{uuid4()}"
        copy.mkdir()
        for file in (tmp_path / "var").glob("tenbo.sqlite3*"):
            if not file.name.endswith("-shm"):
                shutil.copy(file, copy)
        with closing(sqlite3.connect(copy / "tenbo.sqlite3")) as connection:
            return [str(UUID(key)) for (key,) in connection.execute(query)]

    return read
