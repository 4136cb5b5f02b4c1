"""Connections that are silent or too many make room; nobody in a hall is refused."""

import asyncio
from contextlib import asynccontextmanager

import pytest
import uvicorn
from uvicorn.server import ServerState

from tournament.live import connections
from tournament.live.connections import GuardedProtocol
from tournament.live.limits import loop_time
from tournament.live.limits.bounded_http import (
    FREE_CHUNKS,
    LONGEST_LIVE_URL,
    LONGEST_PATH,
    LONGEST_URL,
    MOST_LINES,
    SMALLEST,
)
from tournament.live.limits.loop_time import LoopTime

PATIENCE = 30
opened: list[asyncio.StreamWriter] = []
ASK = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
CHUNKED = b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
LONGEST_READ = 256 * 1024
"""The most bytes that asyncio reads at once."""
STREAM = ASK.replace(b"/ ", b"/live/events ", 1)


@asynccontextmanager
async def server():
    """A port behind which every request but that for a stream is answered, a form when its body is complete; a stream
    stays open."""

    async def app(scope, receive, send):
        while scope["path"] == "/form/" and (await receive()).get("more_body"):
            pass
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
    monkeypatch.setattr(GuardedProtocol, "waiting_until", {})


@pytest.mark.parametrize("begun", [b"", b"GET / HT"])
def test_headers_that_do_not_come_are_not_waited_for(monkeypatch, begun):
    monkeypatch.setattr(connections, "HEADERS_WITHIN", 0.01)

    async def play():
        async with server() as port:
            reader, _writer = await connect(port, begun)
            return await is_closed(reader)

    assert asyncio.run(play())
    assert GuardedProtocol.by_network == {}


def test_forms_that_nobody_completes_make_room_before_streams(monkeypatch):
    monkeypatch.setattr(connections, "MOST_OF_NETWORK", 3)
    begun = b"POST /form/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n"

    async def play():
        async with server() as port:
            await connect(port, STREAM)
            forms = [await connect(port, begun + b"x") for _each in range(2)]
            for _reader, writer in forms:
                await writer.drain()
            await asyncio.sleep(0.1)
            phone = await connect(port, ASK)
            assert await is_closed(forms[1][0])
            forms[0][1].write(b"x" * 4_999)
            assert (await asyncio.wait_for(forms[0][0].readuntil(b"ok"), PATIENCE)).startswith(b"HTTP/1.1 200")
            return await answers(*phone), len(GuardedProtocol.by_network["127.0.0.1"])

    assert asyncio.run(play()) == (True, 3)


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


class Flooded(LoopTime):
    """Time of a loop in which each read from one network takes more than a network may take in one go."""

    def charge(self, network, seconds):
        is_read = network == "127.0.7.1" and seconds != connections.OPENING
        super().charge(network, 1.1 * loop_time.BURST if is_read else seconds)


def test_a_network_that_takes_too_much_time_waits_while_others_are_answered(monkeypatch):
    monkeypatch.setattr(loop_time, "SHARE", 0.2)  # so it waits more than half a second
    monkeypatch.setattr(connections, "LOOP_TIME", Flooded())
    answered = []

    async def flood(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.7.1", 0))
        opened.append(writer)
        writer.write(ASK)
        await asyncio.wait_for(reader.readuntil(b"ok"), PATIENCE)
        answered.append("flood")

    async def play():
        async with server() as port:
            phone = await connect(port, ASK)
            floods = [asyncio.ensure_future(flood(port)) for _ in range(4)]
            while not answered:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)
            assert await answers(*phone)
            answered.append("phone")
            await asyncio.gather(*floods)

    asyncio.run(play())
    assert answered == ["flood", "phone", "flood", "flood", "flood"]


class Transport(asyncio.Transport):
    """A client's connection without a network: what is written to it, and whether it is closed."""

    def __init__(self):
        super().__init__()
        self.written, self.is_closed = b"", False

    def write(self, data):
        self.written += data

    def is_closing(self):
        return self.is_closed

    def close(self):
        self.is_closed = True

    abort = close

    def pause_reading(self):
        pass

    resume_reading = pause_reading


def received(*reads):
    """How many events h11 made of these reads, the requests that began, the answer, and whether the connection is
    closed."""
    begun, events = [], []

    async def app(scope, receive, send):
        begun.append(scope)
        await asyncio.Event().wait()

    async def play():
        config, state, transport = uvicorn.Config(app, lifespan="off", log_config=None), ServerState(), Transport()
        config.load()
        protocol = GuardedProtocol(config=config, server_state=state, app_state={})
        protocol.connection_made(transport)
        next_event = protocol.conn.next_event
        protocol.conn.next_event = lambda: events.append(next_event()) or events[-1]
        for read in reads:
            protocol.data_received(read)
            await asyncio.sleep(0)
        body = bytes(protocol.cycle.body) if protocol.cycle else b""
        protocol.connection_lost(ConnectionResetError())
        for task in state.tasks:
            task.cancel()
        return body, transport

    body, transport = asyncio.run(play())
    return len(events), len(begun), body, transport


def in_chunks(size, number):
    return (b"%x\r\n" % size + b"x" * size + b"\r\n") * number


def test_a_body_in_chunks_of_one_byte_is_given_up_after_a_hundred_of_them():
    tiny = in_chunks(1, LONGEST_READ // 6)
    events, begun, _body, transport = received(CHUNKED, tiny, tiny)

    assert begun == 1
    assert transport.is_closed
    assert events < FREE_CHUNKS + 50


def test_small_chunks_of_each_request_of_a_connection_are_counted():
    some = in_chunks(1, FREE_CHUNKS)

    assert not received(CHUNKED, some)[3].is_closed
    assert received(CHUNKED, some + in_chunks(1, 2))[3].is_closed
    assert received(CHUNKED + some + in_chunks(1, 2))[3].is_closed
    assert received(CHUNKED, *[in_chunks(1, 1)] * 200)[3].is_closed


def test_a_body_in_chunks_as_a_proxy_sends_them_arrives():
    large, small = in_chunks(32_768, 2), in_chunks(SMALLEST, 1_000)

    assert received(CHUNKED, large)[2] == b"x" * 65_536
    assert not received(CHUNKED, large + small)[3].is_closed
    assert not received(CHUNKED, *[in_chunks(SMALLEST, 10)] * 100)[3].is_closed


def test_a_body_of_announced_length_may_arrive_byte_by_byte():
    announced = CHUNKED.replace(b"Transfer-Encoding: chunked", b"Content-Length: 500")
    *_events, body, transport = received(announced, *[b"x"] * 500)

    assert body == b"x" * 500
    assert not transport.is_closed


@pytest.mark.parametrize("line", [b"a:\r\n", b"cookie: " + b"a" * 1_000 + b"\r\n"])
def test_headers_that_arrive_at_once_have_a_limit_too(line):
    lines = line * (LONGEST_READ // len(line) - 1)
    _events, begun, _body, transport = received(ASK[:-2] + lines + b"\r\n")

    assert begun == 0
    assert transport.is_closed
    assert transport.written.startswith(b"HTTP/1.1 400")
    assert received(ASK[:-2] + line * min(15_000 // len(line), MOST_LINES - 5) + b"\r\n")[1] == 1
    assert received(ASK[:-2] + line * (MOST_LINES + 1) + b"\r\n")[1] == 0


@pytest.mark.parametrize(
    ("url", "begun"),
    [
        (b"/" + b"%" * 1_000, 1),
        (b"/" + b"%" * LONGEST_PATH, 0),
        (b"/?q=" + b"%" * 7_000, 1),
        (b"/?q=" + b"%" * LONGEST_URL, 0),
        (b"/live/versions?p=" + b"%" * 1_000, 1),
        (b"/live/versions?p=" + b"%" * LONGEST_LIVE_URL, 0),
    ],
)
def test_a_long_url_is_refused_before_it_is_unquoted(url, begun):
    request = ASK.replace(b"/ ", url + b" ", 1)

    assert received(request)[1] == begun
    assert received(request[: len(url)], request[len(url) :])[1] == begun
