"""Limits of what h11 and uvicorn read in the event loop: header lines, the URL, and bodies in very small chunks.

uvicorn unquotes a URL before the application sees it: 31,000 percent signs take 19 ms, and 7,700 headers of one letter
29 ms. With 300 connections that send such requests, a hand waits 300 times as long. Each chunk costs the same work,
however small it is: one read from a connection may return so many chunks of one byte that they cost half a second.
Browsers send forms without chunks, and proxies send chunks of kilobytes.
"""

from typing import Any

import h11

FREE_CHUNKS = 100
"""Chunks of one body that may have any size; they cost about as much as the rest of a request."""

SMALLEST = 1_000
"""The smallest average size, in bytes, that is allowed for a body's chunks after the first `FREE_CHUNKS`."""

MOST_LINES = 100
"""The most lines of a request's head. A browser sends about 20, and a proxy adds a few."""

LONGEST_PATH = 2_000
"""The most bytes of a URL's path, before its query string."""

LONGEST_URL = 16_000
"""The most bytes of a URL with its query string. The longest ones hold the draft of a hanchan's correction."""

LONGEST_LIVE_URL = 3_000
"""The most bytes of the URL of a live stream or of the versions, whose query string is read in the event loop."""


class BoundedHTTP(h11.Connection):
    """h11's side of a connection, which refuses excessive heads and counts the chunks of the body that is being
    received. An excessive head raises `RemoteProtocolError`, which uvicorn answers by 400."""

    _chunks = 0
    _bytes = 0

    def next_event(self) -> Any:
        if self.their_state is h11.IDLE and _is_excessive(self.trailing_data[0]):
            raise h11.RemoteProtocolError("The URL is too long, or there are too many headers.")
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._chunks = self._bytes = 0
        elif isinstance(event, h11.Data):
            self._chunks += event.chunk_end  # never set in a body without chunks
            self._bytes += len(event.data)
            if self.has_tiny_chunks:
                return h11.PAUSED
        return event

    @property
    def has_tiny_chunks(self) -> bool:
        """Whether the body's chunks were too small. If so, the rest of the body is not read."""
        return (self._chunks - FREE_CHUNKS) * SMALLEST > self._bytes


def _is_excessive(received: bytes) -> bool:
    """Whether the head that these bytes begin with has too many lines or too long a URL. The head may be incomplete."""
    head = received.split(b"\r\n\r\n", 1)[0]
    if head.count(b"\n") > MOST_LINES:
        return True
    url = head.split(b"\n", 1)[0].split(b" ", 1)[-1].rsplit(b" HTTP/", 1)[0]
    longest = LONGEST_LIVE_URL if url.startswith(b"/live/") else LONGEST_URL
    return len(url) > longest or len(url.split(b"?", 1)[0]) > LONGEST_PATH
