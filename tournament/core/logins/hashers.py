"""Password hashing that cannot fill the memory: Argon2 takes 100 MB for each hash on purpose."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore

from django.contrib.auth.hashers import Argon2PasswordHasher

from tournament.core.errors import Busy


class Turns:
    """At most `at_once` threads work, `waiting` more wait up to `patience` seconds; all others are refused."""

    def __init__(self, *, at_once: int, waiting: int, patience: float) -> None:
        self._places = Semaphore(at_once + waiting)
        self._free = Semaphore(at_once)
        self._patience = patience

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn, for the length of the block. Raises `Busy`."""
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

TURNS = Turns(at_once=2, waiting=10, patience=10)
"""Two hashes at once take 200 MB. Ten more wait for at most two seconds on a usual computer."""


class QueuedArgon2PasswordHasher(Argon2PasswordHasher):
    """Django's Argon2, in turns and in one thread each: eight threads of a hash would all go before a hand.

    Raises `Busy` where too many wait already.
    """

    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with TURNS.turn():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with TURNS.turn():
            return bool(super().verify(password, encoded))
