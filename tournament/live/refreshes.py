"""A queue for refreshes: after each write all open pages fetch their parts again at once.

They are answered in order of arrival, a few at a time, because in parallel each would be as late as the last. All other
requests bypass the queue, so that a form is not delayed.
"""

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import Any

from tournament.live.news import HEADER
from tournament.live.types import App, Receive, Scope, Send

AT_ONCE = 2
"""Refreshes answered at the same time: one may be waiting for the database."""

REFRESH_HEADER = HEADER.lower().encode()
"""Header that marks a refresh, lower-cased as ASGI sends it."""


class Refreshes:
    """The refresh queue of one process."""

    def __init__(self, behind: App) -> None:
        self.behind = behind
        self._free = asyncio.Semaphore(AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Queue a GET request, which has no body to wait for; it is dropped if its browser disconnects meanwhile."""
        first = await receive()
        gone = asyncio.ensure_future(receive())
        try:
            await self._free.acquire()
            async with AsyncExitStack() as turn:
                turn.callback(self._free.release)
                if gone.done():
                    return

                async def sending(message: Mapping[str, Any]) -> None:
                    # The next turn begins once this answer is ready, however slowly its phone reads it.
                    await turn.aclose()
                    await send(message)

                await self.behind(scope, _replay(first, gone), sending)
        finally:
            gone.cancel()


def _replay(first: Mapping[str, Any], gone: "asyncio.Future[Mapping[str, Any]]") -> Receive:
    """Return a `receive` that repeats the message read already, then waits for the next."""
    messages = [first]

    async def receive() -> Mapping[str, Any]:
        return messages.pop() if messages else await asyncio.shield(gone)

    return receive


def is_refresh(scope: Scope) -> bool:
    is_get = scope["type"] == "http" and scope["method"] == "GET"
    return is_get and any(name == REFRESH_HEADER for name, _ in scope["headers"])
