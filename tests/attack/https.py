"""A stranger in the hall, and the https port of a club's laptop."""

import socket
import ssl
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from typing import Any

from tests.attack.arena import Arena, Browser, arena
from tests.running_site import Site, free_port

HTTPS = 443
"""The difference between the ports of https and http (`manage.py serve`)."""

STRANGER = "127.0.6.1"
FILES = 4_096
"""Files that the server may open, as many as it asks for where the system allows no more."""

SILENT = 4_200
STREAMS = 1_200
BEHIND = 300_000
"""Bytes that are sent behind the request of each stream. The server need not read them."""

LONGEST_PAGE = 3.0
"""Seconds that a newcomer's page may take."""


class LanSite(Site):
    """A club's laptop. Its certificate is made by Tenbo."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        while not _is_free(self.port + HTTPS):
            self.port = free_port()

    @property
    def command(self) -> list[str]:
        return [sys.executable, "-m", "tests.attack.lan_server", str(self.port)]


def _is_free(port: int) -> bool:
    """Whether a server can listen at this port. Connections of an attack before may still have it."""
    with socket.socket() as probe, suppress(OSError):
        probe.bind(("127.0.0.1", port))
        return True
    return False


def silent_handshakes() -> bool:
    """Open more connections to the https port than the server may open files, and send nothing: hands go on, and
    newcomers are answered."""
    with arena("connections that begin no handshake", kind=LanSite, most_files=FILES) as field, ExitStack() as opened:
        with field.hands_meanwhile():
            for _each in range(SILENT):
                opened.enter_context(_connect(field))
            _open_pages(field, seconds=8)
        field.figures["connections"] = SILENT
    return not field.wrong


def streams_over_https() -> bool:
    """Open streams over https and send more requests behind each, which wait in the server's memory."""
    with arena("streams over https", kind=LanSite) as field, ExitStack() as opened:
        request = f"GET /live/events?t=1:1 HTTP/1.1\r\nHost: 127.0.0.1:{field.site.port + HTTPS}\r\n\r\n".encode()
        with field.hands_meanwhile():
            for _each in range(STREAMS):
                stream = opened.enter_context(_secure(_connect(field)))
                stream.sendall(request)
                stream.setblocking(False)
                with suppress(BlockingIOError, ssl.SSLWantWriteError):
                    stream.send(request + b"x" * BEHIND)
            _open_pages(field, seconds=8)
        field.figures["connections"] = STREAMS
    return not field.wrong


def endless_handshakes() -> bool:
    """Shake hands without end from one network, as fast as the server answers."""
    with arena("handshakes without end", kind=LanSite) as field:
        with field.hands_meanwhile(), ThreadPoolExecutor(20) as threads:
            until = time.monotonic() + 10
            made = [threads.submit(_shake_hands, field, until) for _each in range(20)]
            _open_pages(field, seconds=8)
            field.figures["handshakes"] = sum(each.result() for each in made)
        field.check(field.figures["handshakes"] > 0, "no handshake was answered")
    return not field.wrong


def _connect(field: Arena) -> socket.socket:
    port = field.site.port + HTTPS
    return socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(STRANGER, 0))


def _secure(connection: socket.socket) -> ssl.SSLSocket:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # the stranger does not care
    return context.wrap_socket(connection)


def _shake_hands(field: Arena, until: float) -> int:
    made = 0
    while time.monotonic() < until:
        with suppress(OSError), _connect(field) as connection, _secure(connection):
            made += 1
    return made


def _open_pages(field: Arena, seconds: float) -> None:
    """Open the tournament's page again and again for this long, each time as a newcomer."""
    waits, until = [], time.monotonic() + seconds
    while time.monotonic() < until:
        began = time.monotonic()
        status, _page = Browser(field.site.port, patience=15).get(field.root)
        field.check(status == 200, f"a newcomer was answered {status}")
        waits.append(time.monotonic() - began)
        time.sleep(0.3)
    field.figures["longest_page_s"] = round(max(waits), 2)
    field.check(max(waits) <= LONGEST_PAGE, f"a newcomer waited {max(waits):.1f} s")


ATTACKS = [silent_handshakes, streams_over_https, endless_handshakes]
