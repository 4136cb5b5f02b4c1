"""The database wrapper that `settings` names as its engine.

SQLite allows one writer at a time. All others sleep up to a tenth of a second and try again, so the first to arrive may
be the last to write. With this wrapper the threads of a process wait in a queue before they begin a transaction
(`core.sqlite.write_queue`).

The threads of the server keep their connections between requests, because opening one takes longer than all statements
of a page. A connection is closed when another file may have replaced the database.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base, operations

from tournament.core.sqlite.write_queue import A_HAND_WAITS, WriteQueue, gives_up_after
from tournament.core.threads.interruption import forget_interruptions, raise_if_interrupted, uninterrupted
from tournament.core.threads.json_values import InterruptibleJson

WRITING = ("INSERT", "UPDATE", "DELETE", "REPLACE")
"""First words of the SQL statements that write."""

STEPS = 1_000
"""The number of steps of SQLite's virtual machine between two checks whether another thread waits; less than a
hundredth of a second."""

_queues: defaultdict[str, WriteQueue] = defaultdict(WriteQueue)


class SqliteOperations(InterruptibleJson, operations.DatabaseOperations):
    pass


class SqliteInTurn(base.DatabaseWrapper):
    """A SQLite connection whose transactions wait for their turn. It may write while it `has_turn`."""

    ops_class = SqliteOperations
    has_turn = False
    _file: tuple[int, int] | None = None

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.execute_wrappers.append(_write_in_turn)

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        self._file = self._file_now()
        return connection

    def close_if_unusable_or_obsolete(self) -> None:
        """Close the connection if Django would do so, and also if its file was replaced, for example by a restored
        backup."""
        if self.connection is not None and self._file != self._file_now():
            self.close()
        super().close_if_unusable_or_obsolete()

    def is_usable(self) -> bool:
        """Return False always, so that Django closes the connection after an error. Django calls this only after an
        error."""
        return False

    def set_autocommit(self, autocommit: bool, force_begin_transaction_with_broken_autocommit: bool = False) -> None:
        with uninterrupted():
            if not autocommit:
                forget_interruptions()
                # If the turn does not come in time, begin all the same: SQLite's own lock then raises the error.
                self.has_turn = self._queue.begin(self.patience)
            try:
                super().set_autocommit(autocommit, force_begin_transaction_with_broken_autocommit)
            except BaseException:
                self._end_turn(rolled_back=True)
                raise

    def commit(self) -> None:
        with uninterrupted():
            raise_if_interrupted()  # if this raises, Django calls rollback
            super().commit()  # if this fails, Django calls rollback
            self._end_turn()

    def rollback(self) -> None:
        with uninterrupted():
            super().rollback()  # if this fails, Django calls close
            self._end_turn(rolled_back=True)

    def close(self) -> None:
        with uninterrupted():
            try:
                super().close()
            finally:
                self._end_turn(rolled_back=True)

    def interrupt(self) -> None:
        """Stop the statement that another thread executes on this connection, if there is one."""
        if (connection := self.connection) is not None:
            connection.interrupt()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Context manager: it is this thread's turn to write during the block. If the turn does not come in time, the
        block begins all the same: SQLite's own lock then raises the error. But after `gives_up_after` seconds the block
        does not begin. Raises `OperationalError`."""
        patience = min(self.patience, gives_up_after.get())
        with uninterrupted():
            self.has_turn = self._queue.begin(patience)
            if not self.has_turn and gives_up_after.get() != inf:
                raise OperationalError(f"others wrote for {patience} s")
            try:
                yield
            finally:
                self._end_turn()

    @contextmanager
    def interruptible_turn(self) -> Iterator[None]:
        """Context manager: as `turn`, but SQLite stops the statement of the block with an `OperationalError` as soon as
        another thread has waited for `A_HAND_WAITS`. SQLite cannot stop a transaction that is being committed."""
        with self.turn():
            self.ensure_connection()
            connection = self.connection
            connection.set_progress_handler(lambda: self._queue.longest_wait() >= A_HAND_WAITS, STEPS)
            try:
                yield
            finally:
                connection.set_progress_handler(None, 0)

    def _file_now(self) -> tuple[int, int] | None:
        """Return the identity of the file at the database's path; None if there is no file."""
        try:
            status = Path(self.settings_dict["NAME"]).stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino

    @property
    def patience(self) -> int:
        """For how many seconds a statement of this connection waits for other connections."""
        return int(self.settings_dict["OPTIONS"]["timeout"])

    @property
    def _queue(self) -> WriteQueue:
        return _queues[str(self.settings_dict["NAME"])]

    def _end_turn(self, *, rolled_back: bool = False) -> None:
        if self.has_turn:
            self.has_turn = False
            self._queue.end(rolled_back=rolled_back)


def _write_in_turn(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Execute a statement that writes without a transaction in its turn, too. Otherwise SQLite would let it wait for a
    transaction, and the hand that sends it could not interrupt this transaction."""
    connection: SqliteInTurn = context["connection"]
    if not connection.get_autocommit() or not sql.startswith(WRITING):
        return execute(sql, params, many, context)
    with connection.turn():
        return execute(sql, params, many, context)


DatabaseWrapper = SqliteInTurn
"""The wrapper under the name that Django looks for in this module."""
