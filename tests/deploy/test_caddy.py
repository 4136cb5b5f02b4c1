"""Caddy with deploy/Caddyfile in front of two small servers: what strangers break is their own request alone."""

import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.running_site import free_port

pytestmark = pytest.mark.skipif(not shutil.which("caddy"), reason="needs Caddy")

BROKEN = b"POST /language/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nZZZ\r\n"
"""A request whose body ends in the middle."""


class Process(BaseHTTPRequestHandler):
    """Answers like a process of Tenbo: a request with a body after all of it."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        while self.rfile.readline().strip() not in (b"0", b""):
            pass
        self._answer()

    def _answer(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "3")
        self.end_headers()
        self.wfile.write(b"ok\n")

    def log_message(self, *_arguments: object) -> None:
        pass


class Quiet(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_arguments: object) -> None:
        pass


@contextmanager
def process() -> Iterator[Quiet]:
    with Quiet(("127.0.0.1", 0), Process) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[int, list[Quiet]]]:
    """The port of Caddy, and the two servers behind it."""
    with ExitStack() as ends:
        servers = [ends.enter_context(process()) for _each in range(2)]
        port = free_port()
        environment = {
            "PATH": os.environ["PATH"], "HOME": str(tmp_path), "TENBO_SITE": f"http://localhost:{port}",
            "TENBO_HTTP_PORT": str(free_port()), "TENBO_HTTPS_PORT": str(free_port()),
            "TENBO_UPSTREAMS": " ".join(f"127.0.0.1:{server.server_port}" for server in servers),
        }  # fmt: skip
        command = ["caddy", "run", "--config", str(ROOT / "deploy" / "Caddyfile")]
        with (tmp_path / "log").open("ab") as log:
            caddy = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        ends.callback(caddy.wait)
        ends.callback(caddy.kill)
        _wait_for(port)
        yield port, servers


def _wait_for(port: int) -> None:
    for _try in range(100):
        with suppress(OSError):
            if asked(port) == 200:
                return
        time.sleep(0.1)
    raise AssertionError("Caddy does not answer")


def asked(port: int) -> int:
    """The status of a page that somebody asks for who waits a second."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=1)) as connection:
        connection.request("GET", "/", headers={"Host": f"localhost:{port}"})
        return connection.getresponse().status


def break_off(port: int, path: str = "/language/") -> None:
    request = BROKEN.replace(b"localhost", f"localhost:{port}".encode()).replace(b"/language/", path.encode())
    with socket.create_connection(("127.0.0.1", port), timeout=5) as stranger:
        stranger.sendall(request)
        with suppress(OSError):
            stranger.recv(1_000)


def test_who_breaks_off_requests_takes_no_process_from_others(site):
    port, _servers = site

    for _time in range(6):
        break_off(port)
        assert asked(port) == 200


def test_no_failed_request_stands_in_the_log(site, tmp_path):
    port, _servers = site

    break_off(port, "/t/open/tables/1/link/SECRET/")

    assert asked(port) == 200
    log = (tmp_path / "log").read_text()
    assert "serving initial configuration" in log
    assert "SECRET" not in log


def test_without_one_of_two_processes_everybody_is_answered(site):
    port, (first, _second) = site
    first.shutdown()
    first.server_close()

    assert [asked(port) for _time in range(20)] == [200] * 20
