"""The database wrapper that `settings` names as its engine.

Django's own check of pooled connections waits longer after each broken connection: with five broken connections a
visitor waits 20 seconds. With this wrapper the first broken connection empties the pool, and the next connection is
new.

A frozen server keeps its connections open, so PostgreSQL's own library would wait for its answer without end. If a
database in `settings` has the key `ANSWERS_WITHIN`, the client stops waiting after this number of seconds.
"""

import time
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from django.db.backends.postgresql import base

from tournament.core.threads.interruption import forget_interruptions, raise_if_interrupted

DRAIN_AGAIN_AFTER = 1.0
"""Minimum seconds between two drains of the pool, when several requests get broken connections at once."""

_lock = Lock()
_drained_at: "WeakKeyDictionary[Any, float]" = WeakKeyDictionary()


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Open a connection, or take a tested connection from the pool."""
        connection = self._limited(super().get_new_connection(conn_params))
        if self.pool is None or works(connection):
            return connection
        self.pool.putconn(connection)
        drain(self.pool)
        return self._limited(super().get_new_connection(conn_params))

    def commit(self) -> None:
        raise_if_interrupted()  # if this raises, Django calls rollback
        super().commit()

    def set_autocommit(self, autocommit: bool, force_begin_transaction_with_broken_autocommit: bool = False) -> None:
        if not autocommit:
            forget_interruptions()
        super().set_autocommit(autocommit, force_begin_transaction_with_broken_autocommit)

    def _limited(self, connection: Any) -> Any:
        seconds = self.settings_dict.get("ANSWERS_WITHIN")
        if seconds:
            limit_waits(connection, seconds)
        return connection


def limit_waits(connection: Any, seconds: float) -> None:
    """Let each statement on this connection fail if the server does not answer within `seconds`. After that the
    connection is closed, because the late answer may still arrive."""
    wait = type(connection).wait

    def limited_wait(generator: Any, *_: Any, **__: Any) -> Any:
        try:
            return wait(connection, generator, timeout=seconds)
        except psycopg.OperationalError as error:
            if error.sqlstate is None:  # otherwise the server has answered, with an error
                connection.close()
            raise

    connection.wait = limited_wait


def works(connection: Any) -> bool:
    """Test a connection of the pool, and leave it in autocommit mode. A connection that was returned in the middle of a
    transaction would otherwise begin another one with the test, and Django could not use it."""
    try:
        connection.autocommit = True
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
