"""Stops the computation of a request that takes too long.

Every request runs in a thread, and Python cannot end a thread. But CPython can raise an exception in another thread
before its next instruction (`PyThreadState_SetAsyncExc`). So a page or a change that needs minutes stops as if its own
code had failed: its transaction is rolled back, its locks are released, and the browser gets an answer.

Between the call that takes a lock and the `try` that releases it, an exception would leave the lock taken for ever. So
the exception is raised only while the thread executes code that takes no lock (`SAFE`). The thread that interrupts has
Python's global lock: it sees what the other thread executes, and the exception is raised exactly there.
"""

import ctypes
import fractions
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from threading import Lock, get_ident
from typing import NamedTuple

from django import db, template
from django.db import DEFAULT_DB_ALIAS, OperationalError, connections


class Interrupted(OperationalError):
    """The computation took too long and was stopped.

    It is a database error, because after any other exception in `commit` Django would not roll the transaction back.
    """


SITE = Path(__file__).parents[2]

SAFE = (str(SITE), str(SITE.with_name("scoring")), str(Path(template.__file__).parent), fractions.__file__)
"""Paths of code that may be interrupted: the site's own code, `scoring`, Django's templates, and `fractions`."""

UNSAFE = (str(SITE / "core"), str(SITE / "live"))
"""Paths below those of `SAFE` whose code may not be interrupted, because it takes locks."""

READING, HEALTH = str(SITE / "core" / "queries"), str(SITE / "core" / "queries" / "health.py")
"""Path below those of `UNSAFE` whose code only reads and may be interrupted, except the one module that locks."""

SQL = str(Path(db.__file__).parent)
"""Path of Django's code that waits for SQL statements. A running statement is stopped by SQLite itself, or cancelled by
its thread (`core.postgresql.base`)."""

PAUSE = 0.5
"""The fewest seconds between two interruptions of a computation, so that it can roll back and answer."""


class Origin(NamedTuple):
    """The sender of requests: hashes of the network (or of the event, for requests at a table) and of the browser."""

    network: int = 0
    browser: int = 0


NOBODY = Origin()
"""The sender of computations that the server begins itself."""


class Computation:
    """The work of one thread for one request. Other threads can ask how long it has taken, and interrupt it.

    What a database server computes for it counts too, except in its transactions if it `takes_locks`: there it may wait
    for another request.
    """

    def __init__(self, sender: Origin = NOBODY, *, takes_locks: bool = True) -> None:
        self.sender = sender
        self.takes_locks = takes_locks
        self._changing = Lock()
        self._thread: int | None = None
        self._clock: Callable[[], float] = time.monotonic
        self._begun = self._taken = self._waited = 0.0
        self._waits_since: float | None = None
        self._is_in_statement = self._is_to_cancel = False
        self._uninterrupted = 0
        self._stop_statement: Callable[[], None] | None = None
        self._interrupted_at: float | None = None
        self._wanted_until: float | None = None
        self._is_stopped = False
        self._interrupted_since_begin = False

    @property
    def is_running(self) -> bool:
        return self._thread is not None

    @property
    def is_of_this_thread(self) -> bool:
        """Whether the computation runs in the current thread. A thread that a request begins for other work inherits
        `current`, and may outlive the request's own thread, whose clock then cannot be read."""
        return self._thread == get_ident()

    @property
    def was_interrupted(self) -> bool:
        """Whether an exception was raised in the computation, or a statement of it was stopped."""
        return self._interrupted_at is not None or self._is_stopped

    @contextmanager
    def run(self) -> Iterator[None]:
        """Context manager: the block is the computation, in the current thread. Raises `Interrupted`."""
        stop_statement = getattr(connections[DEFAULT_DB_ALIAS], "interrupt", None)
        with self._changing:
            self._clock = _clock_of_this_thread()
            self._begun, self._waited = self._clock(), 0.0
            self._wanted_until = None
            self._stop_statement = stop_statement
            self._thread = get_ident()
        try:
            yield
        finally:
            with self._changing:
                self._taken += self._seconds()
                self._thread = None
            _raise_pending()

    @contextmanager
    def uninterrupted(self) -> Iterator[None]:
        """Context manager: `interrupt` does nothing during the block."""
        with self._changing:
            self._uninterrupted += 1
            self._wanted_until = None  # else a change that is committed here would seem to have failed
        try:
            _raise_pending()
            yield
        finally:
            with self._changing:
                self._uninterrupted -= 1

    @contextmanager
    def statement_of_server(self, *, is_counted: bool) -> Iterator[Callable[[], bool]]:
        """Context manager: in the block this thread waits for a statement of a database server. The block gets a
        function that returns whether to cancel the statement, and has to ask it several times a second."""
        with self._changing:
            self._waits_since = self._idle() if is_counted else None
            self._is_in_statement, self._is_to_cancel = True, False
        try:
            yield lambda: self._is_to_cancel
        finally:
            with self._changing:
                self._waited += self._waiting()
                self._waits_since, self._is_in_statement = None, False

    def _idle(self) -> float:
        return time.monotonic() - self._clock()

    def _waiting(self) -> float:
        return 0.0 if self._waits_since is None else self._idle() - self._waits_since

    def _seconds(self) -> float:
        return self._clock() - self._begun + self._waited + self._waiting()

    def forget_interruptions(self) -> None:
        """Begin a transaction: interruptions before it do not prevent its commit."""
        self._interrupted_since_begin = False

    def raise_if_interrupted(self) -> None:
        """Raise `Interrupted` if there was an interruption since the latest transaction began."""
        if self._interrupted_since_begin:
            raise Interrupted

    def raise_if_wanted(self) -> None:
        """Raise `Interrupted` if another thread has just called `interrupt` in vain. The computation's own thread calls
        this in code of libraries, where `interrupt` must not raise, at a place where no lock is being taken."""
        wanted_until = self._wanted_until
        if wanted_until is None or self._uninterrupted or not self.is_of_this_thread:
            return
        now = time.monotonic()
        with self._changing:
            self._wanted_until = None
            if now >= wanted_until:
                return
            self._interrupted_at = now
            self._interrupted_since_begin = True
        raise Interrupted

    def seconds(self) -> float:
        """Return the seconds that the computation has taken of this computer's processors and of the database server;
        0 when it does not run."""
        with self._changing:
            return self._seconds() if self.is_running else 0.0

    def taken(self) -> float:
        """Return the seconds that the computation has taken so far, also when it no longer runs."""
        with self._changing:
            return self._taken + (self._seconds() if self.is_running else 0.0)

    def interrupt(self) -> bool:
        """Raise `Interrupted` in the thread of the computation, or let it cancel the statement of a database server for
        which it waits. Return False if this is not possible at the moment. The thread then raises it itself if it
        soon converts a JSON value of the database (`core.threads.json_values`).

        The caller must repeat the call until the computation has ended: the thread may be in code that must not be
        interrupted, or other code may swallow the exception.
        """
        now = time.monotonic()
        with self._changing:
            if self._thread is None or self._uninterrupted:
                return False
            if self._interrupted_at is not None and now - self._interrupted_at < PAUSE:
                return False
            if self._is_in_statement:
                self._is_to_cancel = self._is_stopped = self._interrupted_since_begin = True
                return True
            executed = _file_executed_in(self._thread)
            if executed.startswith(SQL) and self._stop_statement is not None:
                self._is_stopped = self._interrupted_since_begin = True
                self._stop_statement()  # without effect if no statement runs; so callers repeat
            is_reading = executed.startswith(READING) and executed != HEALTH
            if not is_reading and (not executed.startswith(SAFE) or executed.startswith(UNSAFE)):
                self._wanted_until = now + PAUSE  # callers repeat the call, so an older wish is no longer one
                return False
            self._wanted_until = None
            self._interrupted_at = now
            self._interrupted_since_begin = True
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(Interrupted))
            return True


current: ContextVar[Computation | None] = ContextVar("current", default=None)
"""The computation of the current request. A lane sets it (`live.lanes.lane`), and the request's thread inherits it."""


def was_interrupted() -> bool:
    """Whether the current request was interrupted. The error that it raises is not always `Interrupted`: it is another
    one if SQLite called the interrupted code."""
    computation = current.get()
    return computation is not None and computation.was_interrupted


def raise_if_interrupted() -> None:
    """Raise `Interrupted` if the current request was interrupted since its latest transaction began.

    Call this before a result is committed or cached: Django's `{% if %}` takes every exception for False, so the result
    may lack a part.
    """
    if (computation := current.get()) is not None:
        computation.raise_if_interrupted()


def raise_if_wanted() -> None:
    """Raise `Interrupted` if another thread has just tried to interrupt the current request, in vain."""
    if (computation := current.get()) is not None:
        computation.raise_if_wanted()


def forget_interruptions() -> None:
    """Begin a transaction in the current request. Interruptions before it do not prevent its commit, because it may
    clean up after an interrupted one."""
    if (computation := current.get()) is not None:
        computation.forget_interruptions()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Context manager: the current computation, if there is one, is not interrupted during the block.

    Needed where an exception at any instruction would leave something half done, such as a commit.
    """
    computation = current.get()
    if computation is None:
        yield
    else:
        with computation.uninterrupted():
            yield


@contextmanager
def interrupted_by_hands() -> Iterator[None]:
    """Context manager for work that the server begins itself, outside of requests: a hand interrupts its transactions
    as it interrupts those of requests (`core.sqlite.write_queue`)."""
    computation = Computation()
    token = current.set(computation)
    try:
        with computation.run():
            yield
    finally:
        current.reset(token)


def _clock_of_this_thread() -> Callable[[], float]:
    """Return a function by which other threads read this thread's processor time, in seconds; the time that has passed
    on systems that do not offer it (macOS, Windows)."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.monotonic
    return partial(time.clock_gettime, time.pthread_getcpuclockid(get_ident()))


def _file_executed_in(thread: int) -> str:
    """Return the path of the file whose code this thread executes."""
    frame = sys._current_frames().get(thread)
    return frame.f_code.co_filename if frame else ""


def _raise_pending() -> None:
    """Let Python raise an exception that another thread has set: it does so when a function begins."""
