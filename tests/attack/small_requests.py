"""Many small requests at once, each of which the server answers in the event loop."""

import select
import socket
import time

from tests.attack.arena import arena

CONNECTIONS = 1_000
SECONDS = 12
REQUESTS = b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n" * 400
STRANGER = "127.0.5.1"


def small_requests() -> bool:
    """1,000 connections from one network send small requests without pause: the hands of another network go on."""
    with arena("small requests without pause") as field:
        with field.hands_meanwhile():
            time.sleep(1)
            answered = _flood(field.site.port)
            time.sleep(1)
        field.figures = {"connections": CONNECTIONS, "seconds": SECONDS, "answered": answered}
        field.check(answered > 0, "no request was answered")
    return not field.wrong


def _flood(port: int) -> int:
    """Send requests for `SECONDS` on connections that are always full, and read what comes. Return the number of
    responses."""
    connections = {}
    for _each in range(CONNECTIONS):
        connection = socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(STRANGER, 0))
        connection.setblocking(False)
        connections[connection.fileno()] = connection
    poll, answered = select.poll(), 0
    for number in connections:
        poll.register(number, select.POLLIN | select.POLLOUT)
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        for number, events in poll.poll(500):
            try:
                if events & select.POLLIN:
                    answered += connections[number].recv(65_536).count(b"HTTP/1.1 200")
                if events & select.POLLOUT:
                    connections[number].send(REQUESTS)
            except BlockingIOError:
                pass
            except OSError:
                poll.unregister(number)
    for connection in connections.values():
        connection.close()
    return answered


ATTACKS = [small_requests]
