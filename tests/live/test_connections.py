"""Connections that are silent or too many make room; nobody in a hall is refused."""

import asyncio
from contextlib import asynccontextmanager

import pytest
import uvicorn
from uvicorn.server import ServerState

from tournament.live import connections
from tournament.live.connections import GuardedProtocol

PATIENCE = 30
opened: list[asyncio.StreamWriter] = []
ASK = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
STREAM = ASK.replace(b"/ ", b"/live/events ", 1)


@asynccontextmanager
async def server():
    """A port behind which every request but that for a stream is answered; a stream stays open."""

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        if scope["path"] == "/live/events":
            while (await receive())["type"] != "http.disconnect":
                pass
        await send({"type": "http.response.body", "body": b"ok"})

    config, state = uvicorn.Config(app, lifespan="off", log_config=None), ServerState()
    config.load()
    listening = await asyncio.get_running_loop().create_server(
        lambda: GuardedProtocol(config=config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    try:
        yield listening.sockets[0].getsockname()[1]
    finally:
        listening.close()
        while opened:
            opened.pop().close()
        while state.connections:
            await asyncio.sleep(0)


async def connect(port, sent=b""):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    opened.append(writer)
    writer.write(sent)
    if sent.endswith(b"\r\n\r\n"):
        await asyncio.wait_for(reader.readuntil(b"\r\n\r\n" if sent == STREAM else b"ok"), PATIENCE)
    return reader, writer


async def is_closed(reader):
    try:
        return await asyncio.wait_for(reader.read(100), PATIENCE) == b""
    except ConnectionError:
        return True


async def answers(reader, writer):
    writer.write(ASK)
    return (await asyncio.wait_for(reader.readuntil(b"ok"), PATIENCE)).startswith(b"HTTP/1.1 200")


@pytest.fixture(autouse=True)
def nobody_connected(monkeypatch):
    monkeypatch.setattr(GuardedProtocol, "by_network", {})


@pytest.mark.parametrize("begun", [b"", b"GET / HT"])
def test_headers_that_do_not_come_are_not_waited_for(monkeypatch, begun):
    monkeypatch.setattr(connections, "HEADERS_WITHIN", 0.01)

    async def play():
        async with server() as port:
            reader, _writer = await connect(port, begun)
            return await is_closed(reader)

    assert asyncio.run(play())
    assert GuardedProtocol.by_network == {}


def test_the_connection_that_is_missed_least_makes_room(monkeypatch):
    monkeypatch.setattr(connections, "MOST_OF_NETWORK", 3)

    async def play():
        async with server() as port:
            stream, idle, silent = await connect(port, STREAM), await connect(port, ASK), await connect(port)
            first = await connect(port, ASK)
            assert await is_closed(silent[0])
            assert await answers(*idle)
            second = await connect(port, STREAM)
            assert await is_closed(idle[0])
            third = await connect(port, STREAM)
            assert await is_closed(first[0])
            fourth = await connect(port, ASK)
            assert await is_closed(stream[0])
            return await answers(*fourth), second, third

    assert asyncio.run(play())[0]


def test_the_whole_server_leaves_files_for_its_database(monkeypatch):
    monkeypatch.setattr(connections, "most_connections", lambda: 2)

    async def play():
        async with server() as port:
            silent = [await connect(port) for _ in range(2)]
            newest = await connect(port, ASK)
            return await is_closed(silent[0][0]), await answers(*newest)

    assert asyncio.run(play()) == (True, True)


def test_behind_a_proxy_everybody_has_one_address(monkeypatch, settings):
    settings.TENBO_PROXIES = 1
    monkeypatch.setattr(connections, "MOST_OF_NETWORK", 1)

    async def play():
        async with server() as port:
            phones = [await connect(port, ASK) for _ in range(3)]
            return [await answers(*phone) for phone in phones]

    assert asyncio.run(play()) == [True] * 3
