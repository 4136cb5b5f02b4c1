"""Large responses that nobody reads give way, and those that are read arrive whole."""

import asyncio

import pytest

from tests.live.test_hub import sleeper
from tournament.live.app import Live
from tournament.live.hub import Hub
from tournament.live.limits import unread
from tournament.live.limits.unread import LAST, PIECE, Unread

LARGE = 10 * PIECE


@pytest.fixture(autouse=True)
def room_for_four(monkeypatch):
    monkeypatch.setattr(unread, "MOST_UNREAD", 4 * LARGE)


class Client:
    """A client that reads nothing until it may, and then everything."""

    def __init__(self, held, body, network="192.0.2.7", more=False):
        self.got, self.most = b"", 0
        self.reads = asyncio.Event()
        send = held.in_pieces({"headers": [], "client": (network, 1)}, self._send)
        self.task = asyncio.ensure_future(self._answer(send, body, more))

    async def _answer(self, send, body, more):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body, "more_body": more})
        if more:
            await send({"type": "http.response.body", "body": b"end", "more_body": False})
        return self.is_complete

    async def _send(self, message):
        if message["type"] == "http.response.body":
            self.most = max(self.most, len(message["body"]))
            self.is_complete = not message["more_body"]
            await self.reads.wait()
            self.got += message["body"]

    async def has_all(self):
        self.reads.set()
        return await asyncio.wait_for(self.task, 5)


def large():
    return bytes(bytearray(LARGE))  # an object of its own each time


async def a_moment():
    for _ in range(5):
        await asyncio.sleep(0)


def test_a_large_response_arrives_whole_in_pieces():
    async def play():
        held, body = Unread(), bytes(range(256)) * 2_000
        client, following = Client(held, body + b"x"), Client(held, body, more=True)
        assert await client.has_all()
        assert await following.has_all()
        return client, following, body, len(held)

    client, following, body, kept = asyncio.run(play())

    assert (client.got, following.got, kept) == (body + b"x", body + b"end", 0)
    assert max(client.most, following.most) == PIECE


def test_the_oldest_responses_to_the_network_that_keeps_most_are_given_up():
    async def play():
        held = Unread()
        honest = Client(held, large(), network="198.51.100.1")
        await a_moment()
        slow = []
        for _each in range(30):
            slow.append(Client(held, large()))
            await a_moment()
            assert len(held) <= 4 * LARGE
        last = Client(held, large(), network="203.0.113.1")
        await a_moment()
        return [await each.has_all() for each in (honest, last)], [await each.has_all() for each in slow], len(held)

    honest, slow, kept = asyncio.run(play())

    assert honest == [True, True]
    assert slow == [False] * 28 + [True] * 2
    assert kept == 0


@pytest.mark.slow
def test_a_shared_page_counts_once_however_many_read_it():
    async def play():
        held, page = Unread(), large()
        hall = [Client(held, page) for _ in range(200)]
        await a_moment()
        kept = len(held)
        hall[0].task.cancel()
        await a_moment()
        return kept, len(held), [await each.has_all() for each in hall[1:]], len(held)

    assert asyncio.run(play()) == (LARGE, LARGE, [True] * 199, 0)


def test_a_network_that_keeps_too_much_takes_a_shared_page_from_itself_alone():
    async def play():
        held, page = Unread(), large()
        first = Client(held, page, "203.0.113.9")
        await a_moment()
        other = Client(held, page)
        more = [Client(held, large(), "203.0.113.9") for _ in range(4)]
        await a_moment()
        complete = await asyncio.gather(*(client.has_all() for client in (first, other, *more)))
        return complete, other.got == page, len(held)

    # The page still counts, for its other reader, so the network loses its next one too.
    assert asyncio.run(play()) == ([False, True, False, True, True, True], True, 0)


def test_small_responses_are_not_counted():
    async def play():
        held = Unread()
        clients = [Client(held, b"x" * unread.LARGE) for _ in range(300)]
        await a_moment()
        return len(held), [await each.has_all() for each in clients]

    assert asyncio.run(play()) == (0, [True] * 300)


def test_an_error_of_the_connection_is_passed_on():
    async def play():
        held = Unread()

        async def send(message):
            raise TimeoutError

        with pytest.raises(TimeoutError):
            await held.in_pieces({"headers": [], "client": None}, send)({"type": "http.response.body", "body": large()})
        return len(held)

    assert asyncio.run(play()) == 0


def test_pages_of_the_site_are_sent_in_pieces():
    sizes = []

    async def django(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": large()})

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sizes.append(len(message.get("body", b"")))

    scope = {"type": "http", "method": "GET", "path": "/t/large/standings/", "query_string": b"", "headers": []}
    asyncio.run(Live(django, hub=Hub(sleeper))(scope | {"client": ("192.0.2.7", 1)}, receive, send))

    assert sizes == [0] + [PIECE] * 9 + [PIECE - LAST, LAST]
