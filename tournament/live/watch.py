"""The watcher: it detects every change of a tournament, whichever process made it, and publishes the change to the hub.

PostgreSQL sends notifications (LISTEN). SQLite is polled ten times a second: first `data_version`, a number that
changes with every write and takes microseconds to read. Only if it has changed are the versions of the tournaments
read.
"""

import asyncio
import logging
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection

from tournament.core.actions.journal import CHANNEL
from tournament.live.hub import Hub

POLL_EVERY = 0.1
"""Seconds between two polls of SQLite."""

READ_EVERY = 5
"""Seconds after which the versions are read even without a notification, because a connection can fail silently."""

READ_WITHIN = 5
"""Seconds within which PostgreSQL must answer the query for the versions."""

RETRY_AFTER = 2
"""Seconds until the next attempt after the database failed."""

VERSIONS = "SELECT id, version FROM tournament_tournament"

logger = logging.getLogger(__name__)


async def watch(hub: Hub) -> None:
    """Publish changes of tournaments until the task is cancelled. After a database error, connect again and publish the
    changes that were missed."""
    follow = _listen if connection.vendor == "postgresql" else _poll
    while True:
        try:
            await follow(hub)
        except (connection.Database.Error, OSError) as error:  # type: ignore[attr-defined]
            logger.warning("Open pages are not told of changes: %s", str(error) or type(error).__name__)
            hub.lost()
            await asyncio.sleep(RETRY_AFTER)


async def _listen(hub: Hub) -> None:
    import psycopg

    params = connection.get_connection_params()
    for only_djangos in ("context", "cursor_factory", "prepare_threshold"):
        params.pop(only_djangos, None)
    async with await psycopg.AsyncConnection.connect(autocommit=True, **params) as listener:
        await listener.execute(f"LISTEN {CHANNEL}")
        is_first = True
        while True:
            async with asyncio.timeout(READ_WITHIN):
                rows = await (await listener.execute(VERSIONS)).fetchall()
            hub.read(dict(rows), after_a_gap=is_first)
            is_first = False
            hub.ready()
            async for notification in listener.notifies(timeout=READ_EVERY):
                pk, _, version = notification.payload.partition(" ")
                hub.publish(int(pk), int(version))


async def _poll(hub: Hub) -> None:
    reader, last_mark = _open_sqlite(), None
    # In a thread, so that a slow disk delays no stream.
    thread = ThreadPoolExecutor(max_workers=1)
    try:
        while True:
            mark, rows = await asyncio.get_running_loop().run_in_executor(thread, _read_changed, reader, last_mark)
            if mark != last_mark:
                hub.read(dict(rows), after_a_gap=last_mark is None)
                last_mark = mark
            hub.ready()
            await asyncio.sleep(POLL_EVERY)
    finally:
        # Queued behind a read that may still run: closing the connection during a read would crash the process.
        thread.submit(reader.close)
        thread.shutdown(wait=False)


def _open_sqlite() -> sqlite3.Connection:
    name = connection.settings_dict["NAME"]
    return sqlite3.connect(name, timeout=5, isolation_level=None, check_same_thread=False)


def _read_changed(reader: sqlite3.Connection, last_mark: int | None) -> tuple[int, list[Any]]:
    """Return SQLite's `data_version`, which changes when another connection writes, and the rows of all versions. If
    `data_version` is still `last_mark`, no rows are read."""
    (mark,) = reader.execute("PRAGMA data_version").fetchone()
    return mark, [] if mark == last_mark else reader.execute(VERSIONS).fetchall()
