"""Django's threads: they stay for the next request, and nobody waits for one that is still at work."""

import asyncio
import threading
import time
from contextlib import asynccontextmanager

import pytest
from django.db import transaction
from django.http import HttpResponse

from tests.live.test_app import Browser
from tournament.core.threads.interruption import Computation, Interrupted, current
from tournament.core.views.failures import prepare_failures
from tournament.live import threads
from tournament.live.threads import DjangoInThreads
from tournament.models import User

pytestmark = pytest.mark.usefixtures("interrupted_anywhere")


@asynccontextmanager
async def site(view):
    """Django with nothing but this view."""
    app = DjangoInThreads()
    app.get_response = view
    yield app
    for thread in app._idle:
        thread.end()


def number_of_thread(request):
    return HttpResponse(threading.get_ident())


async def answer(app):
    browser = Browser(app, "/")
    await browser.status()
    text = await browser.text()
    await browser.leave()
    return text


def test_the_next_request_is_answered_in_the_same_thread():
    async def play():
        async with site(number_of_thread) as app:
            return [await answer(app) for _request in range(3)]

    assert len(set(asyncio.run(play()))) == 1


def test_requests_at_the_same_time_have_a_thread_each():
    together = threading.Barrier(3, timeout=10)

    def view(request):
        together.wait()
        return number_of_thread(request)

    async def play():
        async with site(view) as app:
            return await asyncio.gather(*(answer(app) for _request in range(3)))

    assert len(set(asyncio.run(play()))) == 3


def test_nobody_waits_for_the_page_of_a_browser_that_has_gone():
    may_end = threading.Event()
    began = threading.Event()

    def view(request):
        if not began.is_set():
            began.set()
            may_end.wait(10)
        return number_of_thread(request)

    async def play():
        async with site(view) as app:
            first = Browser(app, "/")
            await asyncio.to_thread(began.wait, 10)
            first.disconnect()
            texts = [await answer(app), await answer(app)]
            idle = len(app._idle)
            may_end.set()
            await asyncio.gather(first.task, return_exceptions=True)
            return texts, idle

    texts, idle = asyncio.run(play())
    assert (len(set(texts)), idle) == (1, 1)


@pytest.mark.parametrize("most", [1, 2])
def test_threads_beyond_those_that_stay_end(monkeypatch, most):
    monkeypatch.setattr(threads, "MOST_IDLE", most)
    together = threading.Barrier(3, timeout=10)

    def view(request):
        together.wait()
        return number_of_thread(request)

    async def play():
        async with site(view) as app:
            await asyncio.gather(*(answer(app) for _request in range(3)))
            return len(app._idle)

    assert asyncio.run(play()) == most


@pytest.fixture
def computation():
    """The computation of a request, as its lane sets it."""
    prepare_failures()  # as the server does, so that the first answer is not late
    computation = Computation()
    outer = current.set(computation)
    yield computation
    current.reset(outer)


async def interrupted(app, computation):
    """Return the status of a request that is interrupted as soon as it computes."""
    browser = Browser(app, "/")
    while not computation.interrupt():
        await asyncio.sleep(0.01)
    status = await browser.status()
    await browser.leave()
    return status


def endless(request):
    end = time.monotonic() + 30
    while time.monotonic() < end:
        sum(range(100))


def test_an_interrupted_request_is_answered(computation):
    """`get_response` answers errors of views and middleware; this one is raised in Django itself."""

    async def play():
        async with site(endless) as app:
            return await interrupted(app, computation)

    assert asyncio.run(play()) == 503


def test_the_thread_of_an_interrupted_request_answers_the_next(computation):
    async def play():
        async with site(endless) as app:
            await interrupted(app, computation)
            app.get_response = number_of_thread
            return await answer(app), len(app._idle)

    _number, threads_kept = asyncio.run(play())
    assert threads_kept == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("method", ["__enter__", "__exit__"])
def test_a_transaction_that_is_interrupted_where_it_begins_or_ends_spoils_no_later_one(
    computation, monkeypatch, method
):
    def view(request):
        with transaction.atomic():
            return HttpResponse(str(User.objects.count()))

    original = getattr(transaction.Atomic, method)

    def interrupted_on_entry(atomic, *error):
        if current.get() is computation and computation.interrupt():
            endless(None)
        return original(atomic, *error)

    async def play():
        async with site(view) as app:
            first = await answer(app)
            monkeypatch.setattr(transaction.Atomic, method, interrupted_on_entry)
            browser = Browser(app, "/")
            status = await browser.status()
            await browser.leave()
            current.set(Computation())
            later = [await answer(app) for _request in range(2)]
            assert len(app._idle) == 1, "all in one thread"
            return first, status, later

    assert asyncio.run(play()) == ("0", 503, ["0", "0"])


def test_an_answer_in_spite_of_an_interruption_is_not_sent(computation):
    """Something took the interruption for an error of its own, so the answer may lack a part."""

    def view(request):
        try:
            endless(request)
        except Interrupted:
            return HttpResponse("a part")

    async def play():
        async with site(view) as app:
            return await interrupted(app, computation)

    assert asyncio.run(play()) == 503


def test_connections_go_back_before_the_answer_is_sent(monkeypatch):
    """Whoever reads a large page slowly would keep one of the few connections to PostgreSQL."""
    happened, asked = [], [{"type": "http.request", "body": b""}]
    monkeypatch.setattr(threads, "close_old_connections", lambda: happened.append("back"))

    def view(request):
        happened.append("rendered")
        return HttpResponse("page")

    async def play():
        async with site(view) as app:

            async def send(message):
                happened.append(message["type"])

            async def receive():
                return asked.pop() if asked else await asyncio.Future()

            scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": b""}
            await asyncio.wait_for(app(scope, receive, send), 10)

    asyncio.run(play())

    assert happened == ["rendered", "back", "http.response.start", "http.response.body"]
