"""Parts that a stream brings along: the same bytes for everybody, and only what every stranger is shown."""

import asyncio
import gzip
from base64 import b64decode

import pytest

from tests.live.test_app import Browser, gate_with
from tests.live.test_hub import sleeper
from tests.live.test_shared_pages import Views, ask
from tournament.live import pushed
from tournament.live.app import Live
from tournament.live.hub import GONE, Hub
from tournament.live.newest import Newest
from tournament.live.pushed import MOST_PARTS, PushedParts
from tournament.live.shared_pages import SharedPages

PART = "/t/open/standings/"


def stream(**headers):
    """The scope of a stream of news."""
    return {
        "type": "http",
        "method": "GET",
        "path": "/live/events",
        "query_string": b"",
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
    }


async def viewer(views, *addresses, **headers):
    """The parts of somebody's stream, after somebody else has looked at the page."""
    pages = SharedPages(views, Newest(views.read))
    await ask(pages, PART)
    return PushedParts(pages, stream(**headers), addresses or [PART])


def read(events):
    """Id, version, address and text of each event."""
    parts = []
    for event in events.decode().split("\n\n")[:-1]:
        name, data = event.split("\n")
        pk, version, address, text = data.removeprefix("data: ").split(" ")
        assert name == "event: part"
        parts.append((int(pk), int(version), address, gzip.decompress(b64decode(text)).decode() if text else ""))
    return parts


def events_of(news, *, versions=None, before=None, addresses=(), **headers):
    """What a stream brings along with these news (versions by id)."""

    async def play():
        views = Views()
        parts = await viewer(views, *addresses, **headers)
        views.versions = versions or news
        if before:
            await parts.events(before)
        return read(await parts.events(news)), views.drawn

    return asyncio.run(play())


def test_a_part_is_brought_along_with_its_version():
    assert events_of({7: 2}) == ([(7, 2, PART, "drawn 2, version 2")], 2)


def test_a_part_that_has_not_changed_is_not_sent_again():
    assert events_of({7: 2}, before={7: 2}) == ([(7, 2, PART, "")], 2)


def test_news_of_another_tournament_bring_nothing():
    assert events_of({8: 2}, versions={7: 1})[0] == []


def test_a_thousand_streams_cost_one_drawing_and_share_its_bytes():
    async def play():
        views = Views()
        pages = SharedPages(views, Newest(views.read))
        await ask(pages, PART)
        streams = [PushedParts(pages, stream(), [PART]) for _ in range(1_000)]
        views.versions = {7: 2}
        events = await asyncio.gather(*(each.events({7: 2}) for each in streams))
        return set(events), views.drawn

    events, drawn = asyncio.run(play())
    assert len(events) == 1
    assert drawn == 2


@pytest.mark.parametrize(
    "unshared",
    [
        {"cookie": "sessionid=abc"},
        {"authorization": "Basic x"},
        {"addresses": ["/account/"]},
        {"addresses": ["//elsewhere.example/t/open/"]},
        {"addresses": ["/t/open/\nevent: other"]},
        {"addresses": ["/t/" + 300 * "x"]},
    ],
)
def test_nobody_is_sent_what_is_not_everybodys(unshared):
    assert events_of({7: 2}, **unshared) == ([], 1)


def test_a_page_that_no_view_shares_is_not_sent():
    async def play():
        views = Views()
        views.is_shared = False
        parts = await viewer(views)
        return await parts.events({7: 2})

    assert asyncio.run(play()) == b""


def test_streams_alone_are_enough_for_a_process_that_nobody_has_asked_for_the_page():
    async def play(is_shared):
        views = Views()
        views.is_shared = is_shared
        pages = SharedPages(views, Newest(views.read))
        streams = [PushedParts(pages, stream(), [PART]) for _ in range(20)]
        events = []
        for version in (1, 2):
            views.versions = {7: version}
            events.append(await asyncio.gather(*(each.events({7: version}) for each in streams)))
        return {read(each)[0][1] for each in events[-1] if each}, views.drawn

    assert asyncio.run(play(True)) == ({2}, 2)
    assert asyncio.run(play(False)) == (set(), 1)


def test_a_tournament_that_is_gone_leaves_nothing_to_send_whoever_has_its_address():
    assert events_of({7: GONE}, versions={7: GONE - 1})[0] == []


def test_a_stream_brings_a_few_parts_at_most():
    addresses = [f"/t/open/rounds/{number}/" for number in range(MOST_PARTS + 3)]

    async def play():
        views = Views()
        pages = SharedPages(views, Newest(views.read))
        for address in addresses:
            await ask(pages, address)
        return await PushedParts(pages, stream(), addresses).events({7: 1})

    assert [part[2] for part in read(asyncio.run(play()))] == addresses[:MOST_PARTS]


def test_addresses_beyond_the_first_few_are_not_looked_at():
    nowhere = [f"/nowhere/{number}/" for number in range(MOST_PARTS)]

    assert events_of({7: 1}, addresses=[*nowhere[1:], PART])[0]
    assert events_of({7: 1}, addresses=[*nowhere, PART])[0] == []


def test_what_a_stream_sends_at_once_has_a_limit_and_what_it_sent_before_costs_nothing(monkeypatch):
    addresses = [f"/t/open/rounds/{number}/" for number in range(3)]
    monkeypatch.setattr(pushed, "MOST_BYTES", 300)  # each part has about 60 letters, and its event 40 more

    async def play():
        views = Views()
        pages = SharedPages(views, Newest(views.read))
        for address in addresses:
            await ask(pages, address)
        parts = PushedParts(pages, stream(), addresses)
        first = read(await parts.events({7: 1}))
        monkeypatch.setattr(pushed, "MOST_BYTES", 220)
        smaller = read(await PushedParts(pages, stream(), addresses).events({7: 1}))
        return first, smaller, read(await parts.events({7: 1}))

    first, smaller, again = asyncio.run(play())
    assert [part[2] for part in first] == addresses
    assert [part[2] for part in smaller] == addresses[:2]
    assert [part[2:] for part in again] == [(address, "") for address in addresses]


def test_the_stream_says_hello_then_sends_the_part_then_tells_the_version():
    async def play():
        views = Views()
        app = Live(views, gate=gate_with({7: 1}), hub=Hub(sleeper), newest=Newest(views.read))
        await ask(app, PART)
        browser = Browser(app, "/live/events", f"t=7:1&p={PART}")
        await browser.status()
        hello = await browser.text()
        views.versions = {7: 2}
        app.hub.publish(7, 2)
        news = await browser.text()
        await browser.leave()
        return hello, news

    hello, news = asyncio.run(play())
    assert hello == "retry: 2000\nevent: hello\ndata:\n\n"
    assert news.startswith(f"event: part\ndata: 7 2 {PART} ")
    assert news.endswith("\n\ndata: 7 2\n\n")


def test_queries_that_no_view_reads_make_no_further_parts():
    addresses = [f"{PART}?x={number}" for number in range(50)]

    async def play():
        views = Views()
        pages = SharedPages(views, Newest(views.read))
        await ask(pages, PART)
        streams = [PushedParts(pages, stream(), [address]) for address in addresses]
        views.versions = {7: 2}
        events = await asyncio.gather(*(each.events({7: 2}) for each in streams))
        return [read(each)[0][2:] for each in events], views.drawn

    parts, drawn = asyncio.run(play())
    assert drawn == 2
    assert parts == [(address, "drawn 2, version 2") for address in addresses]


def test_parts_that_only_streams_want_are_drawn_one_at_a_time_and_given_up_after_a_while(monkeypatch):
    monkeypatch.setattr(pushed, "LONGEST_WAIT", 0.05)
    addresses = [f"{PART}?page={number}" for number in range(2, 52)]

    async def play():
        views = Views()
        pages = SharedPages(views, Newest(views.read))
        await ask(pages, PART)
        views.may_answer.clear()
        events = await asyncio.gather(*(PushedParts(pages, stream(), [each]).events({7: 1}) for each in addresses))
        drawn = views.drawn - 1
        views.may_answer.set()
        return events, drawn, (await ask(pages, f"{PART}", query=b"page=51"))[2]

    assert asyncio.run(play()) == ([b""] * len(addresses), 1, b"drawn 3, version 1")
