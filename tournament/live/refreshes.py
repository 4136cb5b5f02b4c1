"""Open pages fetch their parts anew after each write, all of them at once. They are answered in the order in which they
came: together each would be as late as the last. And whoever touches a form does not wait behind them.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any

from tournament.live.news import HEADER

AT_ONCE = 2
"""So many are answered at the same time: one may wait for the database."""

CARRIED = HEADER.lower().encode()
"""By what a request is known for one of them, as ASGI writes it."""

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class Refreshes:
    """The queue of one process."""

    def __init__(self, behind: App) -> None:
        self.behind = behind
        self._free = asyncio.Semaphore(AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A GET, which has no body to wait for. Whose browser went away meanwhile is not answered."""
        asked = await receive()
        gone = asyncio.ensure_future(receive())
        try:
            await self._free.acquire()
            async with AsyncExitStack() as turn:
                turn.callback(self._free.release)
                if gone.done():
                    return

                async def sending(message: Mapping[str, Any]) -> None:
                    # The next one's turn is when this one's answer is known, however slowly its phone reads it.
                    await turn.aclose()
                    await send(message)

                await self.behind(scope, _said(asked, gone), sending)
        finally:
            gone.cancel()


def _said(asked: Mapping[str, Any], gone: "asyncio.Future[Mapping[str, Any]]") -> Receive:
    """What was heard of the browser already, and then whatever it says next."""
    first = [asked]

    async def receive() -> Mapping[str, Any]:
        return first.pop() if first else await asyncio.shield(gone)

    return receive


def is_refresh(scope: Scope) -> bool:
    return scope["type"] == "http" and scope["method"] == "GET" and any(name == CARRIED for name, _ in scope["headers"])
