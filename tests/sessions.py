"""Prepares sessions of test browsers, such as after a login, with few queries."""

import time
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.base import VALID_KEY_CHARS
from django.test import Client
from django.utils.crypto import get_random_string

from tournament.core.requests import SESSION_BEGAN, SESSION_CONFIRMED, SESSION_USED
from tournament.models import User

_login = Client.force_login


def begin_session(client: Client, **kept: Any) -> None:
    """Start a session with these values, in one query, for a client without a session. Django itself needs more
    queries: it checks whether the random key is in use, and first writes an empty session."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session.update(kept)
    session._session_key = get_random_string(32, VALID_KEY_CHARS)
    session.save(must_create=True)
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key


def force_login(client: Client, user: User, backend: str | None = None) -> None:
    """Log in as `Client.force_login` does, but without the fifteen queries about failed attempts. If the client already
    has a session, Django's own method is called, which also copies the session's values."""
    now = int(time.time())
    confirmed = {SESSION_BEGAN: now, SESSION_USED: now, SESSION_CONFIRMED: now}
    if settings.SESSION_COOKIE_NAME in client.cookies:
        _login(client, user, backend)
        session = client.session
        session.update(confirmed)
        session.save()
        return
    begin_session(
        client,
        **{
            SESSION_KEY: str(user.pk),
            BACKEND_SESSION_KEY: backend or client._get_backend(),  # type: ignore[attr-defined]
            HASH_SESSION_KEY: user.get_session_auth_hash(),
            **confirmed,
        },
    )
