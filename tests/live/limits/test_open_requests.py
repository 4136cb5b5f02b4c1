"""A network has so many requests open, whatever brings them; who is known has places of its own."""

import asyncio
from itertools import count

import pytest

from tests.live.lanes.apps import with_session
from tests.live.test_app import Browser, answered, live
from tests.live.test_hub import sleeper
from tournament.live.app import Live
from tournament.live.hub import Hub
from tournament.live.limits import open_requests
from tournament.live.limits.loop_time import InTurn, LoopTime
from tournament.live.limits.open_requests import (
    BODIES,
    LINKS,
    MOST_OF_NETWORK,
    REQUESTS,
    SESSIONS,
    STREAMS,
    OpenRequests,
)

FORM = [(b"content-length", b"15000")]


class Site:
    """An application that answers a request when its body has arrived and `may_answer` is set. A form's body arrives
    when `may_arrive` is set. Sessions and links are looked up as long as `may_know` is not set; the session "phone" is
    known, "remembered" is so at once, and no link is valid."""

    def __init__(self):
        self.began, self.checked = [], []
        self.may_arrive, self.may_answer, self.may_know = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.may_know.set()
        self.limited = OpenRequests(self, self.known_session, self.valid_link, self.remembered_session)

    async def known_session(self, scope):
        self.checked.append(scope["path"])
        session = dict(scope["headers"]).get(b"cookie", b"")
        if session:
            await self.may_know.wait()
        return "table 7" if session == b"sessionid=phone" else ""

    def remembered_session(self, scope):
        return "table 8" if (b"cookie", b"sessionid=remembered") in scope["headers"] else ""

    async def valid_link(self, scope):
        if "/link/" in scope["path"]:
            await self.may_know.wait()
        return ""

    async def __call__(self, scope, receive, send):
        self.began.append(scope["path"])
        await receive()
        await self.may_answer.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def ask(self, path="/", headers=(), client="192.0.2.7", cookie=b""):
        """Begin a request, and return its answers."""
        scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "client": (client, 1)}
        scope["headers"] = [*headers, *([(b"cookie", b"sessionid=" + cookie)] if cookie else [])]
        answers = []

        async def receive():
            if headers:
                await self.may_arrive.wait()
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message):
            answers.append(message)

        answers.append(asyncio.ensure_future(self.limited(scope, receive, send)))
        for _time in range(5):
            await asyncio.sleep(0)
        return answers

    async def end(self, *asked):
        for event in (self.may_arrive, self.may_answer, self.may_know):
            event.set()
        await asyncio.gather(*(answers[0] for answers in asked))


def status(answers):
    """The status of an answer; None as long as there is none."""
    return answers[1]["status"] if len(answers) > 1 else None


@pytest.fixture(autouse=True)
def few(monkeypatch):
    for kind, most in {STREAMS: 2, REQUESTS: 3, BODIES: 2, SESSIONS: 2, LINKS: 2}.items():
        monkeypatch.setitem(MOST_OF_NETWORK, kind, most)
    monkeypatch.setattr(open_requests, "MOST_OF_SENDER", 2)


def test_a_network_has_so_many_requests_open():
    async def play():
        site = Site()
        asked = [await site.ask() for _each in range(4)]
        elsewhere = await site.ask(client="198.51.100.1")
        at_first = [status(each) for each in (*asked, elsewhere)]
        await site.end(*asked, elsewhere)
        later = await site.ask()
        return at_first, dict(asked[3][1]["headers"]), status(later), len(site.limited)

    at_first, headers, later, still_open = asyncio.run(play())

    assert at_first == [None, None, None, 503, None]
    assert headers[b"retry-after"]
    assert headers[b"connection"] == b"close"
    assert (later, still_open) == (200, 0)


def test_unfinished_forms_leave_places_for_pages():
    async def play():
        site = Site()
        forms = [await site.ask(headers=FORM) for _each in range(3)]
        page = await site.ask("/page/")
        refused = [status(each) for each in (*forms, page)]
        site.may_arrive.set()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        third = await site.ask()
        after = [status(third), dict(site.limited._open)]
        await site.end(*forms, page, third)
        return refused, after, site.began, len(site.limited)

    refused, after, began, still_open = asyncio.run(play())

    assert refused == [None, None, 503, None]
    assert after == [503, {("192.0.2.7", REQUESTS): 3}]  # three are being answered, and no body arrives
    assert (began, still_open) == (["/", "/", "/page/"], 0)


def test_a_known_phone_has_places_that_strangers_cannot_take():
    async def play():
        site = Site()
        strangers = [await site.ask() for _each in range(3)]
        phone = [await site.ask(headers=FORM, cookie=b"phone") for _each in range(3)]
        invented = await site.ask(cookie=b"invented")
        statuses = [status(each) for each in (*phone, invented)]
        await site.end(*strangers, *phone, invented)
        return statuses, len(site.limited)

    assert asyncio.run(play()) == ([None, None, 503, 503], 0)


def test_few_wait_until_it_is_found_out_whether_they_are_known():
    async def play():
        site = Site()
        site.may_know.clear()
        strangers = [await site.ask() for _each in range(3)]
        checked = [await site.ask(cookie=b"phone") for _each in range(3)]
        statuses = [status(each) for each in checked]
        site.may_know.set()
        for _time in range(5):
            await asyncio.sleep(0)
        let_in = len(site.began)
        await site.end(*strangers, *checked)
        return statuses, let_in, len(site.limited)

    assert asyncio.run(play()) == ([None, None, 503], 5, 0)


def test_invented_links_that_are_looked_up_keep_no_known_phone_waiting():
    async def play():
        site = Site()
        strangers = [await site.ask() for _each in range(3)]
        site.may_know.clear()
        links = [await site.ask("/t/open/tables/1/link/abc/") for _each in range(3)]
        phone = await site.ask(cookie=b"phone")
        site.may_know.set()
        for _time in range(5):
            await asyncio.sleep(0)
        statuses = [status(each) for each in (*links, phone)]
        await site.end(*strangers, *links, phone)
        return statuses, len(site.limited)

    assert asyncio.run(play()) == ([503, 503, 503, None], 0)


def test_invented_sessions_that_are_looked_up_keep_no_remembered_phone_out():
    async def play():
        site = Site()
        strangers = [await site.ask() for _each in range(3)]
        site.may_know.clear()
        invented = [await site.ask(cookie=b"invented") for _each in range(3)]
        phone = await site.ask("/hand/", cookie=b"remembered")
        began = list(site.began)
        site.may_know.set()
        for _time in range(5):
            await asyncio.sleep(0)
        statuses = [status(each) for each in (*invented, phone)]
        await site.end(*strangers, *invented, phone)
        return began, statuses, len(site.limited)

    assert asyncio.run(play()) == (["/", "/", "/", "/hand/"], [503, 503, 503, None], 0)


def test_cookies_that_are_too_long_are_not_looked_at():
    async def play():
        site = Site()
        strangers = [await site.ask() for _each in range(3)]
        long = await site.ask("/long/", headers=[(b"cookie", b"\\" * 8_001)])
        short = await site.ask("/short/", headers=[(b"cookie", b"x")])
        await site.end(*strangers, long, short)
        return status(long), status(short), site.checked

    assert asyncio.run(play()) == (503, 503, ["/short/"])


def test_requests_that_wait_for_the_event_loops_time_count():
    async def play():
        time = LoopTime(lambda: 0.0, lambda: 0.0)
        for network in ("192.0.2.7", "192.0.2.9"):
            time.charge(network, 4.0)
        site = Site()
        site.limited = OpenRequests(InTurn(site, time), site.known_session, loop_time=time)
        asked = [await site.ask() for _each in range(4)]
        statuses = [status(each) for each in asked]
        for each in asked:
            each[0].cancel()
        await asyncio.gather(*(each[0] for each in asked), return_exceptions=True)
        return statuses, site.began, len(site.limited)

    assert asyncio.run(play()) == ([None, None, None, 503], [], 0)


def test_a_refusal_takes_the_networks_time():
    processor = count(0, 1)
    time = LoopTime(lambda: next(processor), lambda: 0.0)

    async def play():
        site = Site()
        site.limited = OpenRequests(site, site.known_session, loop_time=time)
        asked = [await site.ask() for _each in range(4)]
        owed = time.pause("192.0.2.7")
        await site.end(*asked)
        return owed

    assert asyncio.run(play()) > 0


def test_a_network_has_so_many_streams_and_polls_beyond():
    async def play():
        app = OpenRequests(live())
        streams = [Browser(app, "/live/events", "t=7:1") for _each in range(3)]
        elsewhere = Browser(app, "/live/events", "t=7:1", client="198.51.100.1")
        statuses = [await browser.status() for browser in [*streams, elsewhere]]
        polled, _text = await answered(app, "/live/versions", "t=7:0")
        await streams[0].leave()
        later = Browser(app, "/live/events", "t=7:1")
        statuses.append(await later.status())
        for browser in (streams[1], elsewhere, later):
            await browser.leave()
        return statuses, polled, len(app)

    assert asyncio.run(play()) == ([200, 200, 503, 200, 200], 200, 0)


def test_a_network_behind_our_proxy_is_the_one_that_the_proxy_saw(settings):
    settings.TENBO_PROXIES = 1

    async def play():
        site = Site()
        phones = [b"203.0.113.1", b"203.0.113.2"] * 3 + [b"203.0.113.1"]
        asked = [await site.ask(headers=[(b"x-forwarded-for", address)]) for address in phones]
        statuses = [status(each) for each in asked]
        await site.end(*asked)
        return statuses

    assert asyncio.run(play()) == [None] * 6 + [503]


def test_sessions_and_links_of_owners_are_known():
    async def play():
        app = Live(
            None,
            hub=Hub(sleeper),
            session_owners=lambda keys: {key: "table 7" for key in keys if key == "phone"},
            valid_links=lambda links: {link: "table 8" for link in links if "abc" in link},
        )
        scope = {"method": "GET", "path": "/", "client": ("192.0.2.7", 1)}
        return [
            (await app.known_session(scope | asked))[:7] + (await app.valid_link(scope | asked))[:7]
            for asked in (
                {"headers": with_session(b"phone")},
                {"headers": with_session(b"invented")},
                {"headers": [], "path": "/t/open/tables/8/link/abc/"},
                {"headers": [], "path": "/t/open/tables/8/link/def/"},
                {"headers": []},
            )
        ]

    assert asyncio.run(play()) == ["table 7", "", "table 8", "", ""]
