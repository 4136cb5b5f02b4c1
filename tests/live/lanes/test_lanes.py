"""Lanes: requests of one kind wait for each other, and a hand at the table waits for nobody."""

import asyncio
import re
from unittest.mock import AsyncMock

import pytest
from django.urls import get_resolver

from tests.live.test_app import Browser, gate_with
from tests.live.test_hub import sleeper
from tournament.database_settings import POOL
from tournament.live.app import Live
from tournament.live.hub import Hub
from tournament.live.lanes.files import CHUNK, Files
from tournament.live.lanes.lane import BEGINS, Lane
from tournament.live.lanes.lanes import REFRESH_HEADER, Lanes

AT_ONCE = 2
"""Refreshes of one network that are answered at once."""

SCREEN, HANDS = "/t/open/tables/1/", "/t/open/hanchans/7/hands/"


class Django:
    """An app that answers as many requests as permitted, in order of arrival."""

    def __init__(self):
        self.began = []
        self.may_answer = asyncio.Semaphore(0)

    async def __call__(self, scope, receive, send):
        assert (await receive())["type"] == "http.request"
        self.began.append(scope["path"])
        await self.may_answer.acquire()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await asyncio.sleep(3600)  # its phone reads slowly


def refresh(app, path):
    return Browser(app, path, headers=[(REFRESH_HEADER, b"7:1")])


async def site():
    django = Django()
    return django, Live(django, gate=gate_with({7: 1}), hub=Hub(sleeper))


async def a_moment():
    for _ in range(20):
        await asyncio.sleep(0)


async def end(*browsers):
    for browser in browsers:
        browser.task.cancel()
    await asyncio.gather(*(browser.task for browser in browsers), return_exceptions=True)


def test_a_few_refreshes_are_answered_at_once_and_the_next_when_an_answer_is_ready():
    async def play():
        django, app = await site()
        browsers = [refresh(app, f"/{number}") for number in range(AT_ONCE + 2)]
        await a_moment()
        first = list(django.began)
        django.may_answer.release()
        await a_moment()
        second = list(django.began)
        await end(*browsers)
        return first, second

    first, second = asyncio.run(play())

    assert first == [f"/{number}" for number in range(AT_ONCE)]
    assert second == [f"/{number}" for number in range(AT_ONCE + 1)]


def test_other_requests_bypass_the_queue():
    async def play():
        django, app = await site()
        browsers = [refresh(app, "/live") for _ in range(AT_ONCE + 2)]
        form = Browser(app, "/form", method="POST", headers=[(REFRESH_HEADER, b"7:1")])
        page = Browser(app, "/page")
        await a_moment()
        await end(*browsers, form, page)
        return django.began

    assert asyncio.run(play()) == ["/live"] * AT_ONCE + ["/form", "/page"]


def test_plans_of_seats_are_computed_one_at_a_time_and_delay_no_page():
    async def play():
        django, app = await site()
        plans = [
            Browser(app, "/t/a/seating/plan/"),
            Browser(app, "/t/b/seating/plan/", method="POST"),
            Browser(app, "/t/c/seating/repair/"),
            Browser(app, "/t/d/matches/plan/", method="POST"),
        ]
        others = [Browser(app, "/t/a/seating/"), Browser(app, "/form", method="POST")]
        await a_moment()
        began = list(django.began)
        django.may_answer.release()
        await a_moment()
        await end(*plans, *others)
        return began, django.began[len(began) :]

    assert asyncio.run(play()) == (["/t/a/seating/plan/", "/t/a/seating/", "/form"], ["/t/b/seating/plan/"])


@pytest.mark.parametrize("page", ["results/past", "rules/correction"])
def test_past_results_and_other_rules_wait_for_imports_and_delay_no_form(page):
    async def play():
        django, app = await site()
        posts = [Browser(app, f"/t/{event}/{page}/", method="POST") for event in "abc"]
        form = Browser(app, "/form", method="POST")
        await a_moment()
        began = list(django.began)
        await end(*posts, form)
        return began

    assert asyncio.run(play()) == [f"/t/a/{page}/", "/form"]


def test_rounds_are_proposed_one_at_a_time_and_wait_for_no_plan():
    async def play():
        django, app = await site()
        rounds = [Browser(app, f"/t/{event}/rounds/new/") for event in "abc"]
        others = [
            Browser(app, "/t/a/rounds/new/", method="POST"),
            Browser(app, "/t/a/seating/plan/"),
            Browser(app, "/t/a/rounds/1/"),
        ]
        await a_moment()
        began = list(django.began)
        django.may_answer.release()
        await a_moment()
        await end(*rounds, *others)
        return began, django.began[len(began) :]

    at_once = ["/t/a/rounds/new/", "/t/a/rounds/new/", "/t/a/seating/plan/", "/t/a/rounds/1/"]
    assert asyncio.run(play()) == (at_once, ["/t/b/rounds/new/"])


def test_who_asks_whether_the_site_is_well_delays_no_style_sheet():
    async def play():
        django, app = await site()
        monitoring = [Browser(app, path) for path in ("/healthz", "/readyz") * 30]
        styles = Browser(app, "/static/a.css")
        await a_moment()
        refused = sum(browser.task.done() for browser in monitoring)
        await end(*monitoring, styles)
        return django.began, refused

    assert asyncio.run(play()) == (["/healthz", "/static/a.css"], 60 - 40 - 1)


def test_imports_come_one_at_a_time_and_delay_no_form():
    async def play():
        django, app = await site()
        paths = ["/tournaments/import/", "/t/open/laptop/back/", "/t/open/laptop/mirror/"]
        imports = [Browser(app, path, method="POST") for path in paths]
        await a_moment()
        form = Browser(app, "/t/open/rounds/new/", method="POST")
        await a_moment()
        await end(*imports, form)
        return django.began

    assert asyncio.run(play()) == ["/tournaments/import/", "/t/open/rounds/new/"]


def test_pictures_that_take_long_delay_no_form():
    async def play():
        django, app = await site()
        pictures = [Browser(app, "/t/open/about/edit/", method="POST") for _ in range(3)]
        await a_moment()
        form = Browser(app, "/t/open/rounds/new/", method="POST")
        await a_moment()
        await end(*pictures, form)
        return django.began

    assert asyncio.run(play()) == ["/t/open/about/edit/"] * 3 + ["/t/open/rounds/new/"]


def test_an_encrypted_copy_is_made_like_any_file_one_at_a_time():
    async def play():
        django, app = await site()
        files = [Browser(app, "/t/open/takeaway/encrypted/", method="POST"), Browser(app, "/t/open/standings.csv")]
        await a_moment()
        await end(*files)
        return django.began

    assert asyncio.run(play()) == ["/t/open/takeaway/encrypted/"]


def test_a_request_whose_browser_disconnected_is_dropped():
    async def play():
        django, app = await site()
        browsers = [refresh(app, f"/{number}") for number in range(AT_ONCE + 3)]
        await a_moment()
        for gone in browsers[AT_ONCE:-1]:
            gone.disconnect()
        django.may_answer.release()
        await a_moment()
        await end(*browsers)
        return django.began

    assert asyncio.run(play()) == [f"/{number}" for number in [*range(AT_ONCE), AT_ONCE + 2]]


def test_a_failed_answer_frees_its_place_in_the_queue():
    async def broken(scope, receive, send):
        raise RuntimeError

    async def play():
        app = Live(broken, gate=gate_with({7: 1}), hub=Hub(sleeper))
        browsers = [refresh(app, "/") for _ in range(3 * AT_ONCE)]
        return await asyncio.wait_for(
            asyncio.gather(*(browser.task for browser in browsers), return_exceptions=True), 2
        )

    assert [type(result) for result in asyncio.run(play())] == [RuntimeError] * 3 * AT_ONCE


def with_session(key):
    return [(b"cookie", b"csrftoken=x; sessionid=" + key)]


class Answering:
    """An app that knows one session, and answers everything else with 404."""

    def __init__(self):
        self.may_answer = asyncio.Event()
        self.began = []

    async def __call__(self, scope, receive, send):
        await receive()
        self.began.append(scope["path"])
        if scope["path"].startswith("/slow"):
            await self.may_answer.wait()
        is_known = (b"cookie", b"csrftoken=x; sessionid=known") in scope["headers"]
        await send({"type": "http.response.start", "status": 200 if is_known else 404, "headers": []})


async def asked(lanes, path, session=b"", method="GET"):
    browser = Browser(lanes, path, method=method, headers=with_session(session) if session else [])
    status = await browser.status()
    await asyncio.wait_for(browser.task, 2)
    return status


@pytest.mark.parametrize(("method", "path", "table"), [("GET", SCREEN, "tables/1"), ("POST", HANDS, "hanchans/7")])
def test_who_scored_a_table_never_waits_behind_strangers(method, path, table):
    async def play():
        lanes = Lanes(Answering())
        await asked(lanes, path, b"known", method)
        await asked(lanes, path, b"stranger", method)
        return lanes._proven.table_of("open", b"known"), lanes._proven.table_of("open", b"stranger")

    assert asyncio.run(play()) == (table, None)


@pytest.mark.parametrize("path", ["/t/open/hanchans/7/", "/t/open/tables/", "/accounts/", "/t/open/tables/1/slip/"])
def test_a_page_that_anybody_may_open_proves_nothing(path):
    async def play():
        lanes = Lanes(Answering())
        await asked(lanes, path, b"known")
        return len(lanes._proven)

    assert asyncio.run(play()) == 0


def test_a_hand_is_answered_while_every_other_lane_is_full():
    async def play():
        app = Answering()
        lanes = Lanes(app)
        await asked(lanes, SCREEN, b"known")
        slow = [Browser(lanes, f"/slow{n}", method=method) for n in range(30) for method in ("GET", "POST")]
        slow += [Browser(lanes, f"/slow{n}.json") for n in range(30)]
        await a_moment()
        status = await asked(lanes, HANDS, b"known", "POST")
        await end(*slow)
        return status

    assert asyncio.run(play()) == 200


SMALL = ("webmanifest", "ics", "txt", "crt", "js")
"""Endings of files that are made as fast as a page."""


def addresses(patterns, before="/"):
    for each in patterns:
        address = re.sub(r"<[^>]+>", "1", before + str(each.pattern))
        yield from addresses(each.url_patterns, address) if hasattr(each, "url_patterns") else [address]


def test_each_file_that_takes_long_is_made_in_the_lane_of_files():
    lanes = Lanes(None)
    files = [each for each in addresses(get_resolver().url_patterns) if re.search(r"\.\w+$", each)]
    large = [each for each in files if not each.endswith(SMALL) and not each.startswith("/api/")]
    scope = {"method": "GET", "headers": []}

    assert "/t/1/certification.zip" in large
    assert [each for each in large if lanes._lane(scope | {"path": each}, b"") is not lanes._files] == []


@pytest.mark.parametrize(
    ("method", "path", "headers"),
    [
        ("GET", "/clubs/", []),
        ("POST", "/clubs/new/", []),
        ("GET", "/t/open/enter/1/", []),
        ("GET", "/t/open/", [(REFRESH_HEADER, b"7:1")]),
    ],
)
def test_the_slow_pages_of_one_network_do_not_stop_the_others(method, path, headers):
    async def play():
        django = Django()
        lanes = Lanes(django)

        def ask(network):
            return Browser(lanes, path, method=method, headers=headers, client=network)

        browsers = [ask("192.0.2.7") for _number in range(5)]
        await a_moment()
        of_one = len(django.began)
        browsers.append(ask("198.51.100.7"))
        await a_moment()
        of_both = len(django.began)
        await end(*browsers)
        return of_one, of_both

    assert asyncio.run(play()) == (AT_ONCE, AT_ONCE + 1)


def test_a_full_lane_refuses_at_once():
    async def play():
        app = Answering()
        lane = Lane(app, at_once=1, waiting=1)
        browsers = [Browser(lane, f"/slow{n}") for n in range(2)]
        await a_moment()
        status = await Browser(lane, "/slow").status()
        await end(*browsers)
        return status, app.began

    assert asyncio.run(play()) == (503, ["/slow0"])


def test_a_file_is_given_in_pieces_and_others_are_refused_while_too_much_is_unread(monkeypatch):
    monkeypatch.setattr("tournament.live.lanes.files.MOST_UNREAD", 2 * CHUNK)
    content, taken = b"x" * (2 * CHUNK + 1), []

    async def django(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": content})

    async def play():
        files = Files(django)
        may_read = asyncio.Event()

        async def send(message):
            if "body" in message:
                taken.append((len(message["body"]), message["more_body"]))
                await may_read.wait()

        slow = asyncio.ensure_future(files({}, None, send))
        await a_moment()
        refused = await Browser(files, "/").status()
        may_read.set()
        await slow
        return refused, files._unread

    assert asyncio.run(play()) == (503, 0)
    assert taken == [(CHUNK, True), (CHUNK, True), (1, None)]


class Recording(Answering):
    """Records a hand until `may_answer`."""

    async def __call__(self, scope, receive, send):
        if scope["method"] == "POST" and scope["path"] == HANDS:
            self.began.append("a hand")
            await self.may_answer.wait()
        await super().__call__(scope, receive, send)


async def recorded(app):
    """The lanes in front of it, and the request of a hand that it records."""
    lanes = Lanes(app)
    await asked(lanes, SCREEN, b"known")
    return lanes, Browser(lanes, HANDS, method="POST", headers=with_session(b"known"))


def test_nothing_else_begins_while_a_hand_is_recorded():
    async def play():
        app = Recording()
        lanes, hand = await recorded(app)
        await a_moment()
        page = Browser(lanes, "/page")
        await a_moment()
        meanwhile = list(app.began)
        app.may_answer.set()
        await page.status()
        await end(hand, page)
        return meanwhile, app.began

    meanwhile, afterwards = asyncio.run(play())

    assert meanwhile == [SCREEN, "a hand"]
    assert afterwards == [SCREEN, "a hand", HANDS, "/page"]


def test_a_page_that_another_request_renders_waits_for_no_hand():
    """It would keep a place in the lane from others meanwhile."""

    class Hands:
        async def wait(self):
            raise AssertionError

    async def play():
        scope = {"type": "http", "method": "GET", "path": "/", "headers": [], BEGINS: lambda: False}
        app = Recording()
        lane = Lane(app, at_once=1, waiting=1, hands=Hands())
        await lane(scope, AsyncMock(return_value={"type": "http.request"}), None)
        return app.began, lane._turns._free

    assert asyncio.run(play()) == ([], 1)  # the place is free again


def test_hands_delay_a_page_for_a_moment_only():
    async def play():
        app = Recording()
        lanes, hand = await recorded(app)
        status = await Browser(lanes, "/page").status()
        await end(hand)
        return status

    assert asyncio.run(play()) == 404


def test_a_file_that_is_being_sent_waits_for_no_other_that_is_being_made():
    async def django(scope, receive, send):
        if scope["path"] == "/next":
            await asyncio.sleep(3600)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await a_moment()
        await send({"type": "http.response.body", "body": b"first", "more_body": True})
        await send({"type": "http.response.body", "body": b"last", "more_body": False})

    async def play():
        lane = Lane(django, at_once=1, waiting=9)
        file, following = Browser(lane, "/file"), Browser(lane, "/next")
        answer = [await file.status(), await file.text(), await file.text()]
        await end(file, following)
        return answer

    assert asyncio.run(play()) == [200, "first", "last"]


def test_requests_that_wait_in_one_event_leave_connections_for_others():
    """In these lanes the requests of one owner may lock the row of an own event. Each of them may hold a connection to
    PostgreSQL while it waits for the row."""
    lanes = Lanes(None)
    by_owner = (lanes._recording, lanes._at_table)
    by_network = (lanes._arrivals, lanes._forms, lanes._pictures, lanes._plans, lanes._imports)

    most = sum(lane._turns._at_once_of_group for lane in by_owner) + sum(lane._turns._free for lane in by_network)

    assert most == 26
    assert most + lanes._recording._turns._free < POOL
