"""A uvicorn server with two listeners, http and https, that ends all live streams when it stops."""

import asyncio
import socket
import ssl

import uvicorn

from tournament.live.hub import Hub


class Server(uvicorn.Server):
    """Serves http on the sockets that `run` gets, and https on `secure`, if there is one.

    Its end closes the open pages' streams first: uvicorn waits for requests to finish, and a stream never does.
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
        # uvicorn has one kind of listener in a process; each connection knows by itself whether it is encrypted.
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
