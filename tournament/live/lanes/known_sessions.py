"""Remembers which sessions exist, because only these have turns of their own in a lane. Anybody can invent thousands of
session cookies."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournament.core.logins.sessions import SessionStore
from tournament.live.types import Scope, Send

STORED = "tenbo.session"
"""Key of the ASGI scope for the list to which `known_session_middleware` adds the key of the request's session."""

MOST_KNOWN = 20_000
"""The most sessions that are remembered; the least recently used is dropped."""

NO_SESSION, UNKNOWN = "", "?"
"""The member of a queue for all requests without a session, and the beginning of those for sessions that are not known.
No session key has a question mark."""

PARTS = 16
"""The members among which the unknown sessions of a network are divided, so that one of them delays few others. Who
invents thousands delays known sessions by as many turns."""

StoredSessions = Callable[[], Iterable[str]]
"""A function that returns the keys of sessions that exist, the one to be dropped first at the beginning."""


def stored_sessions() -> list[str]:
    """Return the keys of the sessions that end last, at most `MOST_KNOWN`, in the order of their ends; none during an
    outage of the database. Runs in a thread, and closes its connection."""
    try:
        sessions = Session.objects.filter(expire_date__gt=timezone.now()).order_by("-expire_date")
        return list(sessions.values_list("session_key", flat=True)[:MOST_KNOWN])[::-1]
    except DatabaseError:
        return []
    finally:
        connection.close()


class KnownSessions:
    """The sessions that existed when the process began to serve (`stored`), and those of which a response of this
    process has said that they exist. Any other session waits together with other unknown sessions of its network
    (`PARTS`)."""

    def __init__(self, stored: StoredSessions | None = None) -> None:
        self._keys: OrderedDict[str, None] = OrderedDict()
        self._stored = stored
        self._reading: asyncio.Task[None] | None = None

    def read_stored(self) -> None:
        """Begin to read the stored sessions, in the background. Only the first call does."""
        if self._stored is not None and self._reading is None:
            self._reading = asyncio.ensure_future(self._read(self._stored))

    async def _read(self, stored: StoredSessions) -> None:
        for key in await asyncio.to_thread(stored):
            self.remember(key)

    def has(self, session: bytes) -> bool:
        """Whether this session key is known, and so has turns of its own."""
        return session.decode("latin-1") in self._keys

    def member(self, session: bytes) -> str:
        """Return the member of a queue that waits for its turn with this session key."""
        key = session.decode("latin-1")
        if key in self._keys:
            self._keys.move_to_end(key)
            return key
        return f"{UNKNOWN}{hash(key) % PARTS}" if key else NO_SESSION

    def remember(self, key: str) -> None:
        self._keys[key] = None
        self._keys.move_to_end(key)
        if len(self._keys) > MOST_KNOWN:
            self._keys.popitem(last=False)

    def noting(self, scope: Scope, send: Send) -> Send:
        """Return a `send` that remembers the session that Django has added to `scope[STORED]`."""

        async def sending(message: Mapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                for key in scope[STORED]:
                    self.remember(key)
            await send(message)

        return sending


def known_session_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Tell the lane the key of the request's session, if the request has loaded or stored it. It comes before
    `SessionMiddleware`, which stores new sessions."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        stored = getattr(request, "scope", {}).get(STORED)
        session = getattr(request, "session", None)
        if stored is not None and isinstance(session, SessionStore) and session.is_stored():
            stored.append(session.session_key)
        return response

    return middleware
