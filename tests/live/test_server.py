"""One process that serves http and https at once."""

import asyncio
import socket
import ssl
import threading
import time
from functools import partial
from http.client import HTTPConnection, HTTPSConnection
from itertools import count

import pytest
import uvicorn
from cryptography.hazmat.primitives.serialization import Encoding

from tournament.live import connections
from tournament.live.connections import GuardedProtocol
from tournament.live.hub import Hub
from tournament.live.limits.listening import Loop
from tournament.live.limits.loop_time import BURST, LoopTime
from tournament.live.server import Server
from tournament.live.watch import watch
from tournament.site.certificate import authority_certificate, server_context

PATIENCE = 30
LOOP = "tournament.live.limits.listening:Loop"
WAITING = 400
"""More connections than a server of asyncio lets wait."""


async def scheme(scope, receive, send):
    """An application that says by which scheme it was asked."""
    while (await receive()).get("more_body"):
        pass
    repeated = 1 if scope["method"] == "GET" else 400_001
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": scope["scheme"].encode() * repeated})


@pytest.fixture
def ports(tmp_path):
    plain, secure = socket.create_server(("127.0.0.1", 0)), socket.create_server(("127.0.0.1", 0))
    numbers = plain.getsockname()[1], secure.getsockname()[1]
    config = uvicorn.Config(scheme, http=GuardedProtocol, loop=LOOP, lifespan="off", log_level="warning")
    server = Server(config, Hub(watch), secure=(secure, server_context(tmp_path, ["127.0.0.1"])))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [plain]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield numbers
    server.should_exit = True
    thread.join()


@pytest.fixture
def phone(tmp_path, ports):
    """The TLS settings of a phone that trusts the server's certificate."""
    return ssl.create_default_context(cadata=authority_certificate(tmp_path).public_bytes(Encoding.PEM).decode())


def asked(port, phone):
    connection = HTTPSConnection("127.0.0.1", port, context=phone, timeout=PATIENCE)
    connection.request("GET", "/")
    answer = connection.getresponse().read()
    connection.close()
    return answer


def is_dropped(silent):
    silent.settimeout(PATIENCE)
    try:
        return silent.recv(1) == b""
    except ConnectionError:
        return True


def test_each_port_has_its_scheme_and_both_end_together(ports, phone):
    plain, secure = ports
    connections = [HTTPConnection("127.0.0.1", plain), HTTPSConnection("127.0.0.1", secure, context=phone)]

    for connection in connections:
        connection.request("GET", "/")
    answers = [connection.getresponse().read() for connection in connections]
    for connection in connections:
        connection.close()

    assert answers == [b"http", b"https"]


class Leaving(asyncio.Protocol):
    """Ends each connection at once: one that is left open warns in whichever test runs when it is collected."""

    def connection_made(self, transport):
        transport.abort()


def test_hundreds_of_connections_may_come_at_once():
    """None waits until its system tries again, which takes a second."""
    stopped, listening = threading.Event(), socket.create_server(("127.0.0.1", 0))

    async def serve():
        server = await asyncio.get_running_loop().create_server(Leaving, sock=listening, backlog=128)
        await asyncio.sleep(0)
        await asyncio.to_thread(ready.set)
        stopped.wait(PATIENCE)  # the loop stands still
        while len(asyncio.all_tasks()) > 1:  # a connection whose server closes before it begins is never closed
            await asyncio.sleep(0)
        server.close()

    ready = threading.Event()

    def run():
        with asyncio.Runner(loop_factory=Loop) as runner:
            runner.run(serve())

    thread = threading.Thread(target=run)
    thread.start()
    assert ready.wait(PATIENCE)
    address = listening.getsockname()
    came = [socket.create_connection(address, timeout=0.9) for _each in range(WAITING)]
    stopped.set()
    thread.join()
    for each in came:
        each.close()

    assert len(came) == WAITING


def test_connections_are_counted_before_their_handshake(ports, phone, monkeypatch):
    """The oldest silent one makes room, and who comes last is answered."""
    _plain, secure = ports
    monkeypatch.setattr(connections, "MOST_OF_NETWORK", 3)
    silent = [socket.create_connection(("127.0.0.1", secure)) for _ in range(5)]

    assert asked(secure, phone) == b"https"
    assert [is_dropped(each) for each in silent[:3]] == [True] * 3
    for each in silent:
        each.close()


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01"])
def test_a_handshake_that_does_not_come_is_not_waited_for(ports, monkeypatch, sent):
    _plain, secure = ports
    monkeypatch.setattr(connections, "HEADERS_WITHIN", 0.05)
    silent = socket.create_connection(("127.0.0.1", secure))
    silent.sendall(sent)
    while silent.recv(100):
        pass  # a fatal alert comes before the end
    silent.close()

    deadline = time.monotonic() + PATIENCE
    while GuardedProtocol.by_network and time.monotonic() < deadline:
        time.sleep(0.01)
    assert GuardedProtocol.by_network == {}


def test_a_large_request_and_answer_go_through(ports, phone):
    """More than the buffers hold."""
    _plain, secure = ports
    connection = HTTPSConnection("127.0.0.1", secure, context=phone, timeout=PATIENCE)

    connection.request("POST", "/", body=b"x" * 3_000_000)
    answer = connection.getresponse().read()
    connection.close()

    assert answer == b"https" * 400_001


@pytest.mark.parametrize("is_secure", [False, True])
def test_a_large_request_arrives_whole_although_its_network_has_to_wait(ports, phone, monkeypatch, is_secure):
    """Each read takes so much of the event loop's time that the network waits, and another network has requests."""
    pauses = []
    loop_time = LoopTime(partial(next, count(0, 2 * BURST)), partial(next, count()))
    monkeypatch.setattr(loop_time, "pause", lambda network: pauses.append(network) or 0.002 * (len(pauses) % 2))
    monkeypatch.setattr(connections, "LOOP_TIME", loop_time)
    plain, secure = ports
    connection = (
        HTTPSConnection("127.0.0.1", secure, context=phone) if is_secure else HTTPConnection("127.0.0.1", plain)
    )
    connection.timeout = PATIENCE

    connection.request("POST", "/", body=b"x" * 3_000_000)
    answers = [connection.getresponse().read()]
    connection.request("GET", "/")
    answers.append(connection.getresponse().read())
    connection.close()

    assert answers == [connection.__class__.__name__[:-10].lower().encode() * times for times in (400_001, 1)]
    assert len(pauses) > 10
