"""Django's sessions in the database, protected against session keys that Django cannot have made."""

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """Drops a key that is not ASCII letters and digits before any query, because PostgreSQL fails on NUL in a text."""

    def __init__(self, session_key: str | None = None) -> None:
        whole = session_key is not None and session_key.isascii() and session_key.isalnum()
        super().__init__(session_key if whole else None)
