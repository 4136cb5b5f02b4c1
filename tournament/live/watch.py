"""Hears of every change of a tournament, by whichever process, and tells the hub.

PostgreSQL says so by itself (LISTEN). SQLite is looked at ten times a second: a number that says whether anybody
wrote costs microseconds, and the versions are read only then.
"""

import asyncio
import logging
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
from django.db import connection

from tournament.core.actions.publish import CHANNEL
from tournament.live.hub import Hub

LOOK_EVERY = 0.1
"""Seconds between two looks at SQLite."""

MISTRUST = 30
"""Seconds after which the versions are read though nothing was said: a connection can die without a word."""

TRY_AGAIN = 2
"""Seconds after which a database that did not answer is tried again."""

GONE = 2**53 - 1
"""The version of a tournament that is there no more: newer than any, and still a number in a browser."""

VERSIONS = "SELECT id, version FROM tournament_tournament"

logger = logging.getLogger(__name__)


async def watch(hub: Hub) -> None:
    """Until it is cancelled. A database that does not answer is tried again, and what was missed is told then."""
    look = _listen if connection.vendor == "postgresql" else _poll
    while True:
        try:
            await look(hub)
        except (psycopg.Error, sqlite3.Error, OSError) as error:
            logger.warning("Open pages are not told of changes: %s", error)
            await asyncio.sleep(TRY_AGAIN)


async def _listen(hub: Hub) -> None:
    params = connection.get_connection_params()
    for only_djangos in ("context", "cursor_factory", "prepare_threshold"):
        params.pop(only_djangos, None)
    async with await psycopg.AsyncConnection.connect(autocommit=True, **params) as listener:
        await listener.execute(f"LISTEN {CHANNEL}")
        while True:
            _tell_all(hub, await (await listener.execute(VERSIONS)).fetchall())
            hub.ready()
            async for heard in listener.notifies(timeout=MISTRUST):
                pk, _, version = heard.payload.partition(" ")
                hub.publish(int(pk), int(version))


async def _poll(hub: Hub) -> None:
    reader, written = _open_sqlite(), None
    # In a thread, so that a slow disk holds up no stream.
    thread = ThreadPoolExecutor(max_workers=1)
    try:
        while True:
            now, rows = await asyncio.get_running_loop().run_in_executor(thread, _look, reader, written)
            if now != written:
                written = now
                _tell_all(hub, rows)
            hub.ready()
            await asyncio.sleep(LOOK_EVERY)
    finally:
        # Behind a look that goes on when this is cancelled: a connection closed under one ends the whole process.
        thread.submit(reader.close)
        thread.shutdown(wait=False)


def _open_sqlite() -> sqlite3.Connection:
    name = connection.settings_dict["NAME"]
    return sqlite3.connect(name, timeout=5, isolation_level=None, check_same_thread=False)


def _look(reader: sqlite3.Connection, before: int | None) -> tuple[int, list[Any]]:
    """SQLite's mark of the last write by anybody else, and where it is another than before, every version."""
    (mark,) = reader.execute("PRAGMA data_version").fetchone()
    return mark, [] if mark == before else reader.execute(VERSIONS).fetchall()


def _tell_all(hub: Hub, rows: list[Any]) -> None:
    versions = dict(rows)
    for pk in hub.watched():
        hub.publish(pk, versions.get(pk, GONE))
