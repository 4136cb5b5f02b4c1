"""Apps behind the lanes that answer when a test lets them, and requests to them."""

import asyncio

from tests.live.test_app import Browser, gate_with
from tests.live.test_hub import sleeper
from tournament.core.requests import SCORED
from tournament.live.app import Live
from tournament.live.hub import Hub

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


async def site():
    django = Django()
    return django, Live(django, gate=gate_with({7: 1}), hub=Hub(sleeper))


async def a_moment():
    for _ in range(20):
        await asyncio.sleep(0)


async def until_waiting(lanes, count):
    """Wait until so many requests are answered or wait in the lanes of strangers: a thread reads whose they are."""
    queues = [lane._turns for lane in (lanes._arrivals, lanes._pages)]
    async with asyncio.timeout(10):
        while sum(queue._on.total() + queue._sizes.total() for queue in queues) < count:
            await asyncio.sleep(0.001)


async def end(*browsers):
    for browser in browsers:
        browser.task.cancel()
    await asyncio.gather(*(browser.task for browser in browsers), return_exceptions=True)


def with_session(key):
    return [(b"cookie", b"csrftoken=x; sessionid=" + key)]


class Answering:
    """An app that lets one session score table 7, and answers everything else with 404."""

    def __init__(self):
        self.may_answer = asyncio.Event()
        self.began = []

    async def __call__(self, scope, receive, send):
        await receive()
        self.began.append(scope["path"])
        if scope["path"].startswith("/slow"):
            await self.may_answer.wait()
        is_known = (b"cookie", b"csrftoken=x; sessionid=known") in scope["headers"]
        if is_known and SCORED in scope:
            scope[SCORED].append((7, "link"))
        await send({"type": "http.response.start", "status": 200 if is_known else 404, "headers": []})


async def asked(lanes, path, session=b"", method="GET"):
    browser = Browser(lanes, path, method=method, headers=with_session(session) if session else [])
    status = await browser.status()
    await asyncio.wait_for(browser.task, 2)
    return status
