"""Password hashing with a limit on memory, because Argon2 deliberately takes 100 MB for each hash."""

from django.contrib.auth.hashers import Argon2PasswordHasher

from tournament.core.threads.low_priority import low_priority_threads
from tournament.core.threads.turns import Turns

AT_ONCE = 2
"""The most hashes that are computed in parallel; two take 200 MB."""

TURNS = Turns(at_once=AT_ONCE, waiting=10, patience=10)
"""Limit on concurrent hashing. Ten more may wait, and are done within two seconds on an ordinary computer."""

THREADS = low_priority_threads(AT_ONCE, "hash")
"""The threads that compute hashes. Each takes a processor for a fifth of a second, and much of its memory's speed."""


class QueuedArgon2PasswordHasher(Argon2PasswordHasher):
    """Django's Argon2 hasher, which computes at most two hashes at a time, and each in a single thread of low priority.
    Django's default of eight threads for each hash would delay the recording of hands.

    Raises `Busy` if too many requests wait already.
    """

    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with TURNS.turn():
            return THREADS.submit(super().encode, password, salt).result()

    def verify(self, password: str, encoded: str) -> bool:
        with TURNS.turn():
            return bool(THREADS.submit(super().verify, password, encoded).result())
