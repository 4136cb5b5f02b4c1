"""A uvicorn server with two listeners (http and https), which ends all live streams when it stops."""

import asyncio
import socket
import ssl
from asyncio.sslproto import SSLProtocol
from typing import Any, cast

import uvicorn

from tournament.live.connections import HEADERS_WITHIN, PIECE, GuardedProtocol
from tournament.live.hub import Hub


class TLS(SSLProtocol):
    """The TLS layer of one https connection.

    `http` counts the connection before the handshake. A TLS listener of asyncio tells `http` of the connection only
    after the handshake. Connections that never begin it would then have no limit, and each would hold a buffer of 256
    kB.
    """

    max_size = PIECE

    def __init__(self, http: GuardedProtocol, context: ssl.SSLContext) -> None:
        nobody_waits: Any = None
        super().__init__(http.loop, http, context, nobody_waits, server_side=True, ssl_handshake_timeout=HEADERS_WITHIN)
        self._http = http

    def connection_made(self, transport: Any) -> None:
        self._http.connection_made(transport)
        super().connection_made(transport)

    def buffer_updated(self, nbytes: int) -> None:
        """Decrypt the received bytes. A handshake takes the event loop's time too."""
        self._http.in_turn(lambda: super(TLS, self).buffer_updated(nbytes))

    def connection_lost(self, exc: BaseException | None) -> None:
        super().connection_lost(exc)
        if self._http.scheme == "http":  # the handshake was not finished, so asyncio does not notify it
            self._http.connection_lost(cast(Exception | None, exc))


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
            lambda: TLS(self._protocol(), context), sock=listener, backlog=self.config.backlog
        )
        self.servers.append(server)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.hub.close()
        await super().shutdown(sockets)

    def _protocol(self) -> GuardedProtocol:
        return GuardedProtocol(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
