"""Starts and stops background threads with the server process."""

from typing import Protocol

from tournament.live.types import App, Receive, Scope, Send


class BackgroundWork(Protocol):
    """Background work in threads of its own. Neither method may block, because the server's event loop calls them."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


class Lifespan:
    """ASGI application that starts and stops background work with the server, and passes every request on.

    It answers ASGI's lifespan messages, which Django does not support. A server that sends no such messages, like the
    one of the tests, runs no background work.
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
