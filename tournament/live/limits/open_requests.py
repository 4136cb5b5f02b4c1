"""Limits how many requests and live streams of one network are open at once, before anything waits for them.

One HTTP/2 connection to a proxy brings hundreds of requests, each of which takes memory in the proxy and a connection
and a file here. The 200 to 500 phones of a hall may share one address, each with a stream and a few more requests. So
the limits are higher than what all of them need at once, and a known sender has places of its own: an account, or the
phone that has opened a link of a table or player. Strangers in the same network cannot take them.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import ExitStack
from typing import Any

from tournament.live.answers import refuse
from tournament.live.bodies import has_body
from tournament.live.limits.headers import is_excessive
from tournament.live.limits.loop_time import LOOP_TIME, LoopTime
from tournament.live.networks import network_of
from tournament.live.types import App, Receive, Scope, Send

STREAMS, REQUESTS, BODIES, SESSIONS, LINKS = "streams", "requests", "bodies", "sessions", "links"

MOST_OF_NETWORK = {STREAMS: 1_600, REQUESTS: 1_600, BODIES: 500, SESSIONS: 200, LINKS: 200}
"""How many of each kind one network may have open at once in this process: live streams (further browsers poll), all
other requests, those of them whose body is still arriving, and requests above these limits whose session or whose link
is being looked up. Links are looked up one after another and sessions all at once, so invented links keep no phone
with a session out. A session whose owner is remembered is not looked up, so invented sessions keep no phone out that
has recorded a hand before."""

MOST_OF_SENDER = 32
"""The most requests above the limits of the network that one known sender may have open there. The sessions of one
owner are up to `known_sessions.PARTS_OF_OWNER` senders."""

RememberedSender = Callable[[Scope], str]
"""A function that names, at once, the account or link of a session that it remembers; "" for any other session."""

KnownSender = Callable[[Scope], Awaitable[str]]
"""A function that names the account or link that sends a request, by its session or its URL; "" if it is not known."""

Place = tuple[str, str]
"""A network, and what of it is counted."""


def none_remembered(_scope: Scope) -> str:
    return ""


async def nobody(_scope: Scope) -> str:
    return ""


class OpenRequests:
    """ASGI application that passes requests to the application behind it, and answers 503 at once if their network has
    too many open."""

    def __init__(
        self,
        behind: App,
        known_session: KnownSender = nobody,
        valid_link: KnownSender = nobody,
        remembered_session: RememberedSender = none_remembered,
        loop_time: LoopTime = LOOP_TIME,
    ) -> None:
        self._behind = behind
        self._known_session, self._valid_link = known_session, valid_link
        self._remembered_session = remembered_session
        self._time = loop_time
        self._open = Counter[Place]()

    def __len__(self) -> int:
        return self._open.total()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._behind(scope, receive, send)
            return
        network = network_of(scope)
        place = network, STREAMS if scope["path"] == "/live/events" else REQUESTS
        of_body = (network, BODIES) if has_body(scope) else None
        if self._is_full(place) or (of_body and self._is_full(of_body)):
            own_place = await self._time.measured(network, self._own_place(network, scope, send))
            if own_place is None:
                return
            place, of_body = own_place, None
        with ExitStack() as until_answered, ExitStack() as until_received:
            self._enter(place, until_answered)
            if of_body:
                self._enter(of_body, until_received)
                receive = _calling(until_received.close, receive)
            await self._behind(scope, receive, send)

    async def _own_place(self, network: str, scope: Scope, send: Send) -> Place | None:
        """Return the place of a known sender above the limits of the network, or refuse the request."""
        sender = await self._sender(network, scope)
        place = network, f"sender {sender}"
        if sender and not self._is_full(place):
            return place
        await refuse(send, 503)
        return None

    async def _sender(self, network: str, scope: Scope) -> str:
        if is_excessive(scope):  # whose cookies may take seconds to parse
            return ""
        by_session = self._remembered_session(scope) or await self._looked_up(
            (network, SESSIONS), self._known_session, scope
        )
        return by_session or await self._looked_up((network, LINKS), self._valid_link, scope)

    async def _looked_up(self, place: Place, sender_of: KnownSender, scope: Scope) -> str:
        if self._is_full(place):
            return ""
        with ExitStack() as until_known:
            self._enter(place, until_known)
            return await sender_of(scope)

    def _is_full(self, place: Place) -> bool:
        _network, kind = place
        return self._open[place] >= MOST_OF_NETWORK.get(kind, MOST_OF_SENDER)

    def _enter(self, place: Place, until: ExitStack) -> None:
        self._open[place] += 1
        until.callback(self._leave, place)

    def _leave(self, place: Place) -> None:
        self._open[place] -= 1
        if not self._open[place]:
            del self._open[place]


def _calling(received: Callable[[], None], receive: Receive) -> Receive:
    """Return a `receive` that calls `received` when the whole body has arrived."""

    async def receiving() -> Mapping[str, Any]:
        message = await receive()
        if not message.get("more_body", False):
            received()
        return message

    return receiving
