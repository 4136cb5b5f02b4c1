"""Browsers of tests that have done something before: logged in, opened a table's link."""

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
    """Give a browser without a session one that keeps this, in one query: Django looks first whether a random key is
    taken, and writes an empty one before."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session.update(kept)
    session._session_key = get_random_string(32, VALID_KEY_CHARS)
    session.save(must_create=True)
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key


def force_login(client: Client, user: User, backend: str | None = None) -> None:
    """What `Client.force_login` leaves in a new browser, without fifteen queries about who tried to log in before.
    What a browser has in its session already is Django's to carry over."""
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
