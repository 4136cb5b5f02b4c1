"""Requests that the server reads or answers in its event loop, so that all others wait meanwhile."""

import select
import socket
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle

from tests.attack.arena import arena
from tournament.live.limits.bounded_http import FREE_CHUNKS, LONGEST_LIVE_URL, LONGEST_PATH, LONGEST_URL, SMALLEST

CONNECTIONS = 300
SECONDS = 6
"""Seconds for which each kind of requests is sent."""

STRANGER = "127.0.5.1"
STRANGERS = ["127.0.5.1", "127.0.6.1", "127.0.7.1", "127.0.8.1"]
HOST = f"Host: localhost\r\nX-Forwarded-For: {STRANGER}\r\n"


def _get(url: str, headers: str = "") -> str:
    return f"GET {url} HTTP/1.1\r\n{HOST}{headers}\r\n"


def _chunks(size: int, number: int) -> str:
    return f"{size:x}\r\n{'x' * size}\r\n" * number


PARTS = "".join(f"&p=/t/no-such-tournament/{n}" for n in range(53))
TOO_LONG = 31_000
"""Characters that h11 itself still takes."""

KINDS = {
    "small": _get("/livez") * 400,
    "percent signs": _get("/live/" + "%" * TOO_LONG),
    "as many as allowed": _get("/" + "%" * (LONGEST_PATH - 10) + "?q=" + "%" * (LONGEST_URL - LONGEST_PATH - 10)),
    "long queries": _get("/live/versions?t=1:1&p=" + "%" * TOO_LONG),
    "queries as long as allowed": _get("/live/versions?t=1:1&p=" + "%" * (LONGEST_LIVE_URL - 30)),
    "queries of an escaped path": _get("/%6cive/versions?t=1:1&p=" + "%" * (LONGEST_URL - 50)),
    "header lines": _get("/live/x", "a:\r\n" * 7_700),
    "cookies": _get("/live/versions?t=1:1", f"Cookie: {';'.join(f'{n:x}=' for n in range(1_600))}\r\n"),
    "parts that do not exist": _get(f"/live/events?t=1:1{PARTS}"),
    "chunks": f"POST / HTTP/1.1\r\n{HOST}Transfer-Encoding: chunked\r\n\r\n"
    + _chunks(64, FREE_CHUNKS)
    + _chunks(SMALLEST, 150)
    + "0\r\n\r\n",
}
"""What a connection sends at once, by what makes it dear."""


def work_in_event_loop() -> bool:
    """300 connections from one network send what is dear to read, again and again: the hands of another network go
    on."""
    return _send_all("dear requests of one network")


def work_behind_proxy() -> bool:
    """200 connections of a proxy, which have the requests of all networks, send the same for one network."""
    return _send_all("dear requests behind a proxy", connections=200, TENBO_PROXIES="1")


def _send_all(name: str, connections: int = CONNECTIONS, **environment: str) -> bool:
    with arena(name, **environment) as field:
        answered = {}
        with field.hands_meanwhile():
            time.sleep(1)
            for kind, sent in KINDS.items():
                answered[kind] = _flood(field.site.port, sent.encode(), connections)
                field.check(answered[kind] > 0, f"nothing was answered: {kind}")
            time.sleep(1)
        field.figures = {"connections": connections, "seconds": SECONDS * len(KINDS), "answered": answered}
    return not field.wrong


def small_requests() -> bool:
    """1,000 connections from one network send small requests without pause: the hands of another network go on."""
    with arena("small requests without pause") as field:
        with field.hands_meanwhile():
            time.sleep(1)
            answered = _flood(field.site.port, KINDS["small"].encode(), 1_000)
            time.sleep(1)
        field.figures = {"connections": 1_000, "seconds": SECONDS, "answered": answered}
        field.check(answered > 0, "no request was answered")
    return not field.wrong


def several_networks() -> bool:
    """400 connections from four networks send small requests and cookies: the hands of a fifth network go on."""
    with arena("requests of four networks") as field:
        answered = {}
        with field.hands_meanwhile():
            time.sleep(1)
            for kind in ("small", "cookies"):
                answered[kind] = _flood(field.site.port, KINDS[kind].encode(), 400, STRANGERS)
                field.check(answered[kind] > 0, f"nothing was answered: {kind}")
            time.sleep(1)
        field.figures = {"networks": len(STRANGERS), "connections": 400, "seconds": 2 * SECONDS, "answered": answered}
    return not field.wrong


def _flood(port: int, sent: bytes, connections: int, networks: Sequence[str] = (STRANGER,)) -> int:
    """Send this on all connections again and again for `SECONDS`, and open a new connection for each that the server
    closes. Return the number of responses that began."""
    poll, answered, sources = select.poll(), 0, cycle(networks)
    opened: dict[int, tuple[socket.socket, int]] = {}  # each with the number of bytes sent

    def connect() -> None:
        connection = socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(next(sources), 0))
        connection.setblocking(False)
        opened[connection.fileno()] = connection, 0
        poll.register(connection, select.POLLIN | select.POLLOUT)

    for _each in range(connections):
        connect()
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        for number, events in poll.poll(500):
            connection, at = opened[number]
            try:
                if events & select.POLLOUT:
                    at = (at + connection.send(sent[at : at + 65_536])) % len(sent)
                    opened[number] = connection, at
                if events & ~select.POLLOUT:
                    received = connection.recv(65_536)
                    answered += received.count(b"HTTP/1.1 ")
                    if received:
                        continue
                else:
                    continue
            except BlockingIOError:
                continue
            except OSError:
                pass
            poll.unregister(number)
            del opened[number]
            connection.close()
            with suppress(OSError):
                connect()
    for connection, _at in opened.values():
        connection.close()
    return answered


ATTACKS = [work_in_event_loop, work_behind_proxy, small_requests, several_networks]
