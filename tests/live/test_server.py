"""One process that serves http and https at once."""

import socket
import ssl
import threading
import time
from http.client import HTTPConnection, HTTPSConnection

import pytest
import uvicorn
from cryptography.hazmat.primitives.serialization import Encoding

from tournament.live.hub import Hub
from tournament.live.server import Server
from tournament.live.watch import watch
from tournament.site.certificate import authority_certificate, server_context


async def scheme(scope, receive, send):
    """An application that says by which scheme it was asked."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": scope["scheme"].encode()})


@pytest.fixture
def ports(tmp_path):
    plain, secure = socket.create_server(("127.0.0.1", 0)), socket.create_server(("127.0.0.1", 0))
    numbers = plain.getsockname()[1], secure.getsockname()[1]
    config = uvicorn.Config(scheme, lifespan="off", log_level="warning")
    server = Server(config, Hub(watch), secure=(secure, server_context(tmp_path, ["127.0.0.1"])))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [plain]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield numbers
    server.should_exit = True
    thread.join()


def test_each_port_has_its_scheme_and_both_end_together(ports, tmp_path):
    plain, secure = ports
    phone = ssl.create_default_context(cadata=authority_certificate(tmp_path).public_bytes(Encoding.PEM).decode())
    connections = [HTTPConnection("127.0.0.1", plain), HTTPSConnection("127.0.0.1", secure, context=phone)]

    for connection in connections:
        connection.request("GET", "/")
    answers = [connection.getresponse().read() for connection in connections]
    for connection in connections:
        connection.close()

    assert answers == [b"http", b"https"]
