"""Ends a connection after a time, however the other side keeps it busy."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def ended_after(sock: socket.socket, seconds: float) -> Iterator[None]:
    """Context manager: end the connection if the block takes longer than this. The socket's own timeout is for each
    read, and a service that sends its answer byte by byte would never reach it."""
    timer = threading.Timer(seconds, _end, [sock])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _end(sock: socket.socket) -> None:
    with suppress(OSError):  # the connection has ended meanwhile
        socket.socket.shutdown(sock, socket.SHUT_RDWR)  # not the method of a TLS socket, which another thread reads
