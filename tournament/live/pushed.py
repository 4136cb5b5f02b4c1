"""Parts of pages that are sent in a stream together with the new versions, so that browsers need not request them.

These parts are shared pages (`live.shared_pages`), so they are sent only to anonymous visitors. Each part is compressed
once, and all streams send the same bytes. A browser requests all other parts itself.
"""

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from urllib.parse import unquote

from django.utils.encoding import iri_to_uri

from tournament.live.drawn_pages import DrawnPage
from tournament.live.hub import GONE
from tournament.live.shared_pages import Key, SharedPages, key_of
from tournament.live.sharing.parameters import query_of
from tournament.live.types import Scope

MOST_PARTS = 4
"""The most parts that are sent in one stream."""

MOST_BYTES = 128_000
"""The most bytes of the parts that one stream sends at once, because each stream holds a copy of them until its browser
has read them. Browsers request the parts that are left out."""

LONGEST_ADDRESS = 300

LONGEST_WAIT = 2
"""Seconds after which the new versions are sent without the parts that are not ready. The browser then requests these
parts."""


@dataclass(slots=True)
class _Part:
    address: str
    scope: Scope
    key: Key
    sent: bytes = field(default=b"")


class PushedParts:
    """The parts at these URLs, as they are sent to the browser of one stream. If the browser has a session, no parts
    are sent."""

    def __init__(self, pages: SharedPages, scope: Scope, addresses: Iterable[str]) -> None:
        self._pages = pages
        self._parts: list[_Part] = []
        # Further URLs are ignored without a check, because resolving a URL that does not exist takes long.
        for address in islice(dict.fromkeys(addresses), MOST_PARTS):
            if _is_address(address):
                part_scope = _scope_of(scope, address)
                if part_scope is not None and (key := key_of(part_scope)) is not None:
                    self._parts.append(_Part(address, part_scope, key))

    async def events(self, news: Mapping[int, int]) -> bytes:
        """Return an event for each part that shows one of these new versions (`news`, by the tournament's id).

        The event's data are the tournament's id, the version that the part shows, the part's URL, and the part itself
        in gzip and Base64. If this stream has sent the same content before, the part itself is left out.
        """
        news = {pk: version for pk, version in news.items() if version != GONE}
        if not news or not self._parts:
            return b""
        events: list[bytes] = []
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_WAIT):
                for part in self._parts:
                    page = await self._pages.newest_of(part.key, part.scope, news)
                    if page is not None and sum(map(len, events)) + _new_bytes(part, page) <= MOST_BYTES:
                        events.append(_event(part, page))
        return b"".join(events)


def _new_bytes(part: _Part, page: DrawnPage) -> int:
    return 0 if page.etag == part.sent else len(page.base64)


def _event(part: _Part, page: DrawnPage) -> bytes:
    is_new = page.etag != part.sent
    part.sent = page.etag
    return b"event: part\ndata: %d %d %s %s\n\n" % (
        page.tournament_id,
        page.version,
        part.address.encode(),
        page.base64 if is_new else b"",
    )


def _is_address(text: str) -> bool:
    return text.startswith("/t/") and len(text) <= LONGEST_ADDRESS and text == iri_to_uri(text) and " " not in text


def _scope_of(stream: Scope, address: str) -> Scope | None:
    """Return the ASGI scope of the request with which this browser would refresh the part; None if streams do not send
    this part."""
    path, _mark, given = address.partition("?")
    query = query_of(unquote(path), given)
    if query is None:
        return None
    replaced = {b"hx-request": b"true", b"tenbo-shown": b"", b"accept-encoding": b"gzip"}
    headers = [header for header in stream["headers"] if header[0] not in replaced]
    return {
        **stream,
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [*headers, *replaced.items()],
    }
