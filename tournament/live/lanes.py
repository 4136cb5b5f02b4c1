"""Lanes: only a few requests of each kind are answered in parallel, so that recording a hand is never delayed by
others.

Each request runs in a thread of its own, and if all ran in parallel each would be as late as the last. The requests of
a lane are answered in order of arrival, at tables in turn by event and session (`FairQueue`); when its queue is full,
others are refused with 503. While a hand is being recorded, no request of another lane begins (`HandsFirst`).

* hands: POSTs of hands from browsers that have proved that they may score the table.
* table: other requests about a table from browsers that have proved that they may score it.
* arrivals: the same URLs for other browsers, and players' own pages.
* passwords: all forms of accounts, which hash passwords and send mails.
* files: exports, each of which may take seconds and a hundred megabytes.
* refreshes: parts that all open pages request at once after each write.
* plans: seating plans of whole events, which may take many seconds to compute.
* pictures: announcements with their pictures, each of which may take seconds to re-encode.
* imports: safety copies, files from a laptop and its live mirror, which may take minutes to check and write.
* static: static files and health checks.
* forms: every other POST.
* pages: everything else.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from django.conf import settings

from tournament.core.telemetry.measures import WAITED, WAITING
from tournament.live.answers import refuse
from tournament.live.bodies import TAKES_FILES
from tournament.live.fair_queue import FairQueue, Full
from tournament.live.garbage import collect_after_file
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
MIRROR = re.compile(r"/t/[^/]+/laptop/mirror/")
PLAN = re.compile(r"/t/[^/]+/seating/(?:plan|repair)/")
PICTURE = re.compile(r"/t/[^/]+/about/edit/")
STATIC = f"/{settings.STATIC_URL.strip('/')}/"

MOST_PROVEN = 5_000
"""Most sessions that are remembered as scoring a table; the least recently used is dropped."""

CHUNK = 65_536
"""Bytes of a response that are passed to the connection at once; the rest follows when the client has read them."""

MOST_UNREAD = 128_000_000
"""Most bytes of files in this process that clients have not read yet."""

LONGEST_DELAY = 0.25
"""Most seconds that a request waits for hands: in a hall where tables play all the time, it must be answered too."""


class HandsFirst:
    """Counts the hands that are being recorded; other requests wait until there is none."""

    def __init__(self) -> None:
        self._hands: set[object] = set()
        self._none = asyncio.Event()
        self._none.set()

    def recording(self, behind: App) -> App:
        """An application that records hands: each from the beginning of the request to that of its answer."""

        async def record(scope: Scope, receive: Receive, send: Send) -> None:
            hand = object()
            self._hands.add(hand)
            self._none.clear()

            async def sending(message: Mapping[str, Any]) -> None:
                self._end(hand)
                await send(message)

            try:
                await behind(scope, receive, sending)
            finally:
                self._end(hand)

        return record

    async def wait(self) -> None:
        """Until no hand is being recorded, or for `LONGEST_DELAY`."""
        if self._hands:
            with suppress(TimeoutError):
                async with asyncio.timeout(LONGEST_DELAY):
                    await self._none.wait()

    def _end(self, hand: object) -> None:
        self._hands.discard(hand)
        if not self._hands:
            self._none.set()


class Lane:
    """ASGI application that answers at most `at_once` requests in parallel; at most `waiting` more wait.

    `fair` serves those who wait in turn by event and session; otherwise they are served in order of arrival.
    """

    def __init__(
        self, behind: App, *, at_once: int, waiting: int, hands: HandsFirst | None = None, fair: bool = False
    ) -> None:
        self.behind = behind
        self.waiting = waiting
        self._hands = hands or HandsFirst()
        self._turns = FairQueue(at_once) if fair else FairQueue(at_once, most_of_one=waiting)
        self._fair = fair
        self._queue = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait for a turn and answer. A request whose browser disconnects while it waits is dropped."""
        if self._queue >= self.waiting:
            await refuse(send, 503)
            return
        first = await receive()
        gone = asyncio.ensure_future(receive())
        turn = _Turn(self._turns, *(_whose(scope) if self._fair else ("", b"")))
        try:
            self._queue += 1
            try:
                with WAITING.track_inprogress(), WAITED.time():
                    await turn.begin()
                    await self._hands.wait()
            except Full:
                await refuse(send, 503)
                return
            finally:
                self._queue -= 1
            if not gone.done():
                await self.behind(scope, _replay(first, gone), turn.between(send))
        finally:
            turn.end()
            gone.cancel()


class _Turn:
    """One request's place in a lane, released while the response is sent: a slow client does not block the next."""

    def __init__(self, turns: FairQueue, event: str, session: bytes) -> None:
        self._turns = turns
        self._event, self._session = event, session
        self._is_on = False

    async def begin(self) -> None:
        await self._turns.begin(self._event, self._session)
        self._is_on = True

    def end(self) -> None:
        if self._is_on:
            self._is_on = False
            self._turns.end()

    def between(self, send: Send) -> Send:
        async def sending(message: Mapping[str, Any]) -> None:
            self.end()
            await send(message)

        return sending


class Files:
    """Sends files in pieces, and refuses requests for files with 503 while too many bytes are unread."""

    def __init__(self, behind: App) -> None:
        self.behind = behind
        self._unread = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._unread > MOST_UNREAD:
            await refuse(send, 503)
            return

        async def sending(message: Mapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                collect_after_file()
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
    """ASGI application that passes each request through its lane to the application behind it."""

    def __init__(self, behind: App) -> None:
        self._proven: OrderedDict[bytes, None] = OrderedDict()
        hands = HandsFirst()
        lane = partial(Lane, behind, hands=hands)
        self._recording = Lane(hands.recording(behind), at_once=8, waiting=2_000, fair=True)
        self._at_table = lane(at_once=8, waiting=2_000, fair=True)
        self._passwords = lane(at_once=4, waiting=40)
        self._files = Files(lane(at_once=1, waiting=40))
        self._plans = lane(at_once=1, waiting=40)
        self._imports = lane(at_once=1, waiting=40)
        self._pictures = lane(at_once=6, waiting=40)  # one re-encodes and four wait (`core.pictures.TURNS`)
        self._refreshes = lane(at_once=2, waiting=1_000)
        self._arrivals = lane(at_once=2, waiting=1_000)
        self._forms = lane(at_once=2, waiting=200)
        self._pages = lane(at_once=2, waiting=1_000)
        self._static = lane(at_once=2, waiting=4_000)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        session = _session(scope)
        if session:
            send = self._noting(scope, session, send)
        await self._lane(scope, session)(scope, receive, send)

    def _lane(self, scope: Scope, session: bytes) -> App:
        path: str = scope["path"]
        if session in self._proven and scope["method"] == "POST" and HANDS.fullmatch(path):
            return self._recording
        if AT_TABLE.match(path):
            return self._at_table if session in self._proven else self._arrivals
        if OWN_PAGE.match(path):
            return self._arrivals
        if path.startswith(STATIC) or path in ("/livez", "/healthz", "/readyz"):
            return self._static
        if PLAN.fullmatch(path):
            return self._plans
        if scope["method"] == "POST" and (TAKES_FILES.fullmatch(path) or MIRROR.fullmatch(path)):
            return self._imports
        if scope["method"] == "POST" and ENCRYPTED_COPY.fullmatch(path):
            return self._files
        if scope["method"] == "POST":
            forms = self._pictures if PICTURE.fullmatch(path) else self._forms
            return self._passwords if path.startswith("/accounts/") else forms
        if FILE.fullmatch(path) and not path.startswith("/api/"):
            return self._files
        return self._refreshes if is_refresh(scope) else self._pages

    def _noting(self, scope: Scope, session: bytes, send: Send) -> Send:
        """Remember the session if the response proves that it may score this table, because others get 404."""

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


def _whose(scope: Scope) -> tuple[str, bytes]:
    """The slug of the event that a request at a table is about, and its session."""
    return scope["path"].split("/")[2], _session(scope)


def _session(scope: Scope) -> bytes:
    """The session key in the cookies; empty if there is none."""
    wanted = f"{settings.SESSION_COOKIE_NAME}=".encode()
    cookies = (value for name, value in scope["headers"] if name == b"cookie")
    for part in b";".join(cookies).split(b";"):
        if part.strip().startswith(wanted):
            return bytes(part.strip()[len(wanted) :])
    return b""


def _replay(first: Mapping[str, Any], gone: "asyncio.Future[Mapping[str, Any]]") -> Receive:
    """Return a `receive` that returns the message that was read already, and then waits for the next."""
    messages = [first]

    async def receive() -> Mapping[str, Any]:
        return messages.pop() if messages else await asyncio.shield(gone)

    return receive
