"""Starts and stops background threads with the server process."""

import asyncio
from typing import Protocol, runtime_checkable

from tournament.live.types import App, Receive, Scope, Send


class BackgroundWork(Protocol):
    """Work that runs in background threads. Neither `start` nor `stop` may block, because the server's event loop calls
    them."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


@runtime_checkable
class UnfinishedWork(BackgroundWork, Protocol):
    """Background work that leaves something in doubt if the process ends at once. `finish` is called after `stop`, in a
    thread, and waits until the work has ended."""

    def finish(self, within: float) -> None: ...


FINISH_WITHIN = 10
"""The most seconds that the server waits for background work before its process ends. After the 10 s for requests
(`--timeout-graceful-shutdown`) this has to be less than systemd's `TimeoutStopSec`."""


class Lifespan:
    """ASGI application that starts and stops background work with the server, and passes every request on.

    The server sends ASGI's lifespan messages when it starts and when it stops; Django does not support these messages.
    A server that does not send them, like the server of the tests, has no background work.
    """

    def __init__(self, behind: App, *background: BackgroundWork) -> None:
        self.behind = behind
        self.background = background

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self.behind(scope, receive, send)
            return
        while (await receive())["type"] == "lifespan.startup":
            for work in self.background:
                work.start()
            await send({"type": "lifespan.startup.complete"})
        for work in self.background:
            work.stop()
        # uvicorn ends the process by the signal that it received, so Python's `atexit` would not be reached.
        unfinished = [work for work in self.background if isinstance(work, UnfinishedWork)]
        await asyncio.gather(*(asyncio.to_thread(work.finish, FINISH_WITHIN) for work in unfinished))
        await send({"type": "lifespan.shutdown.complete"})
