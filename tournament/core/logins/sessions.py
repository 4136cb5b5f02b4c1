"""Django's sessions in the database, protected against session keys that Django cannot have made, and with the
database's own error during an outage."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError

from tournament.core.database_errors import is_outage


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

    def save(self, must_create: bool = False) -> None:
        """Save the session. Raises the error of the database during an outage, which is answered by 503. Django takes
        each error for a session that was deleted meanwhile, and would answer 400."""
        try:
            super().save(must_create)
        except UpdateError as error:
            reason = error.__context__
            if reason is not None and is_outage(reason):
                raise reason from reason.__cause__
            raise

    def cycle_key(self) -> None:
        if not self._keeps_key:
            super().cycle_key()
