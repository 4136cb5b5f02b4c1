"""Shortcuts for test clients, in this process alone: the servers that tests start do without.

* `Client.force_login` writes its session in one query, without fifteen about failed attempts: 0.6 ms instead of 8.
* No middleware for static files, which would list them all for every client: a client's first page takes 1.5 ms
  instead of 98. The live server has a handler of its own for them.
* A connection to SQLite keeps all statements that it has prepared, not the last 128: 3 % of the CPU time of pages.
* Passwords are hashed with as little work as Argon2 allows: 0.1 ms instead of 315.
* Files are encrypted with as little work as a passphrase may cost: 0.1 ms instead of 110. One test spends the rest.
"""

from django.conf import settings
from django.test import Client


def pytest_configure() -> None:
    from tests.sessions import force_login  # imports models: the settings must be read first
    from tournament.archive import encryption

    Client.force_login = force_login
    settings.MIDDLEWARE.remove("tournament.core.static_files.static_files_middleware")
    settings.PASSWORD_HASHERS[0] = "tests.hashers.QuickArgon2PasswordHasher"
    encryption.COST = 2
    database = settings.DATABASES["default"]
    if "sqlite" in database["ENGINE"]:
        database["OPTIONS"]["cached_statements"] = 2_000
