"""The queue for refreshes: they wait for each other, and no other request waits for them."""

import asyncio

from tests.live.test_app import Browser, gate_with
from tests.live.test_hub import sleeper
from tournament.live.app import Live
from tournament.live.hub import Hub
from tournament.live.refreshes import AT_ONCE, REFRESH_HEADER


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
