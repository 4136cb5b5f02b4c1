"""Faster replacements for slow parts, only in the process of the tests. Servers that tests start do not have them.

* `Client.force_login` writes its session in one query, without fifteen queries about failed attempts: 0.6 ms instead of
  8.
* The middleware for static files is removed, because it lists all files for every new client: a client's first page
  takes 1.5 ms instead of 98. The live server serves static files by another handler.
* A connection to SQLite caches all prepared statements, not only the last 128: 3 % of the CPU time of pages.
* Passwords are hashed with the least work that Argon2 allows: 0.1 ms instead of 315.
* Files are encrypted with the least work that the key derivation allows: 0.1 ms instead of 110. One test uses the usual
  work.
"""

from django.conf import settings
from django.test import Client


def pytest_configure() -> None:
    from tests.sessions import force_login  # imports models, so the settings must be read first
    from tournament.archive import encryption

    Client.force_login = force_login
    settings.MIDDLEWARE.remove("tournament.core.static_files.static_files_middleware")
    settings.PASSWORD_HASHERS[0] = "tests.hashers.QuickArgon2PasswordHasher"
    encryption.COST = 2
    database = settings.DATABASES["default"]
    if "sqlite" in database["ENGINE"]:
        database["OPTIONS"]["cached_statements"] = 2_000
