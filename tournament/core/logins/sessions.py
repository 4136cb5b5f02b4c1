"""Django's sessions in the database, protected against session keys that Django cannot have made."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """Drops a key that is not ASCII letters and digits before any query, because PostgreSQL fails on NUL in a text."""

    _keeps_key = False

    def __init__(self, session_key: str | None = None) -> None:
        whole = session_key is not None and session_key.isascii() and session_key.isalnum()
        super().__init__(session_key if whole else None)

    @contextmanager
    def keeping_key(self) -> Iterator[None]:
        """A context in which `cycle_key` does nothing, so that the session keeps its key.

        When the SECRET_KEY has changed, Django signs a session with the new one and would change the session's key too.
        But `BrowserLogin` refers to the session by that key, and the response to an event stream sets no cookie.
        """
        self._keeps_key = True
        try:
            yield
        finally:
            self._keeps_key = False

    def cycle_key(self) -> None:
        if not self._keeps_key:
            super().cycle_key()
