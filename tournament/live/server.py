"""A uvicorn server that ends all live streams when it stops, instead of waiting for them until its timeout."""

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
