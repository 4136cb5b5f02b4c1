"""A computation can be interrupted by other threads, but not where something would be left half done."""

import ast
import ctypes
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import _base as futures
from contextlib import nullcontext
from pathlib import Path

import asgiref.local
import psycopg_pool
import pytest

from tests.core.test_write_queue import until
from tournament.core import queries
from tournament.core.queries import contacts, health
from tournament.core.threads import interruption
from tournament.core.threads.interruption import PAUSE, Computation, Interrupted, current, uninterrupted

pytestmark = pytest.mark.usefixtures("interrupted_anywhere")

FILE_EXECUTED_IN = interruption._file_executed_in
TAKE_LOCKS = [
    *(module.__file__ for module in (threading, asgiref.local, logging, futures, psycopg_pool)),
    *(f"{folder}/any.py" for folder in interruption.UNSAFE),
    health.__file__,
]
"""Files of code that takes locks: of threads, of the log, of values that threads hand over, of connections."""

SHARED_BY_THREADS = {"asgiref", "concurrent", "contextlib", "contextvars", "functools", "threading"}
"""Packages by which code shares something with other threads, or restores something after a block."""


class Work:
    """A computation in a thread of its own."""

    def __init__(self, compute: Callable[[Computation], object]) -> None:
        self.computation = Computation()
        self.error: BaseException | None = None
        self._compute = compute
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def _run(self) -> None:
        current.set(self.computation)
        try:
            with self.computation.run():
                self._compute(self.computation)
        except BaseException as error:  # noqa: BLE001 (the test looks at it)
            self.error = error

    def end(self) -> BaseException | None:
        self.thread.join(30)
        assert not self.thread.is_alive()
        return self.error


def forever(_computation: Computation) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        sum(range(100))


def test_an_endless_computation_ends() -> None:
    work = Work(forever)
    until(lambda: work.computation.seconds() > 0.05)

    assert work.computation.interrupt()

    assert isinstance(work.end(), Interrupted)
    assert work.computation.was_interrupted
    assert not work.computation.is_running


def of_file(path: str) -> Callable[[Computation], None]:
    """Return a computation of half a minute whose code is in the file of this path."""
    text = "import time\nend = time.monotonic() + 30\nwhile time.monotonic() < end: pass"
    return lambda _computation: exec(compile(text, path, "exec"))  # noqa: S102 (our own text)


@pytest.mark.parametrize(
    "path", [*(f"{each}/any.py" for each in interruption.SAFE if not each.endswith(".py")), contacts.__file__]
)
def test_code_that_takes_no_lock_is_interrupted(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interruption, "_file_executed_in", FILE_EXECUTED_IN)
    work = Work(of_file(path))
    until(work.computation.interrupt)
    assert isinstance(work.end(), Interrupted)


def test_queries_of_the_core_share_nothing_with_other_threads() -> None:
    """All but one may be interrupted, so they may take no lock, and leave nothing half done."""
    folder = Path(next(iter(queries.__path__)))
    sharing = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name.split(".")[0] in SHARED_BY_THREADS for name in names) or isinstance(node, ast.Global):
                sharing.add(str(path))

    assert sharing == {interruption.HEALTH}


@pytest.mark.parametrize("path", TAKE_LOCKS)
def test_code_that_may_take_a_lock_is_not_interrupted(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception between taking the lock and its `try` would leave the lock taken for ever."""
    monkeypatch.setattr(interruption, "_file_executed_in", FILE_EXECUTED_IN)
    work = Work(of_file(path))
    until(lambda: work.computation.seconds() > 0.05)
    assert not any(work.computation.interrupt() for _time in range(100))

    work.computation._uninterrupted = 0
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(work.thread.ident or 0), ctypes.py_object(KeyError))
    assert isinstance(work.end(), KeyError)


def test_one_that_catches_every_exception_is_interrupted_again() -> None:
    caught = []

    def compute(computation: Computation) -> None:
        while len(caught) < 2:
            try:
                forever(computation)
            except Interrupted as error:
                caught.append(error)

    work = Work(compute)
    until(lambda: work.computation.interrupt())
    assert not work.computation.interrupt(), "it has time to answer"
    until(lambda: work.computation.interrupt())

    assert work.end() is None
    assert len(caught) == 2


@pytest.mark.parametrize("is_protected", [True, False])
def test_what_may_not_be_left_half_done_is_completed(is_protected: bool) -> None:
    inside, go_on = threading.Event(), threading.Event()
    done = []

    def compute(_computation: Computation) -> None:
        with uninterrupted() if is_protected else nullcontext():
            inside.set()
            go_on.wait(30)
            done.append("done")

    work = Work(compute)
    inside.wait(30)
    assert work.computation.interrupt() is not is_protected
    go_on.set()

    assert isinstance(work.end(), Interrupted) is not is_protected
    assert done == (["done"] if is_protected else [])


def test_an_interruption_comes_before_the_protected_part() -> None:
    """Requested at the last moment, it is raised at the beginning of the part, and not in it."""
    done = []

    def compute(computation: Computation) -> None:
        for _time in range(200):
            try:
                with uninterrupted():
                    done.append("begun")
                    sum(range(1_000))
                    done.append("ended")
            except Interrupted:
                computation._interrupted_at = None

    work = Work(compute)
    while work.thread.is_alive():
        work.computation.interrupt()
        time.sleep(0.0001)

    work.end()
    assert done.count("begun") == done.count("ended")


def test_nothing_is_raised_after_the_end() -> None:
    """The thread answers the next request, which nobody has interrupted."""
    for _time in range(100):
        work = Work(lambda _computation: sum(range(1_000)))
        while work.thread.is_alive():
            work.computation.interrupt()
        assert work.end() is None or isinstance(work.error, Interrupted)
    assert not work.computation.interrupt()


def test_only_processor_time_counts() -> None:
    work = Work(lambda _computation: time.sleep(0.3))
    time.sleep(0.2)

    assert work.computation.seconds() < 0.1

    work.end()
    assert work.computation.seconds() == 0.0


def test_a_pause_is_long_enough_for_an_answer() -> None:
    assert PAUSE >= 0.5


def test_without_a_request_nothing_is_protected() -> None:
    """Commands and threads of the server have no computation; nobody can interrupt them."""
    assert current.get() is None
    with uninterrupted():
        pass


def test_the_time_that_a_computation_took_is_known_after_its_end() -> None:
    work = Work(forever)
    until(lambda: work.computation.taken() > 0.05)
    work.computation.interrupt()
    work.end()

    assert work.computation.seconds() == 0
    assert work.computation.taken() > 0.05
