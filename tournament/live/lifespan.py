"""Work that a server process does beside its requests, from its start to its end."""

from typing import Protocol

from tournament.live.types import App, Receive, Scope, Send


class Beside(Protocol):
    """Work in threads of its own. Neither method may wait for anything: the server's event loop calls them."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


class Lifespan:
    """ASGI application that starts and stops this work with the server, and passes every request on.

    Django knows no lifespan. A server that sends none, as a test's, does without the work.
    """

    def __init__(self, behind: App, *beside: Beside) -> None:
        self.behind = behind
        self.beside = beside

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self.behind(scope, receive, send)
            return
        while (await receive())["type"] == "lifespan.startup":
            for work in self.beside:
                work.start()
            await send({"type": "lifespan.startup.complete"})
        for work in self.beside:
            work.stop()
        await send({"type": "lifespan.shutdown.complete"})
