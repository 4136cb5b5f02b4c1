"""Limits the server's connections: how many a network may have, how long one may be silent, and how small the chunks of
a body may be. A network that takes too much of the event loop's time has to wait.

The 200 phones of a hall may share one address, and each may open seven connections. So a new connection over the limit
is accepted, and an old connection is dropped. The first choice is the oldest connection that has not sent a request
yet. Otherwise it is the oldest idle connection, or, if the forms of most of the newest connections are still arriving,
the newest of these; or else the oldest live stream, whose browser will reconnect.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, cast

import h11
from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

from tournament.core.addresses import network_of_client
from tournament.live.limits.bounded_http import BoundedHTTP
from tournament.live.limits.loop_time import LOOP_TIME
from tournament.live.networks import network_of
from tournament.live.types import Scope

HEADERS_WITHIN = 10
"""Seconds within which a request's headers must arrive, from the first byte, or from the start of the connection."""

READ_WITHIN = 30
"""Seconds within which a client must read the next 64 kB of a response."""

PIECE = 16_384
"""The most bytes that are read and parsed at once. asyncio would read 256 kB. Then h11 would apply its limit of 16 kB
only to headers that are still incomplete after the read, and keep all that follows an unanswered request."""

MOST_WAITING = 65_536
"""The most bytes in each buffer (read, write) of an https connection; asyncio's defaults are 256 and 512 kB."""

OPENING = 0.0002
"""Estimated seconds of the event loop's time that asyncio takes to accept and close a connection, which we cannot
measure."""

MOST_OF_NETWORK = 1_600
"""The most connections from one network. Not applied behind our own proxies, whose connections bring the requests of
all networks; `live.limits.open_requests` counts these by network."""

SAMPLE = 50
"""Of so many of the newest connections the server looks whether most have an unfinished form."""

BACKLOG = 128
"""Connections that the server accepts in one go, before their number is checked."""

KEPT_FREE = 2 * BACKLOG + 100
"""File descriptors that the process needs besides its counted connections: for connections just accepted, the database,
and its own files."""


class GuardedProtocol(H11Protocol):
    """uvicorn's HTTP/1.1 protocol with the limits of this module. The server is started with `--http
    tournament.live.connections:GuardedProtocol --backlog 128`."""

    by_network: "dict[str, dict[GuardedProtocol, None]]" = {}
    """Open connections by network, the oldest first."""

    waiting_until: "dict[str, float]" = {}
    """For each network that has taken too much of the event loop's time, the loop's time until which nothing is read
    from the network's connections (`limits.loop_time`)."""

    _headers_timer: asyncio.TimerHandle | None = None
    _reading_timer: asyncio.TimerHandle | None = None
    _network = ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn: BoundedHTTP = BoundedHTTP(h11.SERVER)
        self._unread = b""

    def connection_made(self, transport: Any) -> None:
        """Count the connection. By https this is called twice: before the TLS handshake, and after it with the
        transport that encrypts."""
        is_counted = self in self.connections
        super().connection_made(transport)
        if is_counted:
            transport.set_read_buffer_limits(MOST_WAITING)
            transport.set_write_buffer_limits(MOST_WAITING)
            self._stop_headers_timer()
        else:
            if hasattr(transport, "max_size"):
                transport.max_size = PIECE
            self._count()
            LOOP_TIME.charge(self._network, OPENING)
        self._await_headers()

    def _count(self) -> None:
        self._network = network_of_client("", self.client[0]) if self.client and not settings.TENBO_PROXIES else ""
        neighbours = self.by_network.setdefault(self._network, {})
        neighbours[self] = None
        if len(self.connections) > most_connections():
            neighbours = max(self.by_network.values(), key=len)
        elif not self._network or len(neighbours) <= MOST_OF_NETWORK:
            neighbours = {}
        if neighbours:
            _make_room(neighbours, self)

    def data_received(self, data: bytes) -> None:
        if not self._is_waiting:
            self.in_turn(lambda: self._read(data))
            return
        self._unread += data
        self._unset_keepalive_if_required()
        self.transport.pause_reading()

    def in_turn(self, read: Callable[[], None]) -> None:
        """Call `read` for the connection. If its network has then taken too much time, all connections of the network
        wait. Connections from our own proxies never wait, because everybody shares them: the time is only charged to
        the network that sent the request."""
        LOOP_TIME.run(self._sender, read)
        pause = LOOP_TIME.pause(self._network) if self._network else 0
        if pause and not self._is_waiting:
            self._wait(self._network, pause)

    def _sender(self) -> str:
        """Return the network of this connection or, behind our own proxies, of its latest request; "" if there is no
        request yet."""
        return self._network or (network_of(cast("Scope", self.scope)) if vars(self)["scope"] else "")

    @property
    def _is_waiting(self) -> bool:
        return self.loop.time() < self.waiting_until.get(self._network, 0.0)

    def _wait(self, network: str, pause: float) -> None:
        self.waiting_until[network] = self.loop.time() + pause
        for connection in self.by_network.get(network, ()):
            connection.transport.pause_reading()  # so data that came in this iteration of the loop waits too
        self.loop.call_later(pause, self._end_wait, network)

    def _end_wait(self, network: str) -> None:
        LOOP_TIME.after_pause(network)
        if pause := LOOP_TIME.pause(network):
            self._wait(network, pause)
            return
        self.waiting_until.pop(network, None)
        for connection in list(self.by_network.get(network, ())):
            if network in self.waiting_until:
                return  # the data read so far took too much time again
            connection.read_on()

    def read_on(self) -> None:
        """Go on reading after a pause."""
        data, self._unread = self._unread, b""
        if data:
            self.data_received(data)
        if not self._is_waiting and not self.flow.read_paused:
            self.transport.resume_reading()

    def _read(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE])
        if self.transport.is_closing():
            return
        if not self.is_idle:
            self._stop_headers_timer()
        elif self._headers_timer is None:
            self._await_headers()

    def handle_events(self) -> None:
        super().handle_events()
        if self.conn.has_tiny_chunks:
            self.drop()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading_timer = self.loop.call_later(READ_WITHIN, self.drop)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_reading_timer()

    def _stop_reading_timer(self) -> None:
        if self._reading_timer is not None:
            self._reading_timer.cancel()
            self._reading_timer = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_headers_timer()
        self._stop_reading_timer()
        neighbours = self.by_network.get(self._network, {})
        neighbours.pop(self, None)
        if not neighbours:
            self.by_network.pop(self._network, None)
        super().connection_lost(exc)

    @property
    def has_no_request_yet(self) -> bool:
        """Whether the headers of the first request have not arrived yet."""
        return vars(self)["cycle"] is None

    @property
    def is_idle(self) -> bool:
        """Whether no request is being answered: at most a part of the next request's headers has arrived."""
        return self.has_no_request_yet or self.cycle.response_complete

    @property
    def is_stream(self) -> bool:
        return not self.is_idle and self.scope["path"] == "/live/events"

    @property
    def is_unfinished(self) -> bool:
        """Whether the body of the request is still arriving. Anybody can keep forms unfinished for half a minute."""
        return not self.is_idle and self.cycle.more_body

    def drop(self) -> None:
        self.transport.abort()

    def _await_headers(self) -> None:
        self._headers_timer = self.loop.call_later(HEADERS_WITHIN, self.drop)

    def _stop_headers_timer(self) -> None:
        if self._headers_timer is not None:
            self._headers_timer.cancel()
            self._headers_timer = None


def _make_room(neighbours: dict[GuardedProtocol, None], newest: GuardedProtocol) -> None:
    """Drop the least important connection. If all others are busy, drop the newest one."""
    # Lazily: a flood opens hundreds of connections in a second, each of which has to find a place among 1,600.
    others = [connection for connection in neighbours if connection is not newest]
    silent = next((connection for connection in others if connection.has_no_request_yet), None)
    least = silent or _unfinished_of_flood(others) or next((each for each in others if each.is_idle), None)
    least = least or next((connection for connection in others if connection.is_stream), None) or newest
    # The connection is closed only in the next iteration of the event loop, but is not counted any more from now on.
    neighbours.pop(least, None)
    least.connections.discard(least)
    least.drop()


def _unfinished_of_flood(connections: Sequence[GuardedProtocol]) -> GuardedProtocol | None:
    """Return the newest connection whose form is still arriving, if that is so of most of the newest `SAMPLE`."""
    latest = connections[: -SAMPLE - 1 : -1]
    unfinished = [connection for connection in latest if connection.is_unfinished]
    return unfinished[0] if 2 * len(unfinished) > len(latest) else None


def most_connections() -> int:
    """Return how many connections may be open at once: the limit of open files minus `KEPT_FREE`, the files for
    everything else."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return MOST_OF_NETWORK
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(soft - KEPT_FREE, 50)
