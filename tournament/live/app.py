"""Serves the URLs under /live/ and /livez without Django, because thousands of browsers may keep a connection to /live/
open.

/live/events?t=12:345&t=13:7    a stream of server-sent events, one for each change of these tournaments
    &p=/t/open/standings/       with the parts at these URLs, if they are equal for all strangers (`live.pushed`)
/live/versions?t=12:345&t=13:7  polling, for browsers without a working stream: 204 while nothing changed
/livez                          200 while this process runs, for a proxy's check; it needs no thread and no lane

Each `t` is a tournament's id and the version that the browser shows; in responses and events the id and the new version
are written in the same way. Permission is checked when a browser connects, and then every minute. A stream ends after
`LIFETIME`; then its browser reconnects. Strangers are visitors without an account or private link.
"""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any
from urllib.parse import parse_qsl

from django.core.exceptions import DisallowedHost
from django.db import DatabaseError

from tournament.core.telemetry.measures import VIEWERS
from tournament.live.answers import refuse
from tournament.live.bodies import Bodies
from tournament.live.gate import page_for_strangers, sender_of
from tournament.live.hub import Hub, Subscription
from tournament.live.lanes.fair_queue import Full
from tournament.live.lanes.known_sessions import ReadOwners
from tournament.live.lanes.lanes import Lanes
from tournament.live.lanes.owners import OwnerOf
from tournament.live.lanes.valid_links import ReadLinks
from tournament.live.limits.bounded_http import LONGEST_LIVE_URL
from tournament.live.limits.headers import has_other_charset, is_excessive
from tournament.live.limits.unread import Unread
from tournament.live.newest import Newest
from tournament.live.news import versions_in
from tournament.live.permission import Permission
from tournament.live.pushed import MOST_PARTS, PushedParts
from tournament.live.shared_pages import SharedPages
from tournament.live.stopping import call_when_stopping
from tournament.live.tidying import EVERY
from tournament.live.types import App, Receive, Scope, Send
from tournament.live.watch import watch

HEARTBEAT = 10
"""Seconds without a change after which a stream sends a heartbeat, because browsers and proxies close silent
streams."""

LIFETIME = 300
"""Seconds after which a stream ends, varied randomly by up to a fifth, so that browsers do not all reconnect at
once."""

CHECK_EVERY = 60
"""Seconds between checks of a stream's permission, because a person may have been removed from the team meanwhile."""

MOST_TOURNAMENTS = 50
"""The most tournaments that one browser may follow at once."""

HEADERS = [
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx would buffer events
    (b"x-content-type-options", b"nosniff"),
]


Gate = Callable[[Scope, Collection[int]], Awaitable[Mapping[int, int]]]
"""A permission check with the signature of `Permission.versions`."""


class Live:
    """ASGI application that serves /live/ and passes every other request to the application behind it."""

    def __init__(
        self,
        behind: App,
        *,
        gate: Gate | None = None,
        hub: Hub | None = None,
        newest: Newest[int, int] | None = None,
        tidy: Callable[[], None] | None = None,
        owner_of: OwnerOf | None = None,
        session_owners: ReadOwners | None = None,
        valid_links: ReadLinks | None = None,
    ) -> None:
        self._tidy = tidy
        self._django = behind
        lanes = Lanes(behind, owner_of, session_owners, valid_links)
        self.known_session, self.valid_link = lanes.known_session, lanes.valid_link
        self.remembered_session = lanes.remembered_session
        self._behind = SharedPages(Bodies(lanes, sender_of, page_for_strangers), newest)
        self._gate = gate or Permission().versions
        self._unread = Unread()
        self.hub = Hub(watch) if hub is None else hub
        self._ends_with_server = False
        VIEWERS.set_function(lambda: len(self.hub))
        self._tidies_at = 0.0
        self._tidying: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._django(scope, receive, send)
            return
        self._tidy_now_and_then()
        if is_excessive(scope):
            await refuse(send, 431)
            return
        if has_other_charset(scope):
            await refuse(send, 415)
            return
        # Methods are compared as they arrive here, but Django would take "post" for "POST".
        if not scope["method"].isupper():
            await refuse(send, 405)
            return
        if scope["path"] == "/livez":
            await _respond(send, 200 if scope["method"] in {"GET", "HEAD"} else 405, "ok\n", "text/plain")
            return
        if not scope["path"].startswith("/live/"):
            await self._behind(scope, receive, self._unread.in_pieces(scope, send))
            return
        answers = {"/live/events": self._events, "/live/versions": self._versions}
        answer = answers.get(scope["path"])
        # The length is checked again, because `BoundedHTTP` does not recognize a path under /live/ with escapes.
        known = _known_versions(scope["query_string"]) if len(scope["query_string"]) <= LONGEST_LIVE_URL else {}
        if answer is None:
            await _respond(send, 404)
        elif scope["method"] != "GET":
            await _respond(send, 405)
        elif not known or len(known) > MOST_TOURNAMENTS:
            await _respond(send, 400)
        else:
            await answer(scope, receive, send, known)

    def _tidy_now_and_then(self) -> None:
        now = asyncio.get_running_loop().time()
        is_tidying = self._tidying is not None and not self._tidying.done()
        if now >= self._tidies_at and self._tidy is not None and not is_tidying:
            self._tidies_at = now + EVERY
            self._tidying = asyncio.ensure_future(asyncio.to_thread(self._tidy))

    async def _events(self, scope: Scope, receive: Receive, send: Send, known: dict[int, int]) -> None:
        if not self._ends_with_server:
            self._ends_with_server = True
            call_when_stopping(self.hub.close)
        async with self.hub.subscription() as reader:
            status, versions = await self._check(scope, known)
            if reader.over:
                status = 503
            if status != 200:
                await _respond(send, status)
                return
            reader.open(versions)
            await send(
                {"type": "http.response.start", "status": 200, "headers": [_type("text/event-stream"), *HEADERS]}
            )

            async def may_stay() -> bool:
                _status, allowed = await self._check(scope, known)
                return allowed.keys() == versions.keys()

            parts = PushedParts(self._behind, scope, _addresses(scope["query_string"]))
            await _until_gone(receive, _stream(reader, send, _news(known, versions), parts, may_stay))

    async def _versions(self, scope: Scope, receive: Receive, send: Send, known: dict[int, int]) -> None:
        status, versions = await self._check(scope, known)
        news = _news(known, versions)
        if status == 200 and not news:
            status = 204
        await _respond(send, status, json.dumps(news) if news else "")

    async def _check(self, scope: Scope, known: Collection[int]) -> tuple[int, Mapping[int, int]]:
        """Return the HTTP status, and the versions of the tournaments that this browser may follow. The status is 404
        if it may follow none."""
        try:
            versions = await self._gate(scope, frozenset(known))
        except DisallowedHost:
            return 400, {}
        except (DatabaseError, Full):
            return 503, {}
        return (200 if versions else 404), versions


async def _stream(
    reader: Subscription,
    send: Send,
    news: dict[int, int],
    parts: PushedParts,
    may_stay: Callable[[], Awaitable[bool]],
) -> None:
    loop = asyncio.get_running_loop()
    next_check = loop.time() + CHECK_EVERY * random.uniform(0.8, 1.2)  # noqa: S311
    end = loop.time() + LIFETIME * random.uniform(0.8, 1.2)  # noqa: S311 (a moment, not a secret)
    text = "retry: 2000\nevent: hello\ndata:\n\n"
    while True:
        shown = await parts.events(news)
        versions = "".join(f"data: {pk} {version}\n\n" for pk, version in news.items())
        # The parts first: when a browser receives a version, it requests the parts that it does not have yet.
        await send({"type": "http.response.body", "body": text.encode() + shown + versions.encode(), "more_body": True})
        news = await reader.news(HEARTBEAT)
        if not news and (reader.over or loop.time() > end):
            break
        if loop.time() > next_check:
            next_check = loop.time() + CHECK_EVERY
            if not await may_stay():
                break
        text = "" if news else f"event: {'beat' if reader.detects_changes else 'lost'}\ndata:\n\n"
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _news(known: Mapping[int, int], versions: Mapping[int, int]) -> dict[int, int]:
    return {pk: version for pk, version in versions.items() if version != known[pk]}


def _known_versions(query: bytes) -> dict[int, int]:
    """Return for each tournament in the query the version that the browser shows. Malformed fields are skipped; if the
    query string as a whole is malformed, the result is empty."""
    try:
        fields = parse_qsl(query.decode("ascii"), max_num_fields=MOST_TOURNAMENTS + MOST_PARTS)
    except ValueError:  # too many fields, or not ASCII
        return {}
    return versions_in(value for name, value in fields if name == "t")


def _addresses(query: bytes) -> list[str]:
    """Return the URLs of the parts that the browser shows; empty if the query string is malformed."""
    try:
        fields = parse_qsl(query.decode("ascii"), max_num_fields=MOST_TOURNAMENTS + MOST_PARTS)
    except ValueError:
        return []
    return [value for name, value in fields if name == "p"]


async def _until_gone(receive: Receive, stream: Any) -> None:
    """Run a stream until it ends or its browser disconnects, and cancel both tasks."""
    sending = asyncio.ensure_future(stream)
    listening = asyncio.ensure_future(_disconnect(receive))
    try:
        await asyncio.wait({sending, listening}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (sending, listening):
            task.cancel()
        results = await asyncio.gather(sending, listening, return_exceptions=True)
    for error in results:
        if isinstance(error, Exception) and not isinstance(error, OSError):  # a disconnected browser is no error
            raise error


async def _disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _type(text: str) -> tuple[bytes, bytes]:
    return (b"content-type", text.encode())


async def _respond(send: Send, status: int, body: str = "", content_type: str = "application/json") -> None:
    headers = [*HEADERS, _type(content_type if body else "text/plain"), (b"content-length", str(len(body)).encode())]
    if status == 405:
        headers.append((b"allow", b"GET"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body.encode()})
