"""Receives request bodies, within limits, before Django gets the request.

Django would write a body of any size to the disk before a view sees it, at every URL and for every method. Only known
senders may send bodies larger than `SMALL`. These share a budget of memory, of which each sender has a share, so that
no stranger can exhaust it.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from django.db import DatabaseError

from tournament.live.answers import refuse
from tournament.live.types import App, Receive, Scope, Send

SMALL = 100_000
"""Largest body, in bytes, that anybody may send and that does not count against a budget; no table or player sends
more."""

LARGEST_FORM = 3_000_000
"""Bytes of the largest form: a spreadsheet of 1 MB, or a pasted plan of 400,000 characters, three bytes each."""

LARGEST_FILE = 20_500_000
"""Bytes of a safety copy (`archive.tenbo.reading.MOST_BYTES`) with the form around it."""

TAKES_FILES = re.compile(r"/tournaments/import/|/t/[-\w]+/laptop/back/")
"""Paths that accept a safety copy, or the file of a laptop."""

BUDGETS = {LARGEST_FORM: 24_000_000, LARGEST_FILE: 64_000_000}
"""Total bytes of the bodies larger than `SMALL` in this process, by the limit for each body: files never take the room
of forms."""

SHARES = {LARGEST_FORM: 2 * LARGEST_FORM, LARGEST_FILE: LARGEST_FILE}
"""Bytes of them that one sender may have in this process at once."""

WITHIN = 20
"""Seconds within which each `SMALL` bytes must arrive; a whole body has one second more for each `SMALL` bytes of
`Content-Length`."""

SenderOf = Callable[[dict[str, Any]], str]
"""Returns the account, or other known sender, of a request; empty for strangers. It runs in a thread."""


class TooLarge(Exception):
    """The body exceeds its limit."""


class NoRoom(Exception):
    """The budget, or the sender's share of it, is used up by other bodies."""


class UnknownSender(Exception):
    """A stranger sends a body larger than `SMALL`."""


class Room:
    """What one body takes of the budget. `held` counts the bytes of all bodies with this limit by sender."""

    def __init__(self, held: Counter[str], limit: int) -> None:
        self._held = held
        self._limit = limit
        self._sender = ""
        self._size = 0

    async def grow(self, size: int, sender_of: Callable[[], str]) -> None:
        """Take room for a body that has this size now. Raises `UnknownSender`, `NoRoom` and `DatabaseError`."""
        if not self._sender:
            self._sender = await asyncio.to_thread(sender_of)
            if not self._sender:
                raise UnknownSender
        self._held[self._sender] += size - self._size
        self._size = size
        if self._held[self._sender] > SHARES[self._limit] or self._held.total() > BUDGETS[self._limit]:
            raise NoRoom

    def leave(self) -> None:
        self._held[self._sender] -= self._size
        self._size = 0
        if not self._held[self._sender]:
            del self._held[self._sender]


class Bodies:
    """ASGI application that receives the whole body and then calls the application behind it."""

    def __init__(self, behind: App, sender_of: SenderOf) -> None:
        self.behind = behind
        self.held = {limit: Counter[str]() for limit in BUDGETS}
        self._sender_of = sender_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        limit = _limit(scope)
        announced = _content_length(scope)
        if announced > limit:
            await refuse(send, 413)
            return
        if announced == 0 and not _is_chunked(scope):
            await self.behind(scope, receive, send)
            return
        room = Room(self.held[LARGEST_FILE if limit == LARGEST_FILE else LARGEST_FORM], max(limit, LARGEST_FORM))
        try:
            body = await self._received(scope, receive, room, limit, announced)
            await self.behind(scope, _replay(body, receive), send)
        except TooLarge:
            await refuse(send, 413)
        except UnknownSender:
            await refuse(send, 403)
        except (NoRoom, DatabaseError):
            await refuse(send, 503)
        except TimeoutError:
            await refuse(send, 408)
        except ConnectionError:
            pass  # the sender has disconnected
        finally:
            room.leave()

    async def _received(self, scope: Scope, receive: Receive, room: Room, limit: int, announced: int) -> bytes:
        """The whole body. Raises `TooLarge`, `UnknownSender`, `NoRoom`, `DatabaseError`, `TimeoutError`, and
        `ConnectionError` if the sender goes away."""
        loop = asyncio.get_running_loop()
        end = loop.time() + WITHIN + max(announced, SMALL) / SMALL
        body, awaited = bytearray(), 0
        async with asyncio.timeout(None) as timeout:
            more = True
            while more:
                if len(body) >= awaited:
                    awaited = len(body) + SMALL
                    timeout.reschedule(min(end, loop.time() + WITHIN))
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ConnectionError
                body += message.get("body", b"")
                if len(body) > limit:
                    raise TooLarge
                if len(body) > SMALL:
                    await room.grow(len(body), lambda: self._sender_of(scope))
                more = message.get("more_body", False)
        return bytes(body)


def _limit(scope: Scope) -> int:
    if scope["method"] != "POST":
        return 0 if scope["method"] in ("GET", "HEAD") else SMALL
    return LARGEST_FILE if TAKES_FILES.fullmatch(scope["path"]) else LARGEST_FORM


def _content_length(scope: Scope) -> int:
    values = [value for name, value in scope["headers"] if name == b"content-length"]
    return int(values[0]) if values and values[0].isdigit() else 0


def _is_chunked(scope: Scope) -> bool:
    return any(name == b"transfer-encoding" for name, _value in scope["headers"])


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that returns the body, and then waits for the disconnect."""
    messages: list[Mapping[str, Any]] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Mapping[str, Any]:
        return messages.pop() if messages else await receive()

    return replayed
