"""A fast password hasher for the accounts of tests."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class QuickArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2 with the least possible work. The usual work makes passwords safe, but tests slow."""

    time_cost = 1
    memory_cost = 8  # KiB
    parallelism = 1
