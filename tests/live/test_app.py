"""The addresses under /live/: what is sent, to whom, and that a closed stream leaves nothing behind."""

import asyncio
import json
from contextlib import suppress

import pytest
from django.core.exceptions import DisallowedHost
from django.db import DatabaseError

from tests.live.test_hub import sleeper
from tournament.live import app as live_app
from tournament.live.app import Live
from tournament.live.hub import Hub
from tournament.live.lanes.fair_queue import Full
from tournament.live.limits.bounded_http import LONGEST_LIVE_URL


class Browser:
    """One request to an app, with the answer so far. `leave` closes the connection."""

    def __init__(self, app, path, query="", method="GET", headers=(), client="192.0.2.7"):
        self.sent: asyncio.Queue[dict] = asyncio.Queue()
        self._gone = asyncio.Event()
        self._request_read = False
        scope = {"type": "http", "path": path, "query_string": query.encode(), "method": method, "headers": headers}
        scope["client"] = (client, 50_000)
        self.task = asyncio.ensure_future(app(scope, self._receive, self.sent.put))

    async def _receive(self):
        if not self._request_read:
            self._request_read = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def status(self):
        return (await asyncio.wait_for(self.sent.get(), 2))["status"]

    async def text(self):
        return (await asyncio.wait_for(self.sent.get(), 2))["body"].decode()

    def disconnect(self):
        self._gone.set()

    async def leave(self):
        self.disconnect()
        await asyncio.wait_for(self.task, 2)


async def django(scope, receive, send):
    await send({"type": "http.response.start", "status": 299, "headers": []})


def gate_with(answer):
    """Lets everybody follow these versions by tournament's id, or raises an error."""

    async def versions(scope, ids):
        if isinstance(answer, Exception):
            raise answer
        return {pk: version for pk, version in answer.items() if pk in ids}

    return versions


def live(answer=None):
    return Live(django, gate=gate_with({7: 1} if answer is None else answer), hub=Hub(sleeper))


async def answered(app, path, query="", method="GET"):
    browser = Browser(app, path, query, method)
    status, text = await browser.status(), await browser.text()
    await asyncio.wait_for(browser.task, 2)
    return status, text


def test_a_stream_contains_only_ids_and_versions():
    async def play():
        app = live()
        browser = Browser(app, "/live/events", "t=7:1")
        chunks = [await browser.status(), await browser.text()]
        app.hub.publish(7, 2)
        chunks.append(await browser.text())
        await browser.leave()
        return chunks, len(app.hub)

    assert asyncio.run(play()) == ([200, "retry: 2000\nevent: hello\ndata:\n\n", "data: 7 2\n\n"], 0)


def test_a_change_during_rendering_is_sent_first_and_then_each_write():
    async def play():
        app = live({7: 8})
        browser = Browser(app, "/live/events", "t=7:5")
        await browser.status()
        chunks = [await browser.text()]
        for version in (9, 9, 10):
            app.hub.publish(7, version)
            await asyncio.sleep(0.1)
        while not browser.sent.empty():
            chunks.append(await browser.text())
        await browser.leave()
        return chunks

    hello = "retry: 2000\nevent: hello\ndata:\n\n"
    assert asyncio.run(play()) == [f"{hello}data: 7 8\n\n", "data: 7 9\n\n", "data: 7 10\n\n"]


def test_a_stream_follows_only_what_its_browser_may_follow():
    """Else strangers who name thousands of tournaments that do not exist would slow the news of those that do."""

    async def play():
        app = live()
        browser = Browser(app, "/live/events", "&".join(["t=7:1", *(f"t={pk}:1" for pk in range(100, 149))]))
        await browser.status()
        watched = app.hub.watched()
        await browser.leave()
        return watched

    assert asyncio.run(play()) == {7}


def test_a_stream_says_at_once_that_the_database_is_lost_and_back():
    async def play():
        app = live()
        browser = Browser(app, "/live/events", "t=7:1")
        await browser.status()
        chunks = [await browser.text()]
        for act in (app.hub.lost, app.hub.ready):
            act()
            chunks.append(await browser.text())
        await browser.leave()
        return chunks[1:]

    assert asyncio.run(play()) == ["event: lost\ndata:\n\n", "event: beat\ndata:\n\n"]


def test_a_stream_sends_heartbeats_and_ends_after_a_while(monkeypatch):
    monkeypatch.setattr(live_app, "HEARTBEAT", 0.01)
    monkeypatch.setattr(live_app, "LIFETIME", 0.2)

    async def play():
        app = live()
        browser = Browser(app, "/live/events", "t=7:1")
        await browser.status()
        await asyncio.wait_for(browser.task, 2)
        chunks = [browser.sent.get_nowait() for _ in range(browser.sent.qsize())]
        return [message["body"] for message in chunks], chunks[-1]["more_body"], len(app.hub)

    chunks, more, readers = asyncio.run(play())

    assert chunks[1] == b"event: beat\ndata:\n\n"
    assert (chunks[-1], more, readers) == (b"", False, 0)


@pytest.mark.parametrize("path", ["/live/events", "/live/versions"])
@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ({}, 404),
        (DisallowedHost(), 400),
        (DatabaseError(), 503),
        (Full(), 503),
    ],
)
def test_a_visitor_without_permission_gets_no_stream(path, answer, status):
    async def play():
        app = live(answer)
        return await answered(app, path, "t=7:1"), len(app.hub)

    assert asyncio.run(play()) == ((status, ""), 0)


def test_polling_is_answered_with_204_while_nothing_changed():
    async def play():
        app = live({7: 4, 8: 2})
        return await answered(app, "/live/versions", "t=7:4&t=8:2"), await answered(
            app, "/live/versions", "t=7:4&t=8:1"
        )

    same, other = asyncio.run(play())

    assert same == (204, "")
    assert (other[0], json.loads(other[1])) == (200, {"8": 2})


@pytest.mark.parametrize(
    ("path", "query", "method", "status"),
    [
        ("/live/events", "", "GET", 400),
        ("/live/events", "t=x:1&t=7&t=:&t=٣:1", "GET", 400),
        ("/live/events", "&".join(f"t={n}:1" for n in range(60)), "GET", 400),
        ("/live/versions", f"t=7:1&p={'%' * LONGEST_LIVE_URL}", "GET", 400),
        ("/live/events", "t=7:1", "POST", 405),
        ("/live/else", "t=7:1", "GET", 404),
        ("/static/a.css", "", "head", 405),
        ("/accounts/login/", "", "Post", 405),
        ("/livez", "", "get", 405),
    ],
)
def test_invalid_requests_are_refused(path, query, method, status):
    assert asyncio.run(answered(live(), path, query, method))[0] == status


def test_a_proxy_that_asks_whether_the_process_lives_waits_for_nobody():
    """Caddy takes a process out whose /livez is late, and everybody's hands with it."""

    async def play():
        async def hanging(scope, receive, send):
            await asyncio.sleep(3600)

        app = Live(hanging, gate=gate_with({7: 1}), hub=Hub(sleeper))
        paths = ["/healthz", "/readyz", "/static/a.css", "/", "/t/open/tables/1/"]
        flood = [Browser(app, path) for path in paths * 50]
        await asyncio.sleep(0)
        answers = [await answered(app, "/livez", method=method) for method in ("GET", "HEAD", "POST")]
        for browser in flood:
            browser.task.cancel()
        await asyncio.gather(*(browser.task for browser in flood), return_exceptions=True)
        return answers

    assert asyncio.run(play()) == [(200, "ok\n"), (200, "ok\n"), (405, "ok\n")]


def test_every_other_address_goes_to_django():
    async def play():
        return await Browser(live(), "/t/spring/").status()

    assert asyncio.run(play()) == 299


def test_a_server_that_stops_ends_its_streams():
    async def play():
        app = live()
        browser = Browser(app, "/live/events", "t=7:1")
        await browser.status()
        app.hub.close()
        await asyncio.wait_for(browser.task, 1)
        return len(app.hub), await answered(app, "/live/events", "t=7:1")

    assert asyncio.run(play()) == (0, (503, ""))


def test_a_cancelled_stream_leaves_nothing_behind():
    async def play():
        app = live()
        browser = Browser(app, "/live/events", "t=7:1")
        await browser.status()
        browser.task.cancel()
        with suppress(asyncio.CancelledError):
            await browser.task
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.sleep(0)
        return len(app.hub), [task for task in others if not task.done()]

    assert asyncio.run(play()) == (0, [])


def test_a_stream_ends_when_its_reader_may_not_follow_any_more(monkeypatch):
    monkeypatch.setattr(live_app, "CHECK_EVERY", -1)
    allowed = {7: 1}

    async def play():
        app = live(allowed)
        browser = Browser(app, "/live/events", "t=7:1")
        await browser.status()
        await browser.text()
        app.hub.publish(7, 2)
        news = await browser.text()
        allowed.clear()
        app.hub.publish(7, 3)
        last = await browser.text()
        await asyncio.wait_for(browser.task, 2)
        return news, last

    assert asyncio.run(play()) == ("data: 7 2\n\n", "")
