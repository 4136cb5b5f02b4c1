"""Requests that take too long: interrupted when others wait for them, and when nobody waits for them any more."""

import asyncio
import threading
import time
from contextlib import asynccontextmanager
from urllib.parse import urlencode

import pytest
from django.http import HttpResponse

from tests.live.test_app import Browser
from tournament.core.views.failures import prepare_failures
from tournament.live.lanes import lane as lane_module
from tournament.live.lanes import lanes, overtime
from tournament.live.lanes.lane import Lane
from tournament.live.threads import DjangoInThreads

pytestmark = pytest.mark.usefixtures("interrupted_anywhere")

TOO_LONG = 0.1
"""Seconds of processor time that a request may take while others wait."""


def compute(request):
    """Compute for half a minute at /endless/, and answer at once elsewhere."""
    end = time.monotonic() + 30
    while request.path == "/endless/" and time.monotonic() < end:
        sum(range(100))
    return HttpResponse("done")


@asynccontextmanager
async def lane(longest=TOO_LONG, at_once=1):
    """A lane before Django, which has no view but `compute`."""
    django = DjangoInThreads()
    django.get_response = compute
    yield Lane(django, at_once=at_once, waiting=10, longest=longest)
    for thread in django._idle:
        thread.end()


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setattr(overtime, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(lane_module, "UNWANTED_AFTER", TOO_LONG)
    prepare_failures()  # as the server does, so that the first answer is not late


def test_a_long_request_is_interrupted_for_one_that_waits():
    async def play():
        async with lane() as app:
            long, waiting = Browser(app, "/endless/"), Browser(app, "/")
            statuses = [await long.status(), await waiting.status()]
            await asyncio.gather(long.leave(), waiting.leave())
            return statuses

    assert asyncio.run(play()) == [503, 200]


@pytest.mark.parametrize(
    ("limit", "method", "path"),
    [("LONGEST_FILE", "GET", "seating/plan/"), ("LONGEST_IMPORT", "POST", "laptop/back/")],
)
def test_a_long_request_is_interrupted_for_that_of_another_event(monkeypatch, limit, method, path):
    def compute_long(request):
        while request.path.startswith("/t/endless/"):
            sum(range(100))
        return HttpResponse("done")

    monkeypatch.setattr(lanes, limit, TOO_LONG)

    async def play():
        async with lane() as app:
            app.behind.get_response = compute_long
            site = lanes.Lanes(app.behind)
            long, waiting = (Browser(site, f"/t/{event}/{path}", method=method) for event in ("endless", "other"))
            statuses = [await asyncio.wait_for(long.status(), 5), await waiting.status()]
            await asyncio.gather(long.leave(), waiting.leave())
            return statuses

    assert asyncio.run(play()) == [503, 200]


def test_a_long_import_is_interrupted_for_another_and_a_second_one_waits_for_all(monkeypatch):
    began = []

    def load(request):
        began.append(request.GET["of"])
        while request.GET["of"].startswith("endless"):
            sum(range(100))
        return HttpResponse("done")

    monkeypatch.setattr(lanes, "LONGEST_IMPORT", TOO_LONG)

    async def play():
        async with lane() as app:
            app.behind.get_response = load
            site = lanes.Lanes(app.behind)
            asked = [("endless 1", "192.0.2.1"), ("endless 2", "192.0.2.1"), ("a", "192.0.2.2"), ("b", "192.0.2.3")]
            browsers = [
                Browser(site, "/tournaments/import/", urlencode({"of": of}), "POST", client=network)
                for of, network in (*asked, ("c", "192.0.2.4"))
            ]
            statuses = [await browsers[number].status() for number in (0, 2, 3, 4)]
            last = Browser(site, "/tournaments/import/", "of=d", "POST", client="192.0.2.5")
            statuses += [await browsers[1].status(), await last.status()]
            await asyncio.gather(*(browser.leave() for browser in [*browsers, last]))
            return statuses

    assert asyncio.run(play()) == [503, 200, 200, 200, 503, 200]
    assert began == ["endless 1", "a", "b", "c", "endless 2", "d"]


def test_a_long_form_of_an_account_is_interrupted_for_another(monkeypatch):
    others_end = threading.Event()

    def form(request):
        if request.path == "/accounts/short/":
            others_end.wait(10)
        end = time.monotonic() + 10
        while request.path == "/accounts/endless/" and time.monotonic() < end:
            sum(range(100))
        return HttpResponse("done")

    monkeypatch.setattr(lanes, "LONGEST_FORM", TOO_LONG)

    async def play():
        async with lane() as app:
            app.behind.get_response = form
            site = lanes.Lanes(app.behind)
            paths = ["/accounts/endless/", *["/accounts/short/"] * 3, "/accounts/login/"]
            browsers = [
                Browser(site, path, method="POST", client=f"192.0.2.{number}") for number, path in enumerate(paths)
            ]
            statuses = [await browsers[number].status() for number in (0, -1)]
            others_end.set()
            await asyncio.gather(*(browser.leave() for browser in browsers))
            return statuses

    assert asyncio.run(play()) == [503, 200]


def test_a_long_request_that_nobody_waits_for_goes_on():
    async def play():
        async with lane(at_once=2) as app:
            long, beside = Browser(app, "/endless/"), Browser(app, "/")
            assert await beside.status() == 200
            await asyncio.sleep(TOO_LONG + 0.3)
            was_answered = not long.sent.empty()
            await asyncio.gather(long.leave(), beside.leave())
            return was_answered

    assert asyncio.run(play()) is False


def test_a_page_whose_browser_has_gone_is_interrupted():
    """Otherwise who asks for pages and goes would occupy one thread after another."""

    async def play():
        async with lane(longest=None) as app:
            long = Browser(app, "/endless/")
            await asyncio.sleep(0.1)
            await long.leave()
            waiting = Browser(app, "/")
            status = await waiting.status()
            await waiting.leave()
            return status

    assert asyncio.run(play()) == 200


def test_a_form_whose_browser_has_gone_is_completed_in_its_turn(monkeypatch):
    may_end = False

    def save(request):
        while request.method == "POST" and not may_end:
            sum(range(100))
        return HttpResponse("done")

    async def play():
        nonlocal may_end
        async with lane(longest=None) as app:
            app.behind.get_response = save
            form = Browser(app, "/", method="POST")
            await asyncio.sleep(0.1)
            form.disconnect()
            waiting = Browser(app, "/")
            await asyncio.sleep(0.1)
            has_begun = not waiting.sent.empty()
            may_end = True
            status = await waiting.status()
            await asyncio.gather(form.task, waiting.leave(), return_exceptions=True)
            return has_begun, status

    assert asyncio.run(play()) == (False, 200)


def test_a_request_that_takes_much_memory_is_interrupted(monkeypatch):
    monkeypatch.setattr(overtime, "FEW_SECONDS", 0.1)
    used = iter(range(0, 10**12, overtime.MOST_MEMORY // 3))
    monkeypatch.setattr(overtime, "memory", lambda: next(used))

    async def play():
        async with lane(longest=None) as app:
            long = Browser(app, "/endless/")
            status = await long.status()
            await long.leave()
            return status

    assert asyncio.run(play()) == 503


@pytest.mark.parametrize(("before", "status"), [(0, 200), (overtime.MUCH - overtime.LITTLE, 503)])
def test_a_request_is_interrupted_earlier_while_the_process_takes_much_memory(monkeypatch, before, status):
    monkeypatch.setattr(overtime, "FEW_SECONDS", 0.1)
    first = iter([before])
    monkeypatch.setattr(overtime, "memory", lambda: next(first, before + overtime.LITTLE + 1))

    def compute_shortly(request):
        end = time.monotonic() + 1
        while time.monotonic() < end:
            sum(range(100))
        return HttpResponse("done")

    async def play():
        async with lane(longest=None) as app:
            app.behind.get_response = compute_shortly
            request = Browser(app, "/")
            status = await request.status()
            await request.leave()
            return status

    assert asyncio.run(play()) == status


def test_the_memory_of_this_process_is_known():
    before = overtime.memory()
    held = b"x" * 200_000_000
    assert overtime.memory() - before > len(held) * 0.5  # what tests before used may be released meanwhile
