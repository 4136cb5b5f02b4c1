"""Django's sessions in the database, protected against session keys that Django cannot have made."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """Django's session store. Session keys with other characters than ASCII letters and digits are dropped before a
    query is made: PostgreSQL would fail on a NUL character."""

    _keeps_key = False

    def __init__(self, session_key: str | None = None) -> None:
        whole = session_key is not None and session_key.isascii() and session_key.isalnum()
        super().__init__(session_key if whole else None)

    @contextmanager
    def keeping_key(self) -> Iterator[None]:
        """Context manager in whose block `cycle_key` does nothing, so that the session keeps its key.

        After a change of SECRET_KEY, Django signs a session anew and would give it another session key too. But
        `BrowserLogin` refers to the session by its session key, and the response to an event stream cannot set the new
        cookie.
        """
        self._keeps_key = True
        try:
            yield
        finally:
            self._keeps_key = False

    def cycle_key(self) -> None:
        if not self._keeps_key:
            super().cycle_key()
