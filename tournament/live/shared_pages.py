"""Pages that every stranger is shown alike are answered in front of Django until their tournament changes.

A view says of its page that it is one (`share`). Its answer is kept as a whole, compressed once, and given to everybody
who asks for the same address in the same language without a session. Before each answer the tournament's version is
read (`live.newest`), so nobody gets a page that is older than their request, also while other processes write. When the
version has changed, the first who asks has the page drawn anew, and all others wait for that one drawing.
"""

import asyncio
import gzip
import time
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, parse_cookie

from tournament.core.queries.visibility import Audience
from tournament.core.telemetry.measures import SHARED
from tournament.live.drawing import Drawing
from tournament.live.newest import Newest
from tournament.live.news import HEADER
from tournament.live.types import App, Receive, Scope, Send
from tournament.models import Tournament

SLOT = "tenbo.shared"
"""Where a scope has the list in which `share` puts the page's tournament."""

LIFETIME = 10
"""Seconds after which a page is drawn anew anyway: some show what day it is."""

MOST_BYTES = 32_000_000
"""Bytes of all kept pages of this process; those not asked for longest go first."""

MOST_ADDRESSES = 2_000
"""Addresses that are known to be shared; the one drawn least recently is forgotten."""

VARYING = {b"accept-language", b"hx-request", b"x-forwarded-proto", b"x-forwarded-host", b"host"}
"""Request headers by whose values pages differ."""

KNOWN_VARY = {"accept-encoding", "accept-language", "cookie", "hx-request"}

HARMLESS_COOKIES = {settings.LANGUAGE_COOKIE_NAME, settings.CSRF_COOKIE_NAME}
"""Cookies that a stranger may have. The language is part of the key; a page with a token sets a cookie."""

OWN_HEADERS = {b"vary", b"content-length", b"content-encoding", b"x-request-id", b"etag", b"cache-control"}
"""Headers of Django's answer that are not those of later ones."""

Key = tuple[Any, ...]


def share(request: HttpRequest, tournament: Tournament, audience: str | None) -> None:
    """Let every stranger have the answer to this request until the tournament changes.

    `audience` is whom it was drawn for, as for `live.fragments.fragment`. For a view whose whole page depends on
    nothing but the tournament, the address, the language and the day.
    """
    slot = getattr(request, "scope", {}).get(SLOT)
    if slot is not None and audience is not None and audience.startswith(Audience.EVERYONE):
        slot.append((tournament.pk, tournament.version))


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """A whole answer, with the version of the tournament that it shows.

    `base64` is the compressed page as streams send it (`live.pushed`): one object for thousands of them.
    """

    tournament_id: int
    version: int
    headers: tuple[tuple[bytes, bytes], ...]
    etag: bytes
    plain: bytes
    compressed: bytes
    until: float
    base64: bytes

    @property
    def size(self) -> int:
        return len(self.plain) + len(self.compressed) + len(self.base64)

    async def send(self, scope: Scope, send: Send) -> None:
        """Answer with it; with 304 if the browser has it."""
        asked = dict(scope["headers"])
        headers = [*self.headers, (b"etag", self.etag)]
        if self.etag in asked.get(b"if-none-match", b""):
            await send({"type": "http.response.start", "status": 304, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
            return
        body = self.plain
        if b"gzip" in asked.get(b"accept-encoding", b""):
            body = self.compressed
            headers.append((b"content-encoding", b"gzip"))
        headers.append((b"content-length", str(len(body)).encode()))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


class SharedPages:
    """ASGI application that answers from kept pages and passes every other request to the application behind it."""

    def __init__(self, behind: App, newest: Newest | None = None) -> None:
        self._behind = behind
        self._newest = newest or Newest()
        self._pages: OrderedDict[Key, DrawnPage] = OrderedDict()
        self._size = 0
        self._addresses: OrderedDict[Key, None] = OrderedDict()
        self._drawing: dict[Key, Drawing[DrawnPage | None]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        key = key_of(scope)
        if key is None:
            await self._behind(scope, receive, send)
            return
        page = await self._current(key, scope)
        if page is None:
            page = await self._first(key, scope, receive, send)
        else:
            SHARED.inc()
        if page is not None:
            await page.send(scope, send)

    async def newest_of(self, key: Key, scope: Scope, news: Mapping[int, int]) -> DrawnPage | None:
        """The page, if it shows a tournament of which there are news, at least as new as they are (versions by id).

        None if it shows none of them, or if nobody has shared it.
        """
        page = self._pages.get(key)
        if page is None:
            page = await self._current(key, scope)
        elif page.version < news.get(page.tournament_id, 0):
            page = await self._draw_until(page.tournament_id, news[page.tournament_id], key, scope)
        return page if page is not None and page.tournament_id in news else None

    async def _current(self, key: Key, scope: Scope) -> DrawnPage | None:
        """The page as it is now, drawn if need be; None if nobody has shared it, or if it cannot be any longer."""
        page = self._pages.get(key)
        if page is None and _address(scope) in self._addresses:
            # Nobody has asked in this language yet, or for the part alone: now a whole hall may do so at once.
            page = await self._drawn(key, scope)
        if page is None:
            return None
        try:
            version = await self._newest.version(page.tournament_id)
        except DatabaseError:
            return None
        page = self._pages.get(key)
        if page is not None and not _is_current(page, version):
            page = await self._draw_until(page.tournament_id, version or 0, key, scope)
        if page is not None and key in self._pages:
            self._pages.move_to_end(key)
        return page

    async def _draw_until(self, tournament_id: int, version: int, key: Key, scope: Scope) -> DrawnPage | None:
        """The page drawn anew. A drawing that began before this version was written does not count.

        Another tournament may have its address by now, or nobody.
        """
        while True:
            page = await self._drawn(key, scope)
            if page is None or page.tournament_id != tournament_id or page.version >= version:
                return page

    async def _drawn(self, key: Key, scope: Scope) -> DrawnPage | None:
        """The page by the drawing under way, or by a new one."""
        if key not in self._drawing:
            self._drawing[key] = Drawing(self._draw(key, scope))
        return await self._drawing[key].page()

    async def _draw(self, key: Key, scope: Scope) -> DrawnPage | None:
        answer = _Answer()
        asked: list[Mapping[str, Any]] = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Mapping[str, Any]:
            return asked.pop() if asked else await asyncio.Future()

        try:
            await self._behind(scope | {SLOT: answer.shared}, receive, answer.note)
            return await self._keep(key, scope, answer)
        finally:
            del self._drawing[key]

    async def _first(self, key: Key, scope: Scope, receive: Receive, send: Send) -> DrawnPage | None:
        """Pass the request on. Returns the page if the answer is one to be kept; any other answer is sent."""
        answer = _Answer()

        async def noting(message: Mapping[str, Any]) -> None:
            await answer.note(message)
            if not answer.is_shared:
                await send(message)

        await self._behind(scope | {SLOT: answer.shared}, receive, noting)
        return await self._keep(key, scope, answer)

    async def _keep(self, key: Key, scope: Scope, answer: "_Answer") -> DrawnPage | None:
        page = await asyncio.to_thread(answer.page) if answer.is_shared else None
        self._addresses.pop(_address(scope), None)
        if page is not None:
            self._addresses[_address(scope)] = None
        if len(self._addresses) > MOST_ADDRESSES:
            self._addresses.popitem(last=False)
        before = self._pages.pop(key, None)
        self._size -= before.size if before else 0
        if page is not None:
            self._pages[key] = page
            self._size += page.size
        while self._size > MOST_BYTES:
            self._size -= self._pages.popitem(last=False)[1].size
        return page


class _Answer:
    """An answer of Django's while it comes. It is shared if its view said so and nothing in it is for one browser."""

    def __init__(self) -> None:
        self.shared: list[tuple[int, int]] = []
        self.is_shared = False
        self._headers: list[tuple[bytes, bytes]] = []
        self._body = bytearray()

    async def note(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self._headers = list(message["headers"])
            self.is_shared = bool(self.shared) and message["status"] == 200 and _is_for_all(self._headers)
        elif self.is_shared:
            self._body += message.get("body", b"")

    def page(self) -> DrawnPage:
        body = bytes(self._body)
        is_compressed = (b"content-encoding", b"gzip") in _lower(self._headers)
        plain = gzip.decompress(body) if is_compressed else body
        compressed = body if is_compressed else gzip.compress(plain, 6, mtime=0)
        (tournament_id, version), *_others = self.shared
        return DrawnPage(
            tournament_id=tournament_id,
            version=version,
            headers=(
                *(header for header in _lower(self._headers) if header[0] not in OWN_HEADERS),
                (b"vary", b"Accept-Encoding, Accept-Language, Cookie, HX-Request"),
                (b"cache-control", b"no-cache"),
            ),
            etag=b'W/"%s"' % sha256(plain).hexdigest()[:32].encode(),
            plain=plain,
            compressed=compressed,
            base64=b64encode(compressed),
            until=time.monotonic() + LIFETIME,
        )


def _is_current(page: DrawnPage, version: int | None) -> bool:
    return version is not None and page.version >= version and time.monotonic() < page.until


def _lower(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    return [(name.lower(), value) for name, value in headers]


def _is_for_all(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether the answer sets no cookie, is not private, and differs by nothing but what is part of the key."""
    found = _lower(headers)
    if any(name == b"cache-control" and (b"private" in value or b"no-store" in value) for name, value in found):
        return False
    vary = {part.strip().lower() for name, value in found if name == b"vary" for part in value.decode().split(",")}
    return vary <= KNOWN_VARY and not any(name == b"set-cookie" for name, _value in found)


def _address(scope: Scope) -> Key:
    return scope["path"], scope["query_string"]


def key_of(scope: Scope) -> Key | None:
    """What decides which page is shown to a stranger; None for a request that only Django can answer."""
    names = {name for name, _value in scope["headers"]}
    if scope["method"] != "GET" or names & {b"authorization", b"content-length", b"transfer-encoding"}:
        return None
    # Read as Django reads them: a session that only one of both sees would make somebody's own page everybody's.
    lines = [value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]
    cookies = parse_cookie("; ".join(lines))
    if len(lines) > 1 or not cookies.keys() <= HARMLESS_COOKIES:  # Django joins several lines by commas
        return None
    language = cookies.get(settings.LANGUAGE_COOKIE_NAME)
    return (
        *(scope.get("scheme"), scope["path"], scope["query_string"], language),
        HEADER.lower().encode() in names,  # a refresh may be answered that nothing changed
        *sorted(header for header in scope["headers"] if header[0] in VARYING),
    )
