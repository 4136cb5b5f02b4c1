"""Cache of public pages that are equal for all strangers (visitors without a session), until their tournament changes.

A view marks its page by `share`. The whole response is cached, compressed once, and sent for every request without a
session for the same URL in the same language. Before each response the tournament's version is read (`live.newest`). So
nobody gets a page that is older than their request, even if another process has changed the tournament. If the version
has changed, the first request has the page rendered again, and all other requests wait for this rendering.
"""

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Mapping
from functools import partial
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, parse_cookie

from tournament.core.queries.visibility import Audience
from tournament.core.replica.readers import HARMLESS_COOKIES, WROTE
from tournament.core.replica.routing import reads_replica
from tournament.core.telemetry.measures import SHARED
from tournament.live.drawing import Begins, Drawing
from tournament.live.drawn_pages import DrawnPage
from tournament.live.lanes.lane import BEGINS, GROUP, MEMBER, group_of
from tournament.live.newest import Newest, read_versions
from tournament.live.news import HEADER
from tournament.live.sharing.answer import AnswerToShare
from tournament.live.sharing.queue import PushQueue
from tournament.live.types import App, Receive, Scope, Send
from tournament.models import Tournament

SLOT = "tenbo.shared"
"""Key of the ASGI scope for the list to which `share` adds the page's tournament."""

MOST_BYTES = 32_000_000
"""The most bytes of all cached pages of this process; the least recently used pages are dropped."""

MOST_ADDRESSES = 2_000
"""The most URLs that are remembered as shared; the least recently rendered URL is dropped."""

LONGEST_KEY = 1_500
"""The most characters of a cache key (URL and `VARYING` headers), usually 300. Longer keys are not cached."""

TRIED_AGAIN = 60
"""Seconds after which a stream may try again to render a URL that turned out not to be a shared page."""

VARYING = {b"accept-language", b"hx-request", b"x-forwarded-proto", b"x-forwarded-host", b"host"}
"""Request headers on whose values a page may depend."""

DRAWN_WITH = VARYING | {b"accept-encoding", b"x-forwarded-for"}
"""Request headers that Django gets when it renders a page for all who wait for it, beside the cookie of the language.
Any other header or cookie of the one who asks first could change the page of all others, or make it fail: a
Content-Type may have a charset that Django refuses."""

CSRF_COOKIE = re.compile(r"[a-zA-Z0-9]{32}(?:[a-zA-Z0-9]{32})?")
"""A CSRF cookie that Django does not replace. The answer that replaces one belongs to its browser alone, and tells
nothing of the page."""

OF_STRANGERS = HARMLESS_COOKIES | {WROTE}
"""Cookies that a request without a session may have. The cookies change only the language, which is part of the cache
key. A page with a CSRF token sets a cookie itself, so it is not cached."""

TELLS_OF_PAGE = {200, 302, 404, 410}
"""Statuses that tell whether a page may be shared. Others say something of the request: a wrong Host is answered with
400, a refresh with nothing new 204, one that took too long 409, and what a full queue refused 503."""

STREAMS = "streams"
"""The lane's group in which the parts for all streams wait. If they waited in the group of one stream's network, this
network could delay the parts of all others."""

SHARED_PAGE = "shared page"
"""The member of each network for which known shared pages wait to be rendered. No session or link has this name. If
they waited with other visitors without a session, a flood of these would delay public pages."""

SHOWN_HEADER = HEADER.lower().encode()

Key = tuple[Any, ...]


def share(request: HttpRequest, tournament: Tournament, audience: str | None) -> None:
    """Allow the response to this request to be cached for all visitors without a session until the tournament changes.

    Pages for an `audience` (see `live.fragments.fragment`) other than `Audience.EVERYONE` are not cached. The whole
    page must depend only on the tournament, the URL, the language and the day. Its view must declare which query
    parameters it reads (`live.sharing.parameters`). A page that was read from a replica is not shared, because it may
    be older than the version of which open pages were notified.
    """
    if reads_replica():
        return
    slot = getattr(request, "scope", {}).get(SLOT)
    if slot is not None and audience is not None and audience.startswith(Audience.EVERYONE):
        slot.append((tournament.pk, tournament.version))


class SharedPages:
    """ASGI application that answers with cached pages, and passes every other request to the application behind it."""

    def __init__(self, behind: App, newest: Newest[int, int] | None = None) -> None:
        self._behind = behind
        self._newest = newest or Newest(read_versions)
        self._pages: OrderedDict[Key, DrawnPage] = OrderedDict()
        self._size = 0
        self._addresses: OrderedDict[Key, None] = OrderedDict()
        self._unshared: OrderedDict[Key, float] = OrderedDict()  # by URL: not tried again before this time
        self._drawing: dict[Key, Drawing[DrawnPage | None]] = {}
        self._pushed = PushQueue[DrawnPage | None]()

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
        """Return the shared page in a version at least as new as the one in `news` (versions by tournament's id).

        The result is None if the page shows none of these tournaments, or is not a shared page. Only one page is
        rendered for streams at a time (`PushQueue`), so that a browser's request never waits for several renderings.
        """
        page = self._pages.get(key)
        while page is None or page.version < news.get(page.tournament_id, 0):
            page = await self._pushed.page(key, partial(self._draw_for_streams, key, scope | {GROUP: STREAMS}, news))
            if page is None:
                return None
        return page if page.tournament_id in news else None

    async def _draw_for_streams(self, key: Key, scope: Scope, news: Mapping[int, int]) -> DrawnPage | None:
        page = self._pages.get(key)
        if page is None:
            page = await self._current(key, scope) or await self._tried(key, scope)
        if page is not None and page.version < news.get(page.tournament_id, 0):
            page = await self._draw_until(page.tournament_id, news[page.tournament_id], key, scope)
        return page

    async def _tried(self, key: Key, scope: Scope) -> DrawnPage | None:
        """Try to render a page that nobody has requested since this process started; None if it is not a shared page.

        Streams need this: after a restart of the server the streams of a whole hall reconnect, but no browser requests
        a page.
        """
        address = _address(scope)
        if address in self._addresses or self._unshared.get(address, 0) > time.monotonic():
            return None
        return await self._drawn(key, scope)

    async def _current(self, key: Key, scope: Scope) -> DrawnPage | None:
        """Return the page, rendered again if it is stale; None if it is not a shared page or the database fails."""
        page = self._pages.get(key)
        if page is None and _address(scope) in self._addresses:
            # The first request in this language, or for this part: a whole hall may send it at once, so it is rendered
            # once.
            page = await self._drawn(key, scope)
        if page is None:
            return None
        try:
            version = await self._newest.value(page.tournament_id)
        except DatabaseError:
            return None
        page = self._pages.get(key)
        if page is not None and not _is_current(page, version):
            page = await self._draw_until(page.tournament_id, version or 0, key, scope)
        if page is not None and key in self._pages:
            self._pages.move_to_end(key)
        return page

    async def _draw_until(self, tournament_id: int, version: int, key: Key, scope: Scope) -> DrawnPage | None:
        """Repeat the rendering until the page shows this version; a rendering in progress may show an older one.

        Stop if the URL belongs to another tournament or to none by now.
        """
        while True:
            page = await self._drawn(key, scope)
            if page is None or page.tournament_id != tournament_id or page.version >= version:
                return page

    async def _drawn(self, key: Key, scope: Scope) -> DrawnPage | None:
        """Return the page from the rendering in progress, or from a new rendering."""
        if key not in self._drawing:
            self._drawing[key] = Drawing(partial(self._drawing.pop, key))
        drawing = self._drawing[key]
        drawing.attempt(group_of(scope), partial(self._draw, key, scope))
        return await drawing.page()

    async def _draw(self, key: Key, scope: Scope, begins: Begins) -> DrawnPage | None:
        """Render the page when the turn of this request comes; None if it is not a shared page, if the queue was full,
        or if another request has begun to render it."""
        answer = AnswerToShare()
        messages: list[Mapping[str, Any]] = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Mapping[str, Any]:
            return messages.pop() if messages else await asyncio.Future()

        headers = [header for header in scope["headers"] if header[0] in DRAWN_WITH]
        if (language := _cookies(scope).get(settings.LANGUAGE_COOKIE_NAME)) in dict(settings.LANGUAGES):
            headers.append((b"cookie", f"{settings.LANGUAGE_COOKIE_NAME}={language}".encode()))
        if _is_refresh(scope):
            headers.append((SHOWN_HEADER, b""))
        scope = scope | {"headers": headers, SLOT: answer.shared, BEGINS: begins, MEMBER: SHARED_PAGE}
        await self._behind(scope, receive, answer.note)
        if not answer.is_shared and answer.status in TELLS_OF_PAGE:
            self._note_unshared(_address(scope))
        return await self._keep(key, scope, answer)

    def _note_unshared(self, address: Key) -> None:
        self._unshared[address] = time.monotonic() + TRIED_AGAIN
        if len(self._unshared) > MOST_ADDRESSES:
            self._unshared.popitem(last=False)

    async def _first(self, key: Key, scope: Scope, receive: Receive, send: Send) -> DrawnPage | None:
        """Pass the request on. Return the response as a page if it may be cached; otherwise send the response."""
        answer = AnswerToShare()

        async def noting(message: Mapping[str, Any]) -> None:
            await answer.note(message)
            if not answer.is_shared:
                await send(message)

        await self._behind(scope | {SLOT: answer.shared}, receive, noting)
        return await self._keep(key, scope, answer)

    async def _keep(self, key: Key, scope: Scope, answer: AnswerToShare) -> DrawnPage | None:
        if answer.status not in TELLS_OF_PAGE:
            return None
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


def _is_current(page: DrawnPage, version: int | None) -> bool:
    return version is not None and page.version >= version and time.monotonic() < page.until


def _address(scope: Scope) -> Key:
    return scope["path"], scope["query_string"]


def _is_refresh(scope: Scope) -> bool:
    """Whether the browser says which version it shows. The response may then be 204."""
    return any(name == SHOWN_HEADER for name, _value in scope["headers"])


def _cookies(scope: Scope) -> Mapping[str, str]:
    """Parse the cookies as Django does: if Django saw a session that is not seen here, a private page would be
    cached."""
    return parse_cookie("; ".join(value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"))


def key_of(scope: Scope) -> Key | None:
    """Return the cache key of a request without a session; None for a request that Django must answer."""
    names = {name for name, _value in scope["headers"]}
    if scope["method"] != "GET" or names & {b"authorization", b"content-length", b"transfer-encoding"}:
        return None
    cookies = _cookies(scope)
    lines = sum(name == b"cookie" for name, _value in scope["headers"])
    if lines > 1 or not cookies.keys() <= OF_STRANGERS:  # Django joins several lines with commas
        return None
    if not CSRF_COOKIE.fullmatch(cookies.get(settings.CSRF_COOKIE_NAME, "0" * 32)):
        return None
    language = cookies.get(settings.LANGUAGE_COOKIE_NAME)
    key = (
        *(scope.get("scheme"), scope["path"], scope["query_string"], language),
        _is_refresh(scope),
        *sorted(header for header in scope["headers"] if header[0] in VARYING),
    )
    return key if len(repr(key)) <= LONGEST_KEY else None
