"""Pages that every stranger is shown alike: drawn once for each version, and never for somebody else."""

import asyncio
import gzip

import pytest
from django.core.asgi import get_asgi_application
from django.db import DatabaseError, connections
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw
from tests.factories import HanchanFactory, play
from tournament.core.actions.locking import locked_tournament
from tournament.live import shared_pages
from tournament.live.lanes.lane import Lane
from tournament.live.lanes.lanes import Lanes
from tournament.live.newest import Newest
from tournament.live.shared_pages import LONGEST_KEY, SLOT, SharedPages, key_of
from tournament.live.sharing import answer


class Views:
    """An application whose pages say how often they were drawn, and of which version."""

    def __init__(self):
        self.drawn = 0
        self.tournament_id = 7
        self.versions = {7: 1}
        self.headers = [(b"Content-Type", b"text/html"), (b"Vary", b"Cookie, HX-Request"), (b"X-Request-ID", b"1")]
        self.status = 200
        self.is_shared = True
        self.error = None
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def __call__(self, scope, receive, send):
        self.drawn += 1
        number, pk = self.drawn, self.tournament_id
        version = self.versions[pk]
        await self.may_answer.wait()
        if self.is_shared and SLOT in scope:
            scope[SLOT].append((pk, version))
        body = f"drawn {number}, version {version}".encode()
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        await send({"type": "http.response.body", "body": body[:5], "more_body": True})
        await send({"type": "http.response.body", "body": body[5:]})

    def read(self, ids):
        if self.error:
            raise self.error
        return self.versions


HALL, ELSEWHERE = "192.0.2.1", "198.51.100.1"


async def ask(app, path="/", *, query=b"", method="GET", client=HALL, **headers):
    """The status, the headers and the body of one answer."""
    sent = []
    asked = [{"type": "http.request", "body": b"", "more_body": False}]
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query,
        "client": (client, 1),
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
    }

    async def receive():
        return asked.pop() if asked else await asyncio.Future()

    async def send(message):
        sent.append(message)

    await asyncio.wait_for(app(scope, receive, send), 10)
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return sent[0]["status"], {name.lower(): value for name, value in sent[0]["headers"]}, body


def with_views(play):
    """Run `play(app, views)` and return what it does."""

    async def playing():
        views = Views()
        return await play(SharedPages(views, Newest(views.read)), views)

    return asyncio.run(playing())


def test_a_page_is_drawn_once_for_each_version():
    async def play(app, views):
        bodies = [(await ask(app))[2] for _ in range(3)]
        views.versions = {7: 2}
        return bodies + [(await ask(app))[2] for _ in range(2)]

    assert with_views(play) == [b"drawn 1, version 1"] * 3 + [b"drawn 2, version 2"] * 2


def test_all_who_ask_after_a_change_wait_for_one_drawing():
    async def play(app, views):
        await ask(app)
        views.versions = {7: 2}
        views.may_answer.clear()
        asked = [asyncio.ensure_future(ask(app)) for _ in range(50)]
        while views.drawn < 2:
            await asyncio.sleep(0.001)
        asked[0].cancel()  # whoever asked first leaves
        views.may_answer.set()
        return {answer[2] for answer in await asyncio.gather(*asked[1:])}, views.drawn

    assert with_views(play) == ({b"drawn 2, version 2"}, 2)


def test_a_hall_that_asks_for_a_known_page_in_another_way_waits_for_one_drawing():
    async def play(app, views):
        await ask(app)
        views.may_answer.clear()
        asked = [asyncio.ensure_future(ask(app, hx_request="true")) for _ in range(50)]
        while views.drawn < 2:
            await asyncio.sleep(0.001)
        views.may_answer.set()
        return {answer[2] for answer in await asyncio.gather(*asked)}, views.drawn

    assert with_views(play) == ({b"drawn 2, version 1"}, 2)


@pytest.fixture
def slow():
    """Play `play(app, views, busy)` with one turn for each network, where ELSEWHERE's is taken until the event `busy`
    is set."""

    def with_slow(play):
        async def playing(app, views):
            busy = asyncio.Event()

            async def behind(scope, receive, send):
                if scope["path"] == "/slow/":
                    await busy.wait()
                await views(scope, receive, send)

            app = SharedPages(Lane(behind, at_once=3, of_network=1, waiting=10), Newest(views.read))
            await ask(app)
            taken = asyncio.ensure_future(ask(app, "/slow/", client=ELSEWHERE, cookie="sessionid=1"))
            await asyncio.sleep(0.01)
            views.versions = {7: 2}
            try:
                return await play(app, views, busy)
            finally:
                busy.set()
                await taken

        return with_views(playing)

    return with_slow


def test_a_network_that_fills_its_queue_delays_the_page_for_nobody_else(slow):
    async def play(app, views, busy):
        first = asyncio.ensure_future(ask(app, client=ELSEWHERE))
        await asyncio.sleep(0.01)
        hall = await ask(app)
        elsewhere = await first
        busy.set()
        await asyncio.sleep(0.05)  # its own turn in the queue comes too, for nothing
        return hall[2], elsewhere[2], views.drawn

    page = b"drawn 2, version 2"
    assert slow(play) == (page, page, 3)  # once before, once now, and what was slow


def test_a_network_that_fills_its_queue_delays_no_stream(slow):
    async def play(app, views, busy):
        scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}
        scope |= {"client": (ELSEWHERE, 1)}
        page = await asyncio.wait_for(app.newest_of(key_of(scope), scope, {7: 2}), 5)
        return page.plain, busy.is_set()

    assert slow(play) == (b"drawn 2, version 2", False)


def test_visitors_of_other_pages_delay_no_known_page_of_their_network():
    async def play(_app, views):
        app = SharedPages(Lanes(views), Newest(views.read))
        await ask(app)
        views.versions, views.drawn = {7: 2}, 0
        views.may_answer.clear()
        flood = [asyncio.ensure_future(ask(app, f"/{number}/")) for number in range(20)]
        await asyncio.sleep(0.1)
        flood.append(asyncio.ensure_future(ask(app)))
        await asyncio.sleep(0.1)
        views.may_answer.set()
        *_others, page = await asyncio.gather(*flood)
        return int(page[2].split(b",")[0].removeprefix(b"drawn "))

    assert with_views(play) <= 4


tells_nothing = pytest.mark.parametrize("status", [503, 204], ids=["full queue", "nothing new"])


@tells_nothing
def test_a_part_that_was_not_drawn_is_tried_again_for_streams(status):
    async def play(app, views):
        scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": [], "client": None}
        pages = []
        for views.status in (status, 200, 404, 200):
            app._pages.clear()
            app._addresses.clear()
            pages.append(await app.newest_of(key_of(scope), scope, {7: 1}))
        return [page is not None for page in pages], views.drawn

    assert with_views(play) == ([False, True, False, False], 3)  # after 404 it is not tried again for a minute


@tells_nothing
def test_a_page_stays_shared_when_it_is_not_drawn(status):
    async def play(app, views):
        await ask(app)
        views.versions = {7: 2}
        views.status = status
        refused = (await ask(app))[0]
        views.status = 200
        views.may_answer.clear()
        asked = [asyncio.ensure_future(ask(app)) for _ in range(50)]
        await asyncio.sleep(0.05)
        views.may_answer.set()
        drawn = views.drawn
        return refused, {answer[2] for answer in await asyncio.gather(*asked)}, views.drawn - drawn

    assert with_views(play) == (status, {b"drawn 4, version 2"}, 0)


def test_a_drawing_that_began_before_a_change_is_no_answer_to_a_later_request():
    async def play(app, views):
        await ask(app)
        views.versions = {7: 2}
        views.may_answer.clear()
        early = asyncio.ensure_future(ask(app))
        while views.drawn < 2:
            await asyncio.sleep(0.001)
        views.versions = {7: 3}
        late = asyncio.ensure_future(ask(app))
        await asyncio.sleep(0.05)
        views.may_answer.set()
        return (await early)[2], (await late)[2]

    assert with_views(play) == (b"drawn 2, version 2", b"drawn 3, version 3")


def test_an_answer_is_compressed_once_and_not_sent_to_who_has_it():
    async def play(app, views):
        _status, headers, body = await ask(app, accept_encoding="gzip, br")
        plain = await ask(app)
        again = await ask(app, if_none_match=headers[b"etag"].decode())
        return headers, gzip.decompress(body), plain, again

    headers, body, plain, again = with_views(play)
    assert headers[b"content-encoding"] == b"gzip"
    assert headers[b"vary"] == b"Accept-Encoding, Accept-Language, Cookie, HX-Request"
    assert headers[b"cache-control"] == b"no-cache"
    assert b"x-request-id" not in headers
    assert body == plain[2] == b"drawn 1, version 1"
    assert plain[1][b"content-length"] == str(len(body)).encode()
    assert (again[0], again[2]) == (304, b"")


def test_each_language_address_and_kind_of_request_has_a_page_of_its_own():
    asked = [
        {},
        {"path": "/other/"},
        {"query": b"after=1"},
        {"accept_language": "fr"},
        {"cookie": "django_language=cs"},
        {"hx_request": "true"},
        {"hx_request": "true", "tenbo_shown": "7:1"},
        {"host": "tenbo.example"},
        {"x_forwarded_proto": "https"},
    ]

    async def play(app, views):
        for request in asked * 2:
            await ask(app, **request)
        return views.drawn

    assert with_views(play) == len(asked)


@pytest.mark.parametrize(
    "request_of_one",
    [
        {"cookie": "sessionid=abc"},
        {"cookie": "django_language=cs; sessionid=abc"},
        {"cookie": 'x={"a":1}; sessionid=abc'},
        {"cookie": "version=1; django_language=cs"},
        {"cookie": "messages=hello"},
        {"authorization": "Basic x"},
        {"content_length": "3"},
        {"method": "POST"},
        {"method": "HEAD"},
    ],
)
def test_what_is_for_one_browser_is_asked_of_django_each_time(request_of_one):
    async def play(app, views):
        await ask(app)
        for _ in range(3):
            await ask(app, **request_of_one)
        return views.drawn

    assert with_views(play) == 4


@pytest.mark.parametrize(
    "long",
    [
        {"query": b"x=" + b"1" * LONGEST_KEY},
        {"path": "/" + "1" * LONGEST_KEY},
        {"accept_language": "fr," * LONGEST_KEY},
        {"cookie": f"django_language={'c' * LONGEST_KEY}"},
    ],
)
def test_what_would_fill_the_memory_by_its_key_is_not_kept(long):
    async def play(app, views):
        for _ in range(3):
            await ask(app, **long)
        return views.drawn, len(app._pages), len(app._addresses)

    assert with_views(play) == (3, 0, 0)


def test_two_lines_of_cookies_are_read_by_django_alone():
    lines = [(b"cookie", b"django_language=cs"), (b"cookie", b"django_language=fr")]

    assert key_of({"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": lines}) is None


@pytest.mark.parametrize(
    "change",
    [
        {"is_shared": False},
        {"status": 404},
        {"headers": [(b"Set-Cookie", b"csrftoken=1")]},
        {"headers": [(b"vary", b"User-Agent")]},
    ],
)
def test_an_answer_for_one_browser_is_not_kept_even_where_one_was_kept_before(change):
    async def play(app, views):
        await ask(app)
        vars(views).update(change)
        views.versions = {7: 2}
        answers = [await ask(app) for _ in range(2)]
        return [status for status, _headers, _body in answers], answers[0][2] == answers[1][2]

    assert with_views(play) == ([change.get("status", 200)] * 2, False)


def test_a_deleted_tournament_leaves_its_address_to_another():
    async def play(app, views):
        await ask(app)
        views.tournament_id, views.versions = 8, {8: 3}
        return (await ask(app))[2]

    assert with_views(play) == b"drawn 2, version 3"


def test_without_a_database_django_says_what_is_wrong():
    async def play(app, views):
        await ask(app)
        views.error = DatabaseError("away")
        views.status = 503
        return (await ask(app))[0]

    assert with_views(play) == 503


def test_a_page_is_drawn_anew_after_a_while_because_of_the_day_that_it_shows(monkeypatch):
    monkeypatch.setattr(answer, "LIFETIME", -1)

    async def play(app, views):
        return [(await ask(app))[2] for _ in range(2)]

    assert with_views(play) == [b"drawn 1, version 1", b"drawn 2, version 1"]


def test_the_pages_not_asked_for_longest_go_first(monkeypatch):
    monkeypatch.setattr(shared_pages, "MOST_BYTES", 250)

    async def play(app, views):
        for path in ("/a/", "/b/", "/a/", "/c/", "/a/"):
            await ask(app, path)
        return views.drawn

    assert with_views(play) == 3


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["leaderboard", "round", "hanchan", "tournament"])
def test_strangers_share_each_public_page_and_others_get_their_own(name):
    hanchan = HanchanFactory()
    slug = hanchan.tournament.slug
    arguments = {"leaderboard": [slug], "round": [slug, 1], "hanchan": [slug, hanchan.pk], "tournament": [slug]}
    path = reverse(name, args=arguments[name])
    django = get_asgi_application()
    passed = []

    async def behind(scope, receive, send):
        passed.append(scope["path"])
        await django(scope, receive, send)

    async def look():
        app = SharedPages(behind)
        first = await ask(app, path, host="localhost")
        again = await ask(app, path, host="localhost")
        swapped = [await ask(app, path, host="localhost", hx_request="true") for _ in range(2)]
        assert swapped[0][2] == swapped[1][2] != first[2]
        assert first[2] == again[2]
        before = len(passed)
        await asyncio.to_thread(record)
        after = await ask(app, path, host="localhost")
        assert before == 2
        assert len(passed) == 3
        own = await ask(app, path, host="localhost", cookie="sessionid=abc")
        assert len(passed) == 4
        return first, after, own

    def record():
        try:
            play(hanchan, ExhaustiveDraw())
        finally:
            connections.close_all()

    first, after, own = asyncio.run(look())
    assert (first[0], after[0], own[0]) == (200, 200, 200)
    assert first[2] != after[2]
    assert b"no-store" in own[1][b"cache-control"]


@pytest.mark.django_db(transaction=True)
def test_a_tournament_that_becomes_private_is_gone_at_once():
    tournament = HanchanFactory().tournament
    path = reverse("leaderboard", args=[tournament.slug])

    def hide():
        try:
            with locked_tournament(tournament.pk) as locked:
                locked.is_public = False
                locked.version += 1
                locked.save()
        finally:
            connections.close_all()

    async def look():
        app = SharedPages(get_asgi_application())
        before = await ask(app, path, host="localhost")
        await asyncio.to_thread(hide)
        return before[0], (await ask(app, path, host="localhost"))[0]

    assert asyncio.run(look()) == (200, 404)
