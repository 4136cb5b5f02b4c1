"""The database wrapper that `settings` names as its engine.

Django's own check of pooled connections waits longer after each broken connection: with five broken connections a
visitor waits 20 seconds. With this wrapper the first broken connection empties the pool, and the next connection is
new.

A frozen server keeps its connections open, so PostgreSQL's own library would wait for its answer without end. If a
database in `settings` has the key `ANSWERS_WITHIN`, the client stops waiting after this number of seconds.

A statement computes in the server's process, where the exceptions of `core.threads.interruption` do not reach it, and
goes on when its client has gone. So the thread that waits for it cancels it.
"""

import time
from collections.abc import Callable
from functools import partial
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from django.db.backends.postgresql import base, operations

from tournament.core.threads.interruption import current, forget_interruptions, raise_if_interrupted, uninterrupted
from tournament.core.threads.json_values import InterruptibleJson

DRAIN_AGAIN_AFTER = 1.0
"""Minimum seconds between two drains of the pool, when several requests get broken connections at once."""

CANCELS_WITHIN = 1.0
"""How many seconds a thread waits until the server has received that a statement is to be cancelled."""

_lock = Lock()
_drained_at: "WeakKeyDictionary[Any, float]" = WeakKeyDictionary()


class PostgresqlOperations(InterruptibleJson, operations.DatabaseOperations):
    pass


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = PostgresqlOperations

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Open a connection, or take a tested connection from the pool."""
        connection = self._watched(super().get_new_connection(conn_params))
        if self.pool is None or works(connection):
            return connection
        self.pool.putconn(connection)
        drain(self.pool)
        return self._watched(super().get_new_connection(conn_params))

    def commit(self) -> None:
        with uninterrupted():
            raise_if_interrupted()  # if this raises, Django calls rollback
            super().commit()

    def rollback(self) -> None:
        with uninterrupted():
            super().rollback()

    def set_autocommit(self, autocommit: bool, force_begin_transaction_with_broken_autocommit: bool = False) -> None:
        if not autocommit:
            forget_interruptions()
        super().set_autocommit(autocommit, force_begin_transaction_with_broken_autocommit)

    def _watched(self, connection: Any) -> Any:
        watch_waits(connection, self.settings_dict.get("ANSWERS_WITHIN"))
        return connection


def watch_waits(connection: Any, seconds: float | None = None) -> None:
    """Let the current request be interrupted while it waits for a statement on this connection: the statement is
    cancelled, and fails.

    With `seconds`, a statement also fails if the server does not answer within this time. After that the connection is
    closed, because the late answer may still arrive.
    """
    wait = type(connection).wait

    def watched_wait(generator: Any, *_: Any, **__: Any) -> Any:
        try:
            return _wait_interruptibly(partial(wait, timeout=seconds), connection, generator)
        except psycopg.OperationalError as error:
            if error.sqlstate is None:  # otherwise the server has answered, with an error
                _cancel(connection)
                connection.close()
            raise

    connection.wait = watched_wait


def _wait_interruptibly(wait: Callable[[Any, Any], Any], connection: Any, generator: Any) -> Any:
    computation = current.get()
    if computation is None or not computation.is_of_this_thread:
        return wait(connection, generator)
    is_counted = connection.autocommit or not computation.takes_locks
    with computation.statement_of_server(is_counted=is_counted) as is_to_cancel:
        return wait(connection, _cancelled_if(is_to_cancel, connection, generator))


def _cancelled_if(is_to_cancel: Callable[[], bool], connection: Any, generator: Any) -> Any:
    """Return a generator that does as psycopg's own, and cancels the statement that it waits for. psycopg resumes it
    ten times a second."""
    try:
        awaited = next(generator)
        while True:
            ready = yield awaited
            if is_to_cancel():
                _cancel(connection)
                if connection.closed:
                    raise psycopg.OperationalError("The server did not cancel a statement in time")
            awaited = generator.send(ready)
    except StopIteration as end:
        return end.value


def _cancel(connection: Any) -> None:
    """Cancel the statement that this connection executes. If the server does not confirm it in time, close the
    connection: the server may carry out the request later, and would cancel a statement of another visitor."""
    try:
        connection.cancel_safe(timeout=CANCELS_WITHIN)
    except psycopg.errors.CancellationTimeout:
        connection.close()
    except psycopg.Error:
        pass  # the server is away, or the statement has just ended


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
