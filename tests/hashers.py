"""Argon2 for people who do not exist."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class QuickArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2 with as little work as it takes: its cost is what makes it safe, and slow."""

    time_cost = 1
    memory_cost = 8  # KiB
    parallelism = 1
