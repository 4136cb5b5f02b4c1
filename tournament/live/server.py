"""uvicorn, but that it tells open pages when it stops: it would wait for them until its patience ends."""

import socket

import uvicorn

from tournament.live.hub import Hub


class Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self.hub = hub

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.hub.close()
        await super().shutdown(sockets)
