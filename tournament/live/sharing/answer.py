"""Collects Django's response to a request, to send it to all strangers who ask for the same page."""

import gzip
import time
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from tournament.live.drawn_pages import DrawnPage

LIFETIME = 10
"""Seconds after which a cached page is rendered again even without a change, because some pages depend on the date."""

KNOWN_VARY = {"accept-encoding", "accept-language", "cookie", "hx-request"}

OWN_HEADERS = {b"vary", b"content-length", b"content-encoding", b"x-request-id", b"etag", b"cache-control"}
"""Headers of Django's response that are not copied to cached responses."""


class AnswerToShare:
    """Collects a response of Django, which is shared if its view called `share` and no header makes it private.
    `status` is None before the response."""

    def __init__(self) -> None:
        self.status: int | None = None
        self.shared: list[tuple[int, int]] = []
        self.is_shared = False
        self._headers: list[tuple[bytes, bytes]] = []
        self._body = bytearray()

    async def note(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
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


def _lower(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    return [(name.lower(), value) for name, value in headers]


def _is_for_all(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether the response sets no cookie, is not private, and varies only by headers that are part of the key."""
    lowered = _lower(headers)
    if any(name == b"cache-control" and (b"private" in value or b"no-store" in value) for name, value in lowered):
        return False
    vary = {part.strip().lower() for name, value in lowered if name == b"vary" for part in value.decode().split(",")}
    return vary <= KNOWN_VARY and not any(name == b"set-cookie" for name, _value in lowered)
