"""Receives request bodies, within limits, before Django gets the request.

Django would write a body of any size to the disk before a view sees it, at every URL and for every method. Bodies
larger than `SMALL` share one budget of memory, so that many senders cannot exhaust it.
"""

import asyncio
import re
from collections.abc import Mapping
from typing import Any

from tournament.live.answers import refuse
from tournament.live.types import App, Receive, Scope, Send

SMALL = 100_000
"""Largest body, in bytes, that does not count against the budget; no table, player or referee sends more."""

LARGEST_FORM = 3_000_000
"""Bytes of the largest form: a spreadsheet of 1 MB, or a pasted plan of 400,000 characters, three bytes each."""

LARGEST_FILE = 20_500_000
"""Bytes of a safety copy (`archive.tenbo.reading.MOST_BYTES`) with the form around it."""

TAKES_FILES = re.compile(r"/tournaments/import/|/t/[-\w]+/laptop/back/")
"""Paths that accept a safety copy, or the file of a laptop."""

BUDGET = 64_000_000
"""Total bytes of all bodies larger than `SMALL` in this process."""

WITHIN = 20
"""Seconds within which a small body must arrive; plus one second for each `SMALL` bytes of `Content-Length`."""


class TooLarge(Exception):
    """The body exceeds its limit."""


class NoRoom(Exception):
    """The budget is used up by other bodies."""


class Bodies:
    """ASGI application that receives the whole body and then calls the application behind it."""

    def __init__(self, behind: App) -> None:
        self.behind = behind
        self._held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        limit = _limit(scope)
        announced = _content_length(scope)
        if announced > limit:
            await refuse(send, 413)
            return
        if announced == 0 and not _is_chunked(scope):
            await self.behind(scope, receive, send)
            return
        body = bytearray()
        try:
            await self._receive(receive, body, limit, announced)
            await self.behind(scope, _replay(bytes(body), receive), send)
        except TooLarge:
            await refuse(send, 413)
        except NoRoom:
            await refuse(send, 503)
        except TimeoutError:
            await refuse(send, 408)
        except ConnectionError:
            pass  # the sender has disconnected
        finally:
            self._held -= _counted(len(body))

    async def _receive(self, receive: Receive, body: bytearray, limit: int, announced: int) -> None:
        """Fill `body`. Raises `TooLarge`, `NoRoom`, `TimeoutError`, and `ConnectionError` if the sender goes away."""
        async with asyncio.timeout(WITHIN + max(announced, SMALL) / SMALL):
            more = True
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ConnectionError
                before = _counted(len(body))
                body += message.get("body", b"")
                self._held += _counted(len(body)) - before
                if len(body) > limit:
                    raise TooLarge
                if self._held > BUDGET and len(body) > SMALL:
                    raise NoRoom
                more = message.get("more_body", False)


def _counted(size: int) -> int:
    """How many bytes of a body of this size count against the budget."""
    return size if size > SMALL else 0


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
