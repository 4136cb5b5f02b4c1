"""A page that is rendered once for all who wait for it does not depend on what the first of them sends."""

import asyncio

import pytest
from django.db import connections
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw
from tests.factories import HanchanFactory, play
from tests.live.test_shared_pages import ask
from tournament.core.views.failures import LastResort, prepare_failures
from tournament.live.lanes.lanes import Lanes
from tournament.live.pushed import PushedParts
from tournament.live.shared_pages import SharedPages
from tournament.live.threads import DjangoInThreads
from tournament.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)
OTHERS = [f"10.0.0.{number}" for number in range(5)]
UNKNOWN_CHARSET = "text/plain; a*=nope''b"


@pytest.fixture
def hanchan():
    return HanchanFactory()


@pytest.fixture
def pages():
    return SharedPages(Lanes(DjangoInThreads()))


async def record(hanchan):
    """Record a hand, and return the tournament's new version."""

    def in_thread():
        try:
            play(hanchan, ExhaustiveDraw())
            return Tournament.objects.get(pk=hanchan.tournament.pk).version
        finally:
            connections.close_all()

    return await asyncio.to_thread(in_thread)


def stream(pages, path, client, *headers):
    """The parts that a browser's stream sends."""
    of_all = [(b"host", b"localhost"), (b"accept-language", b"en")]
    scope = {"type": "http", "method": "GET", "path": "/live/events", "query_string": b""}
    return PushedParts(pages, scope | {"client": (client, 1), "headers": [*of_all, *headers]}, [path])


@pytest.mark.parametrize(
    "sent",
    [
        {"content_type": UNKNOWN_CHARSET},
        {"tenbo_shown": "{}:99999999"},
        {"cookie": "csrftoken=x"},  # Django replaces it
    ],
)
def test_the_headers_of_the_first_change_nothing_for_the_others(hanchan, pages, sent):
    path = reverse("hanchan", args=[hanchan.tournament.slug, hanchan.pk])
    of_all = {"host": "localhost", "hx_request": "true", "tenbo_shown": f"{hanchan.tournament.pk}:0"}
    of_first = {name: value.format(hanchan.tournament.pk) for name, value in sent.items()}
    rendered = []

    async def noted(scope, receive, send):
        rendered.append(scope["path"])
        await pages._behind(scope, receive, send)

    async def look():
        app = LastResort(SharedPages(noted), prepare_failures())
        await record(hanchan)
        for _time in range(2):
            await ask(app, path, **of_all)
        await record(hanchan)
        rendered.clear()
        first = asyncio.ensure_future(ask(app, path, client="203.0.113.9", **of_all | of_first))
        await asyncio.sleep(0)
        others = await asyncio.gather(*(ask(app, path, client=client, **of_all) for client in OTHERS))
        await first
        return [status for status, _headers, _body in others]

    assert asyncio.run(look()) == [200] * len(OTHERS)
    assert len(rendered) <= 2  # one for the others


@pytest.mark.parametrize(
    "header",
    [
        (b"content-type", UNKNOWN_CHARSET),
        (b"tenbo-shown", "{}:99999999 x"),
        (b"cookie", "csrftoken=x"),
    ],
)
def test_the_headers_of_one_stream_take_no_part_from_the_others(hanchan, pages, header):
    name, value = header
    pk = hanchan.tournament.pk
    path = reverse("hanchan", args=[hanchan.tournament.slug, hanchan.pk])

    async def look():
        streams = [
            stream(pages, path, "203.0.113.9", (name, value.format(pk).encode())),
            *(stream(pages, path, client) for client in OTHERS),
        ]
        version = await record(hanchan)
        events = (each.events({pk: version}) for each in streams)
        return await asyncio.gather(*events, return_exceptions=True)

    assert all(event.startswith(b"event: part") for event in asyncio.run(look())[1:])


def test_a_wrong_host_does_not_end_the_sharing_of_a_page(hanchan, pages):
    pk = hanchan.tournament.pk
    path = reverse("hanchan", args=[hanchan.tournament.slug, hanchan.pk])

    async def look():
        for host in ("localhost", "evil.example"):
            await ask(pages, path, host=host)
        version = await record(hanchan)
        return await stream(pages, path, OTHERS[0]).events({pk: version})

    assert asyncio.run(look()).startswith(b"event: part")
