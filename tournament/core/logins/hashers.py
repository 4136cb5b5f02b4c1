"""Password hashing with a limit on memory, because Argon2 deliberately takes 100 MB for each hash."""

from django.contrib.auth.hashers import Argon2PasswordHasher

from tournament.core.threads.turns import Turns

TURNS = Turns(at_once=2, waiting=10, patience=10)
"""Limit on concurrent hashing: two hashes at once take 200 MB. Ten more may wait, and are done within two seconds on an
ordinary computer."""


class QueuedArgon2PasswordHasher(Argon2PasswordHasher):
    """Django's Argon2 hasher, which computes at most two hashes at a time, and each in a single thread. Django's
    default of eight threads for each hash would delay the recording of hands.

    Raises `Busy` if too many requests wait already.
    """

    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with TURNS.turn():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with TURNS.turn():
            return bool(super().verify(password, encoded))
