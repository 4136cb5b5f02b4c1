"""Lanes: requests of one kind wait for each other, and delay no other kind."""

import asyncio

import pytest

from tests.live.lanes.apps import Answering, Django, a_moment, end, site
from tests.live.test_app import Browser, gate_with
from tests.live.test_hub import sleeper
from tournament.database_settings import POOL
from tournament.live.app import Live
from tournament.live.hub import Hub
from tournament.live.lanes.lane import Lane
from tournament.live.lanes.lanes import REFRESH_HEADER, Lanes

AT_ONCE = 2
"""Refreshes of one network that are answered at once."""


def refresh(app, path):
    return Browser(app, path, headers=[(REFRESH_HEADER, b"7:1")])


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


def test_rankings_of_leagues_are_made_one_at_a_time_and_delay_no_page():
    async def play():
        django, app = await site()
        league = "/api/v1/leagues/a/table/"
        rankings = [Browser(app, "/l/a/"), refresh(app, "/l/a/"), Browser(app, league), Browser(app, "/l/b/")]
        others = [Browser(app, "/leagues/"), Browser(app, "/l/a/edit/"), refresh(app, "/t/a/")]
        await a_moment()
        began = list(django.began)
        django.may_answer.release()
        await a_moment()
        await end(*rankings, *others)
        return began, django.began[len(began) :]

    assert asyncio.run(play()) == (["/l/a/", "/leagues/", "/l/a/edit/", "/t/a/"], ["/l/a/"])


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_pages_for_promotion_wait_for_rankings_of_leagues(method):
    """Such a page and its form compute the rankings of two leagues."""
    lanes = Lanes(None)

    def lane(path):
        return lanes._lane({"path": path, "method": method, "headers": []}, b"")

    assert lane("/l/a/periods/3/promotion/") is lanes._leagues
    assert lane("/l/a/periods/") is lane("/l/a/periods/3/promotion/take-back/") is lane("/leagues/new/")
    assert lane("/l/a/periods/") is not lanes._leagues


def test_rankings_of_a_federation_delay_no_page_either():
    lanes = Lanes(None)

    def lane(path):
        return lanes._lane({"path": path, "method": "GET", "headers": []}, b"")

    assert lane("/rankings/big/") is lanes._leagues
    assert {lane(f"/rankings/{page}") for page in ("", "new/", "big/edit/")} == {lanes._pages}


@pytest.mark.parametrize("headers", [[], [(b"tenbo-shown", b"")]])
def test_pages_of_logs_are_made_one_at_a_time(headers):
    """All entries of such a page, or a part of it that is refreshed, are in memory at once."""
    lanes = Lanes(None)

    def lane(path):
        return lanes._lane({"path": path, "method": "GET", "headers": headers}, b"")

    assert lane("/t/a/log/") is lanes._logs
    assert lane("/t/a/") is (lanes._refreshes if headers else lanes._pages)


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


def test_imports_come_one_at_a_time_and_delay_no_laptop_no_mirror_and_no_form():
    async def play():
        django, app = await site()
        paths = ["/tournaments/import/", "/t/open/rules/correction/", "/t/open/laptop/mirror/", "/t/open/laptop/back/"]
        imports = [Browser(app, path, method="POST") for path in paths]
        await a_moment()
        form = Browser(app, "/t/open/rounds/new/", method="POST")
        await a_moment()
        await end(*imports, form)
        return django.began

    assert asyncio.run(play()) == [
        "/tournaments/import/",
        "/t/open/laptop/mirror/",
        "/t/open/laptop/back/",
        "/t/open/rounds/new/",
    ]


def test_pictures_that_take_long_delay_no_form():
    async def play():
        django, app = await site()
        pictures = [Browser(app, "/t/open/about/edit/", method="POST") for _ in range(2)]
        await a_moment()
        form = Browser(app, "/t/open/rounds/new/", method="POST")
        await a_moment()
        await end(*pictures, form)
        return django.began

    assert asyncio.run(play()) == ["/t/open/about/edit/"] * 2 + ["/t/open/rounds/new/"]


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


@pytest.mark.parametrize(
    ("method", "path", "headers", "at_once"),
    [
        ("GET", "/clubs/", [], AT_ONCE),
        ("POST", "/clubs/new/", [], AT_ONCE),
        ("POST", "/accounts/login/", [], 3),
        ("POST", "/t/open/about/edit/", [], 2),
        ("GET", "/t/open/enter/1/", [], AT_ONCE),
        ("GET", "/t/open/", [(REFRESH_HEADER, b"7:1")], AT_ONCE),
    ],
)
def test_the_slow_pages_of_one_network_do_not_stop_the_others(method, path, headers, at_once):
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

    assert asyncio.run(play()) == (at_once, at_once + 1)


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


def test_requests_that_wait_in_one_event_leave_connections_for_others():
    """In these lanes the requests of one owner may lock the row of an own event. Each of them may hold a connection to
    PostgreSQL while it waits for the row."""
    lanes = Lanes(None)
    by_owner = (lanes._recording, lanes._at_table)
    by_network = [lanes._arrivals, lanes._forms, lanes._pictures, lanes._plans]
    by_network += [lanes._laptops, lanes._mirrors, lanes._imports]

    most = sum(lane._turns._at_once_of_group for lane in by_owner) + sum(lane._turns._free for lane in by_network)

    assert most == 22
    assert most + lanes._recording._turns._free < POOL
