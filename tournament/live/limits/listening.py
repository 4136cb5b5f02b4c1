"""The event loop of the server. uvicorn gets it by `--loop tournament.live.limits.listening:Loop`."""

import asyncio
import sys
from typing import Any

if sys.platform == "win32":
    from asyncio import ProactorEventLoop as EventLoop
else:
    from asyncio import SelectorEventLoop as EventLoop

WAITING = 4_096
"""The most new connections that may wait until the server accepts them. Linux allows as many. asyncio would let 128
wait, as many as it accepts in one go (`connections.BACKLOG`). When more come at once, the system drops them, and a
phone tries again only after one, three or seven seconds."""


class Loop(EventLoop):
    """asyncio's event loop, whose servers let `WAITING` connections wait."""

    async def create_server(self, *args: Any, **options: Any) -> asyncio.Server:
        server: asyncio.Server = await super().create_server(*args, **options)
        for listener in server.sockets:
            with listener.dup() as same:
                same.listen(WAITING)
        return server
