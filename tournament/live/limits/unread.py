"""A limit for the memory of large responses that clients read slowly or not at all.

A connection gets its response in pieces and holds only a few of them; the rest waits here. When too much waits, the
network with most waiting bytes loses its responses, the oldest first. So slow readers cannot block other networks. A
shared page (`live.shared_pages`) that many clients read counts once, because it is stored once.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tournament.live.networks import network_of
from tournament.live.types import Scope, Send

LARGE = 32_768
"""Bytes of a response from which on it counts as large, and its request is open until the client has read nearly all.
Most pages are smaller."""

PIECE = 131_072
"""Bytes of a large response that are passed to the connection at once. Each piece is a system call, after which the
event loop waits for Python again: with pieces of 32 kB, hands waited behind readers of large pages."""

LAST = 1_024
"""Bytes of the last piece. It is passed on when the client has read the rest, so a large response is never passed on as
a whole, with nothing left that waits and is counted."""

MOST_UNREAD = 64_000_000
"""The most bytes of responses larger than `LARGE` that this process may hold for clients. The memory in use is about
four times as much, because Django keeps other objects with each response. Files have a separate limit
(`live.lanes.files`)."""

COUNTED = "tenbo.counted"
"""Key of an ASGI message for a piece that was cut and is counted already, such as that of a file, and is passed on as
it is."""


def pieces_of(message: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield messages that together have the body of this one, which is large."""
    body: bytes = message["body"]
    last = len(body) - LAST
    for start in range(0, last, PIECE):
        yield {**message, "body": body[start : min(start + PIECE, last)], "more_body": True}
    yield {**message, "body": body[last:], "more_body": message.get("more_body", False)}


@dataclass(frozen=True, eq=False, slots=True)
class _OpenResponse:
    """A response that one client is reading; `patience` is a timeout that is ended to give the response up."""

    network: str
    body: bytes
    patience: asyncio.Timeout


class Unread:
    """The large responses that clients have not read to the end, at most `most` bytes (`MOST_UNREAD`)."""

    def __init__(self, most: int | None = None) -> None:
        self._most = MOST_UNREAD if most is None else most
        self._readers: dict[int, list[_OpenResponse]] = {}  # by `id` of the body; the oldest response first
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def in_pieces(self, scope: Scope, send: Send) -> Send:
        """Return a `send` that passes on bodies in pieces. If a response is given up, it stays incomplete, and the
        server closes the connection."""
        is_given_up = False

        async def sending(message: Mapping[str, Any]) -> None:
            nonlocal is_given_up
            if is_given_up:
                return
            if COUNTED in message or len(message.get("body", b"")) <= LARGE:
                await send(message)
            else:
                is_given_up = not await self._send_pieces(scope, message, send)

        return sending

    async def _send_pieces(self, scope: Scope, message: Mapping[str, Any], send: Send) -> bool:
        """Send this message in pieces; return False if the response was given up."""
        try:
            async with asyncio.timeout(None) as patience:
                reader = _OpenResponse(network_of(scope), message["body"], patience)
                self._begin(reader)
                try:
                    for piece in pieces_of({**message, COUNTED: True}):
                        await send(piece)
                finally:
                    self._end(reader)
        except TimeoutError:
            if patience.expired():
                return False
            raise
        return True

    def _begin(self, reader: _OpenResponse) -> None:
        readers = self._readers.setdefault(id(reader.body), [])
        if not readers:
            self._size += len(reader.body)
        readers.append(reader)
        while self._size > self._most:
            self._give_one_up()

    def _end(self, reader: _OpenResponse) -> None:
        readers = self._readers.get(id(reader.body), [])
        if reader in readers:  # not if it was given up
            readers.remove(reader)
            if not readers:
                self._forget(reader.body)

    def _give_one_up(self) -> None:
        """Give up the oldest response to the network with the most unread bytes. Other networks that read the same body
        go on, and then it counts as unread by one of these."""
        kept = Counter[str]()
        for oldest, *_others in self._readers.values():
            kept[oldest.network] += len(oldest.body)
        [(worst, _size)] = kept.most_common(1)
        readers = next(readers for readers in self._readers.values() if readers[0].network == worst)
        for reader in [each for each in readers if each.network == worst]:
            reader.patience.reschedule(0)
            self._end(reader)

    def _forget(self, body: bytes) -> None:
        del self._readers[id(body)]
        self._size -= len(body)
