"""The parts of a page that its stream brings along, so that who watches it need not ask.

They are shared pages (`live.shared_pages`), so only strangers have any. A part is compressed once, and all streams send
the same bytes. A browser whose part is not pushed asks for it as before.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from django.utils.encoding import iri_to_uri

from tournament.live.shared_pages import DrawnPage, Key, SharedPages, key_of
from tournament.live.types import Scope
from tournament.live.watch import GONE

MOST_PARTS = 4
"""Parts that one stream brings along."""

LONGEST_ADDRESS = 300


@dataclass(slots=True)
class _Part:
    address: str
    scope: Scope
    key: Key
    sent: bytes = field(default=b"")


class PushedParts:
    """The parts at these addresses, for the browser of this stream; none for one with a session."""

    def __init__(self, pages: SharedPages, scope: Scope, addresses: Iterable[str]) -> None:
        self._pages = pages
        self._parts: list[_Part] = []
        for address in dict.fromkeys(addresses):
            if len(self._parts) < MOST_PARTS and _is_address(address):
                asked = _scope_of(scope, address)
                if (key := key_of(asked)) is not None:
                    self._parts.append(_Part(address, asked, key))

    async def events(self, news: Mapping[int, int]) -> bytes:
        """An event for each part that shows one of these versions (by tournament's id).

        Its data are the id, the version that the part shows, its address, and itself: gzip in Base64, or nothing if it
        is as it was sent last.
        """
        news = {pk: version for pk, version in news.items() if version != GONE}
        if not news or not self._parts:
            return b""
        events = []
        for part in self._parts:
            page = await self._pages.newest_of(part.key, part.scope, news)
            if page is not None:
                events.append(_event(part, page))
        return b"".join(events)


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


def _scope_of(stream: Scope, address: str) -> Scope:
    """The request by which this browser would ask for the part."""
    path, _mark, query = address.partition("?")
    headers = [header for header in stream["headers"] if header[0] not in {b"accept-encoding", b"hx-request"}]
    headers += [(b"hx-request", b"true"), (b"tenbo-shown", b"")]
    return {
        **stream,
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [*headers, (b"accept-encoding", b"gzip")],
    }
