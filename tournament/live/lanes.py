"""Lanes: a few requests of each kind are answered at the same time, so that a hand at the table waits for nobody.

Each request works in a thread of its own, and in parallel each would be as late as the last. The requests of a lane are
answered in order of arrival; beyond what may wait, they are refused at once.

* table: what a browser asks about its table once it has shown that it may. A stranger cannot get there.
* arrivals: the same addresses, and players' own pages, for browsers that have not shown it yet.
* passwords: all forms of accounts, which hash and mail.
* files: exports, each of which may take seconds and a hundred megabytes.
* refreshes: what open pages fetch again after each write, all at once.
* plans: seats of a whole event, which may take many seconds to compute.
* imports: safety copies and what a laptop brings back, which may take minutes to check and write.
* forms: what else is sent.
* pages: everything else.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from django.conf import settings

from tournament.core.telemetry.measures import WAITED, WAITING
from tournament.live.answers import refuse
from tournament.live.bodies import TAKES_FILES
from tournament.live.news import HEADER
from tournament.live.types import App, Receive, Scope, Send

REFRESH_HEADER = HEADER.lower().encode()
"""Header that marks a refresh, lower-cased as ASGI sends it."""

AT_TABLE = re.compile(r"/t/[^/]+/(?:tables/\d+|hanchans/\d+)/")
OWN_PAGE = re.compile(r"/t/[^/]+/enter/\d+/")
TABLE_SCREEN = re.compile(r"/t/[^/]+/tables/\d+/")
HANDS = re.compile(r"/t/[^/]+/hanchans/\d+/hands/")
FILE = re.compile(r".*\.(?:json|csv|xlsx|pdf)|/t/[^/]+/print/.+")
ENCRYPTED_COPY = re.compile(r"/t/[^/]+/takeaway/encrypted/")
PLAN = re.compile(r"/t/[^/]+/seating/(?:plan|repair)/")
STATIC = f"/{settings.STATIC_URL.strip('/')}/"

MOST_PROVEN = 5_000
"""Browsers that are known to score a table; the one not seen for longest is forgotten."""

CHUNK = 65_536
"""Bytes of an answer that are given to the connection at once: the rest waits until its reader has taken them."""

MOST_UNREAD = 128_000_000
"""Bytes of files that their readers have not taken yet, in this process."""


class Lane:
    """At most `at_once` requests are being answered here, and `waiting` wait."""

    def __init__(self, behind: App, *, at_once: int, waiting: int) -> None:
        self.behind = behind
        self.waiting = waiting
        self._free = asyncio.Semaphore(at_once)
        self._queue = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer in turn. A request whose browser has disconnected meanwhile is dropped."""
        if self._queue >= self.waiting:
            await refuse(send, 503)
            return
        first = await receive()
        gone = asyncio.ensure_future(receive())
        turn = _Turn(self._free)
        try:
            self._queue += 1
            try:
                with WAITING.track_inprogress(), WAITED.time():
                    await turn.begin()
            finally:
                self._queue -= 1
            if not gone.done():
                await self.behind(scope, _replay(first, gone), turn.between(send))
        finally:
            turn.end()
            gone.cancel()


class _Turn:
    """One request's place in a lane. The next begins while this one's answer travels, however slowly it is read."""

    def __init__(self, free: asyncio.Semaphore) -> None:
        self._free = free
        self._is_on = False

    async def begin(self) -> None:
        if not self._is_on:
            await self._free.acquire()
            self._is_on = True

    def end(self) -> None:
        if self._is_on:
            self._is_on = False
            self._free.release()

    def between(self, send: Send) -> Send:
        async def sending(message: Mapping[str, Any]) -> None:
            self.end()
            await send(message)
            if message.get("more_body"):  # a streamed answer has its next piece made
                await self.begin()

        return sending


class Files:
    """Gives files to their readers in pieces, and makes no more of them while too much is unread."""

    def __init__(self, behind: App) -> None:
        self.behind = behind
        self._unread = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._unread > MOST_UNREAD:
            await refuse(send, 503)
            return

        async def sending(message: Mapping[str, Any]) -> None:
            body = message.get("body", b"")
            if len(body) <= CHUNK:
                await send(message)
                return
            self._unread += len(body)
            try:
                for start in range(0, len(body), CHUNK):
                    is_last = start + CHUNK >= len(body)
                    piece = {"body": body[start : start + CHUNK], "more_body": not is_last or message.get("more_body")}
                    await send({**message, **piece})
            finally:
                self._unread -= len(body)

        await self.behind(scope, receive, sending)


class Lanes:
    """ASGI application that passes each request to the application behind it through its lane."""

    def __init__(self, behind: App) -> None:
        self._proven: OrderedDict[bytes, None] = OrderedDict()
        self._at_table = Lane(behind, at_once=8, waiting=2_000)
        self._passwords = Lane(behind, at_once=4, waiting=40)
        self._files = Files(Lane(behind, at_once=1, waiting=40))
        self._plans = Lane(behind, at_once=1, waiting=40)
        self._imports = Lane(behind, at_once=1, waiting=40)
        self._refreshes = Lane(behind, at_once=2, waiting=1_000)
        self._arrivals = Lane(behind, at_once=2, waiting=1_000)
        self._forms = Lane(behind, at_once=2, waiting=200)
        self._pages = Lane(behind, at_once=2, waiting=1_000)
        self._static = Lane(behind, at_once=2, waiting=4_000)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        session = _session(scope)
        if session:
            send = self._noting(scope, session, send)
        await self._lane(scope, session)(scope, receive, send)

    def _lane(self, scope: Scope, session: bytes) -> App:
        path: str = scope["path"]
        if AT_TABLE.match(path):
            return self._at_table if session in self._proven else self._arrivals
        if OWN_PAGE.match(path):
            return self._arrivals
        if path.startswith(STATIC) or path in ("/healthz", "/readyz"):
            return self._static
        if PLAN.fullmatch(path):
            return self._plans
        if scope["method"] == "POST" and TAKES_FILES.fullmatch(path):
            return self._imports
        if scope["method"] == "POST" and ENCRYPTED_COPY.fullmatch(path):
            return self._files
        if scope["method"] == "POST":
            return self._passwords if path.startswith("/accounts/") else self._forms
        if FILE.fullmatch(path) and not path.startswith("/api/"):
            return self._files
        return self._refreshes if is_refresh(scope) else self._pages

    def _noting(self, scope: Scope, session: bytes, send: Send) -> Send:
        """Remember the session if the answer shows that it scores this table: strangers get 404 there."""

        async def sending(message: Mapping[str, Any]) -> None:
            if message["type"] == "http.response.start" and _proves(scope, message["status"]):
                self._proven[session] = None
                self._proven.move_to_end(session)
                if len(self._proven) > MOST_PROVEN:
                    self._proven.popitem(last=False)
            await send(message)

        return sending


def is_refresh(scope: Scope) -> bool:
    return scope["method"] == "GET" and any(name == REFRESH_HEADER for name, _ in scope["headers"])


def _proves(scope: Scope, status: int) -> bool:
    if scope["method"] == "GET":
        return status == 200 and TABLE_SCREEN.fullmatch(scope["path"]) is not None
    return scope["method"] == "POST" and status in (200, 302, 409, 422) and HANDS.fullmatch(scope["path"]) is not None


def _session(scope: Scope) -> bytes:
    """The session's key in the cookies; empty without one."""
    wanted = f"{settings.SESSION_COOKIE_NAME}=".encode()
    cookies = (value for name, value in scope["headers"] if name == b"cookie")
    for part in b";".join(cookies).split(b";"):
        if part.strip().startswith(wanted):
            return bytes(part.strip()[len(wanted) :])
    return b""


def _replay(first: Mapping[str, Any], gone: "asyncio.Future[Mapping[str, Any]]") -> Receive:
    """Return a `receive` that repeats the message read already, then waits for the next."""
    messages = [first]

    async def receive() -> Mapping[str, Any]:
        return messages.pop() if messages else await asyncio.shield(gone)

    return receive
