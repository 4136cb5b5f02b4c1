"""Delivers a mirrored tournament to its site with one request; only the status of the answer is read.

Anybody may have written the hand-over file that the address comes from, and the key in the file must not leak. So
requests go only to public internet addresses and only by https; if TENBO_MIRROR_SITES is set, they go only to the sites
in it. No redirect is followed (SSRF). A server with https, where strangers may have accounts, sends nothing without
that setting.
"""

import http.client
import re
import socket
import ssl
import time
from dataclasses import dataclass
from datetime import timedelta
from ipaddress import IPv6Address, ip_address
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from tournament.core.text import whole_number
from tournament.core.threads.deadline import ended_after

CONNECT_TIMEOUT = 10
"""Seconds to connect to one address, and for the TLS handshake."""

LONGEST_CONNECT = 40
"""Seconds to connect to all addresses of a host together: a host may have hundreds."""

ANSWER_TIMEOUT = 60
"""Seconds for sending a whole tournament, and for the site to check, store and answer it."""

MOST_SENT = 2_000_000
"""The largest compressed document in bytes that is sent or accepted; a large event needs a twentieth of this."""

VERSION_HEADER = "Tenbo-Version"
"""Header with the tournament's version. A request without a body means that the laptop still has no newer version."""

PATH = re.compile(r"/t/[-\w]+/laptop/mirror/", re.ASCII)
KEY = re.compile(r"[-\w]{1,64}", re.ASCII)
"""What a key may be: it is sent in a header, and the error for a header that cannot be written would tell it."""


@dataclass(frozen=True, kw_only=True)
class MirrorRequest:
    """A request to the site. `body` is the compressed document, or empty if the site has this version already."""

    address: str
    key: str
    version: int
    body: bytes


@dataclass(frozen=True)
class MirrorAnswer:
    """The answer of the site: its HTTP status (0 if there was no answer), its `Retry-After`, and how long the answer
    took."""

    status: int
    after: timedelta | None = None
    took: timedelta = timedelta()


def can_be_asked(address: str) -> bool:
    """Whether a request to this URL can be written: its host is a name or an IP address, and its port a number.

    >>> can_be_asked("http://192.168.1.5:8000/t/open/"), can_be_asked("https://tenbo..org/"), can_be_asked("open")
    (True, False, False)
    """
    try:
        parts = urlsplit(address)
        host, _port = parts.hostname or "", parts.port
        host.encode("idna")  # as `socket` does
    except ValueError:
        return False
    return host.isprintable() and bool(host) and not set(host) & set("% ")


def is_mirror_address(address: str) -> bool:
    """Whether this URL is an acceptable address of a mirror, judged by its text alone.

    >>> is_mirror_address("https://tenbo.example.org/t/open/laptop/mirror/")
    True
    >>> is_mirror_address("http://tenbo.example.org/t/open/laptop/mirror/"), is_mirror_address("https://x.org/admin/")
    (False, False)
    """
    if not can_be_asked(address):
        return False
    parts = urlsplit(address)
    if not address.isascii() or parts.username is not None or parts.query or parts.fragment:
        return False
    if PATH.fullmatch(parts.path) is None or not address.isprintable() or " " in address:
        return False
    if settings.TENBO_MIRROR_SITES:
        return f"{parts.scheme}://{parts.netloc}".lower() in settings.TENBO_MIRROR_SITES
    return (
        not settings.HTTPS and parts.scheme == "https" and parts.port in {None, 443} and not parts.netloc.endswith(":")
    )


def deliver(request: MirrorRequest) -> MirrorAnswer:
    """Send one request. Sending uses no database, so any thread may do it."""
    if not is_mirror_address(request.address) or KEY.fullmatch(request.key) is None:
        return MirrorAnswer(403)
    parts = urlsplit(request.address)
    headers = {"Authorization": f"Bearer {request.key}", VERSION_HEADER: str(request.version)}
    if request.body:
        headers |= {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    began = time.monotonic()
    connection = _connection(parts)
    try:
        connection.connect()
        with ended_after(connection.sock, ANSWER_TIMEOUT):
            connection.request("POST", parts.path, request.body, headers)
            response = connection.getresponse()
        seconds = whole_number(response.headers.get("Retry-After", ""), digits=5)
    except (OSError, http.client.HTTPException):
        return MirrorAnswer(0)
    finally:
        connection.close()
    after = None if seconds is None else timedelta(seconds=seconds)
    return MirrorAnswer(response.status, after, timedelta(seconds=time.monotonic() - began))


def _connection(parts: SplitResult) -> http.client.HTTPConnection:
    host = parts.hostname or ""
    if parts.scheme == "http":  # only for sites in TENBO_MIRROR_SITES
        return http.client.HTTPConnection(host, parts.port or 80, timeout=ANSWER_TIMEOUT)
    if settings.TENBO_MIRROR_SITES:
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(host, parts.port or 443, timeout=ANSWER_TIMEOUT, context=context)
    return InternetConnection(host)


class InternetConnection(http.client.HTTPSConnection):
    """An HTTPS connection to a host on the internet, never to a host in one of this computer's own networks."""

    def __init__(self, host: str) -> None:
        self._tls = ssl.create_default_context()
        super().__init__(host, 443, timeout=ANSWER_TIMEOUT, context=self._tls)

    def connect(self) -> None:
        """Connect to the first address that answers. Raises `OSError`."""
        problem: OSError = ConnectionError("no address on the internet")
        addresses = internet_addresses(self.host)
        until = time.monotonic() + LONGEST_CONNECT
        for address in addresses:
            left = until - time.monotonic()
            if left <= 0:
                break
            try:
                plain = socket.create_connection((address, 443), min(left, CONNECT_TIMEOUT))
            except OSError as error:
                problem = error
                continue
            plain.settimeout(CONNECT_TIMEOUT)
            self.sock = plain  # closed with the connection, even if there is no TLS
            self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)
            self.sock.settimeout(ANSWER_TIMEOUT)
            return
        raise problem


def internet_addresses(host: str) -> list[str]:
    """Return the IP addresses of a host; empty if any of them is not on the internet. Raises `OSError`."""
    found = [str(row[4][0]) for row in socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)]
    return list(dict.fromkeys(found)) if all(map(is_on_internet, found)) else []


def is_on_internet(address: str) -> bool:
    """Whether an IP address is public, not one of a local network.

    >>> [is_on_internet(address) for address in ("1.1.1.1", "10.0.0.1", "::ffff:192.168.1.1", "fe80::1%eth0")]
    [True, False, False, False]
    """
    numeric = ip_address(address)
    if isinstance(numeric, IPv6Address):
        numeric = numeric.ipv4_mapped or numeric.sixtofour or numeric
    return numeric.is_global and not numeric.is_multicast
