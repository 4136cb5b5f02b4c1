"""Password hashing that cannot fill the memory: Argon2 takes 100 MB for each hash on purpose."""

from django.contrib.auth.hashers import Argon2PasswordHasher

from tournament.core.turns import Turns

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
