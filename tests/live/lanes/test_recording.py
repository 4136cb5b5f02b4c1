"""A hand waits for nobody once its browser has proved that it scores a table; others wait a moment for the hand."""

import asyncio
import time
from typing import Any
from unittest.mock import AsyncMock

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.test import AsyncClient
from django.urls import reverse

from tests.factories import HanchanFactory, RoundFactory
from tests.live.lanes.apps import HANDS, SCREEN, Answering, a_moment, asked, end, with_session
from tests.live.test_app import Browser
from tournament.core.requests import SCORED
from tournament.live.lanes.lane import BEGINS, Lane
from tournament.live.lanes.lanes import Lanes
from tournament.live.lanes.pauses import pauses


@pytest.mark.parametrize(("method", "path"), [("GET", SCREEN), ("POST", HANDS)])
def test_who_scored_a_table_never_waits_behind_strangers(method, path):
    async def play():
        lanes = Lanes(Answering())
        await asked(lanes, path, b"known", method)
        await asked(lanes, path, b"stranger", method)
        return lanes._proven.table_of("open", b"known"), lanes._proven.table_of("open", b"stranger")

    assert asyncio.run(play()) == (7, None)


@pytest.mark.django_db
def test_views_tell_the_table_that_the_browser_may_score():
    """However its URL is written, and whichever of its hanchans it names."""
    first = HanchanFactory()
    second = HanchanFactory(table=first.table, round=RoundFactory(tournament=first.tournament, number=2))
    link, screen = first.table.get_link(), first.table.get_absolute_url()
    hands = [reverse("hand-record", args=[first.tournament.slug, hanchan.pk]) for hanchan in (first, second)]
    client: Any = AsyncClient()
    scope_of = client._base_scope

    def scored(path, method="get"):
        tables: list[tuple[int, str]] = []
        client._base_scope = lambda **request: scope_of(**request) | {SCORED: tables}
        async_to_sync(getattr(client, method))(path)
        return set(tables)

    known = (first.table.pk, first.table.link_nonce)
    public = [first.get_absolute_url(), screen, hands[0]]
    assert [scored(path) for path in public] == [set(), set(), set()]
    assert scored(hands[0], "post") == set()
    scored(link)
    assert scored(first.get_absolute_url()) == {known}
    asked = [hands[0].replace("/hanchans/", "/hanchans/00"), *hands]
    assert [scored(path, "post") for path in asked] == [{known}] * 3
    assert [scored(path) for path in (screen, second.get_screen_url())] == [{known}] * 2


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


class Drawing(Recording):
    """Begins a page, and goes on with it in its thread when a hand is being recorded."""

    def __init__(self):
        super().__init__()
        self.may_go_on, self.paused = asyncio.Event(), []

    async def __call__(self, scope, receive, send):
        if scope["path"] == "/page":
            self.began.append("a page")
            await self.may_go_on.wait()
            await sync_to_async(self.draw)()
        await super().__call__(scope, receive, send)

    def draw(self):
        began = time.monotonic()
        pauses.get().pause()
        self.paused.append(time.monotonic() - began)


@pytest.mark.parametrize("is_recorded_meanwhile", [True, False])
def test_a_page_that_has_begun_pauses_while_a_hand_is_recorded(is_recorded_meanwhile, monkeypatch):
    monkeypatch.setattr("tournament.live.lanes.hands_first.LONGEST_DELAY", 30)

    async def play():
        app = Drawing()
        lanes = Lanes(app)
        await asked(lanes, SCREEN, b"known")
        page = Browser(lanes, "/page")
        await a_moment()
        hand = Browser(lanes, HANDS, method="POST", headers=with_session(b"known"))
        await a_moment()
        if not is_recorded_meanwhile:
            app.may_answer.set()
            await hand.status()
        app.may_go_on.set()
        await asyncio.sleep(0.1)
        was_paused = not app.paused
        app.may_answer.set()
        await page.status()
        await end(hand, page)
        return app.began[1:3], was_paused

    assert asyncio.run(play()) == (["a page", "a hand"], is_recorded_meanwhile)


def test_hands_delay_a_page_for_a_moment_only():
    async def play():
        app = Recording()
        lanes, hand = await recorded(app)
        status = await Browser(lanes, "/page").status()
        await end(hand)
        return status

    assert asyncio.run(play()) == 404
