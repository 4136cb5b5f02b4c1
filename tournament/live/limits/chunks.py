"""A limit for bodies that are sent in very small chunks.

Each chunk costs the event loop the same work, however small it is. One read from a connection may return so many chunks
of one byte that they cost half a second. Browsers send forms without chunks, and proxies send chunks of kilobytes.
"""

from typing import Any

import h11

FREE_CHUNKS = 100
"""Chunks of one body that may have any size; they cost about as much as the rest of a request."""

SMALLEST = 64
"""The smallest average size, in bytes, that is allowed for a body's chunks after the first `FREE_CHUNKS`."""


class ChunkCounter(h11.Connection):
    """h11's side of a connection, which counts the chunks of the body that is being received."""

    _chunks = 0
    _bytes = 0

    def next_event(self) -> Any:
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
