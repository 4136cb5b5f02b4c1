"""The database wrapper that `settings` names as its engine.

Django's own check of pooled connections waits longer after each broken connection: with five broken ones a visitor
waits 20 seconds. With this wrapper the first broken connection empties the pool, and the next connection is new.
"""

import time
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from django.db.backends.postgresql import base

DRAIN_AGAIN_AFTER = 1.0
"""Minimum seconds between two drains of the pool, when several requests get broken connections at once."""

_lock = Lock()
_drained_at: "WeakKeyDictionary[Any, float]" = WeakKeyDictionary()


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Open a connection, or take a tested one from the pool."""
        connection = super().get_new_connection(conn_params)
        if self.pool is None or works(connection):
            return connection
        self.pool.putconn(connection)
        drain(self.pool)
        return super().get_new_connection(conn_params)


def works(connection: Any) -> bool:
    try:
        connection.execute("")
    except psycopg.Error:
        return False
    return True


def drain(pool: Any) -> None:
    """Replace all connections of the pool, because the server was probably restarted."""
    with _lock:
        if time.monotonic() < _drained_at.get(pool, float("-inf")) + DRAIN_AGAIN_AFTER:
            return
        _drained_at[pool] = time.monotonic()
    pool.drain()
