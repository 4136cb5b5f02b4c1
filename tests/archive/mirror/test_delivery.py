"""One request of a live mirror on its way: where it may go, what it brings, and what an answer means."""

import socket
import ssl
import threading
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.core.exceptions import ImproperlyConfigured

from tournament.archive import delivery
from tournament.archive.delivery import (
    InternetConnection,
    MirrorRequest,
    deliver,
    internet_addresses,
    is_mirror_address,
    is_on_internet,
)
from tournament.environment import origins

PATH = "/t/spring/laptop/mirror/"


class Site:
    """Answers each POST with `status`, and keeps what it got."""

    def __init__(self):
        self.status, self.headers, self.got = 200, {}, []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"] or 0))
                site.got.append((self.path, self.headers, body))
                self.send_response(site.status)
                for name, value in site.headers.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_about):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()


@pytest.fixture
def site(settings):
    site = Site()
    settings.TENBO_MIRROR_SITES = [site.origin]
    yield site
    site.server.shutdown()
    site.server.server_close()


def to(origin, body=b"packed"):
    return MirrorRequest(address=f"{origin}{PATH}", key="secret", version=12, body=body)


def test_a_request_brings_key_version_and_document(site):
    answer = deliver(to(site.origin))

    [(path, headers, body)] = site.got
    assert answer.status == 200
    assert (path, body) == (PATH, b"packed")
    assert (headers["Authorization"], headers["Tenbo-Version"]) == ("Bearer secret", "12")
    assert headers["Content-Encoding"] == "gzip"
    assert "Cookie" not in headers


def test_no_redirect_is_followed(site):
    site.status, site.headers = 307, {"Location": f"{site.origin}/elsewhere/"}

    assert deliver(to(site.origin)).status == 307
    assert len(site.got) == 1


def test_a_site_says_when_to_come_again(site):
    site.status, site.headers = 429, {"Retry-After": "33"}

    assert deliver(to(site.origin)).after == timedelta(seconds=33)


def test_nobody_answers(site, monkeypatch):
    monkeypatch.setattr(delivery, "ANSWER_TIMEOUT", 0.2)
    site.server.shutdown()  # its socket still takes connections

    assert deliver(to(site.origin)).status == 0
    site.server.server_close()
    assert deliver(to(site.origin)).status == 0


def test_nothing_is_sent_to_a_site_that_is_no_longer_allowed(site, settings):
    settings.TENBO_MIRROR_SITES = ["https://tenbo.example.org"]

    assert deliver(to(site.origin)).status == 403
    assert site.got == []


@pytest.mark.parametrize(
    "address",
    [
        f"http://tenbo.example.org{PATH}",
        f"https://tenbo.example.org:8443{PATH}",
        f"https://tenbo.example.org:{PATH}",
        f"https://me@tenbo.example.org{PATH}",
        f"https://{PATH}",
        f"https://tenbo.example.org{PATH}?x=1",
        f"https://tenbo.example.org{PATH}#x",
        "https://tenbo.example.org/t/spring/laptop/mirror/../back/",
        "https://tenbo.example.org/admin/",
        f"https://tenbo.example.org{PATH} HTTP/1.1",
        f"https://tenbo.exämple.org{PATH}",
        f"https://[tenbo{PATH}",
        f"file://tenbo.example.org{PATH}",
    ],
)
def test_other_addresses_than_that_of_a_mirror_are_refused(address):
    assert not is_mirror_address(address)
    assert is_mirror_address(f"https://tenbo.example.org{PATH}")


def test_a_server_with_https_sends_only_where_its_operator_allows_it(settings):
    settings.HTTPS = True
    assert not is_mirror_address(f"https://tenbo.example.org{PATH}")

    settings.TENBO_MIRROR_SITES = ["https://tenbo.example.org"]
    assert is_mirror_address(f"https://tenbo.example.org{PATH}")
    assert not is_mirror_address(f"https://other.example.org{PATH}")


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",  # noqa: S104 (an address to refuse)
        "224.0.0.1",
        "::1",
        "fc00::1",
        "fe80::1%eth0",
        "::ffff:10.0.0.1",
        "2002:7f00:1::",
        "ff02::1",
    ],
)
def test_own_networks_are_not_the_internet(address):
    assert not is_on_internet(address)


def test_a_name_that_leads_into_an_own_network_is_never_connected(monkeypatch):
    def resolve(*_about, **_options):
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in ("1.1.1.1", "127.0.0.1")]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", lambda *_about: pytest.fail("it was connected"))

    assert internet_addresses("evil.example") == []
    assert deliver(to("https://evil.example")).status == 0


def test_the_address_that_was_checked_is_the_one_that_is_connected(monkeypatch):
    with listening() as (port, accepted):
        real = socket.create_connection
        monkeypatch.setattr(delivery, "internet_addresses", lambda _host: ["192.0.2.1", "192.0.2.2"])
        tried = []

        def connect(address, timeout):
            tried.append(address)
            if address[0] == "192.0.2.1":
                raise TimeoutError
            return real(("127.0.0.1", port), timeout)

        monkeypatch.setattr(socket, "create_connection", connect)
        connection = InternetConnection("tenbo.example.org")
        with pytest.raises((ssl.SSLError, ConnectionError)):  # what listens speaks no TLS
            connection.connect()
        connection.close()

        assert tried == [("192.0.2.1", 443), ("192.0.2.2", 443)]
        assert accepted.wait(5)


@contextmanager
def listening():
    """A port whose first connection is closed at once."""
    accepted = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def accept():
            connection, _address = server.accept()
            connection.close()
            accepted.set()

        threading.Thread(target=accept, daemon=True).start()
        yield server.getsockname()[1], accepted


def test_settings_name_origins_or_none(monkeypatch):
    monkeypatch.setenv("TENBO_MIRROR_SITES", "https://Tenbo.example.org/, http://192.168.1.5:8000")
    assert origins("TENBO_MIRROR_SITES") == ["https://tenbo.example.org", "http://192.168.1.5:8000"]

    monkeypatch.setenv("TENBO_MIRROR_SITES", "none")
    assert origins("TENBO_MIRROR_SITES") == ["none"]

    for wrong in ("tenbo.example.org", "https://tenbo.example.org/t/", "ftp://x.org"):
        monkeypatch.setenv("TENBO_MIRROR_SITES", wrong)
        with pytest.raises(ImproperlyConfigured, match="TENBO_MIRROR_SITES"):
            origins("TENBO_MIRROR_SITES")
