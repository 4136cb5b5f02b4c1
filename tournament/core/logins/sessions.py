"""Sessions in the database, as Django stores them, but safe against any text that a browser sends as key."""

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """Refuses a key that Django cannot have made without asking the database: PostgreSQL takes no NUL in a text."""

    def __init__(self, session_key: str | None = None) -> None:
        whole = session_key is not None and session_key.isascii() and session_key.isalnum()
        super().__init__(session_key if whole else None)
