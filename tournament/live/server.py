"""A uvicorn server with two listeners (http and https), which ends all live streams when it stops."""

import asyncio
import socket
import ssl

import uvicorn

from tournament.live.hub import Hub


class Server(uvicorn.Server):
    """Serves http on the sockets passed to `run`, and https on `secure`, if it is set.

    Its shutdown ends the live streams first, because uvicorn waits for all requests to finish.
    """

    def __init__(
        self, config: uvicorn.Config, hub: Hub, *, secure: tuple[socket.socket, ssl.SSLContext] | None = None
    ) -> None:
        super().__init__(config)
        self.hub = hub
        self.secure = secure

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.secure is None:
            return
        # uvicorn itself supports only one kind of listener in a process.
        listener, context = self.secure
        server = await asyncio.get_running_loop().create_server(
            self._protocol, sock=listener, ssl=context, backlog=self.config.backlog
        )
        self.servers.append(server)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.hub.close()
        await super().shutdown(sockets)

    def _protocol(self) -> asyncio.Protocol:
        make = self.config.http_protocol_class
        return make(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)  # type: ignore[call-arg]
