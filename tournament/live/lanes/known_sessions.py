"""Remembers which sessions exist, because only these have turns of their own in a lane. Anybody can invent thousands of
session cookies."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from tournament.core.logins.sessions import SessionStore
from tournament.live.types import Scope, Send

STORED = "tenbo.session"
"""Key of the ASGI scope for the list to which `known_session_middleware` adds the key of the request's session."""

MOST_KNOWN = 20_000
"""The most sessions that are remembered; the least recently used is dropped."""

NO_SESSION, UNKNOWN = "", "?"
"""The members of a queue for all requests without a session, and with sessions that are not known. No session key has a
question mark."""


class KnownSessions:
    """The sessions of which a response of this process has said that they exist. After a restart none is known. Until
    the first response to it, a session waits together with the other unknown sessions of its network."""

    def __init__(self) -> None:
        self._keys: OrderedDict[str, None] = OrderedDict()

    def member(self, session: bytes) -> str:
        """Return the member of a queue that waits for its turn with this session key."""
        key = session.decode("latin-1")
        if key in self._keys:
            self._keys.move_to_end(key)
            return key
        return UNKNOWN if key else NO_SESSION

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
