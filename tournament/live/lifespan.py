"""Starts and stops background threads with the server process."""

from typing import Protocol

from tournament.live.types import App, Receive, Scope, Send


class BackgroundWork(Protocol):
    """Work that runs in background threads. Neither `start` nor `stop` may block, because the server's event loop calls
    them."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


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
        await send({"type": "lifespan.shutdown.complete"})
