"""Limits how many threads do work that needs much memory at the same time. A few more may wait; further threads are
refused without waiting."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore

from tournament.core.errors import Busy


class Turns:
    """A limit: at most `at_once` threads work, and `waiting` more wait up to `patience` seconds; further threads get
    `Busy`."""

    def __init__(self, *, at_once: int, waiting: int, patience: float) -> None:
        self._places = Semaphore(at_once + waiting)
        self._free = Semaphore(at_once)
        self._patience = patience

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Context manager: wait for a turn and hold it during the block. Raises `Busy`."""
        if not self._places.acquire(blocking=False):
            raise Busy
        try:
            if not self._free.acquire(timeout=self._patience):
                raise Busy
            try:
                yield
            finally:
                self._free.release()
        finally:
            self._places.release()
