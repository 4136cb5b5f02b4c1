"""Files are made one at a time in a lane of their own, and given in pieces while not too much is unread."""

import asyncio
import inspect
import re

from django.urls import get_resolver

from tests.live.lanes.apps import a_moment, end, site
from tests.live.test_app import Browser
from tournament.core.views import downloads
from tournament.live.lanes.files import Files
from tournament.live.lanes.lane import Lane
from tournament.live.lanes.lanes import Lanes
from tournament.live.limits.unread import LAST, PIECE, Unread


def test_an_encrypted_copy_is_made_like_any_file_one_at_a_time():
    async def play():
        django, app = await site()
        files = [Browser(app, "/t/open/takeaway/encrypted/", method="POST"), Browser(app, "/t/open/standings.csv")]
        await a_moment()
        await end(*files)
        return django.began

    assert asyncio.run(play()) == ["/t/open/takeaway/encrypted/"]


SMALL = ("webmanifest", "ics", "txt", "crt", "js")
"""Endings of files that are made as fast as a page."""

SENT = ("/t/1/takeaway/encrypted/",)
"""Addresses of files that are asked for by POST."""

DOWNLOADS = (downloads.download, downloads.download_csv, downloads.download_json)


def addresses(patterns, before="/"):
    """Yield each address with its view."""
    for each in patterns:
        address = re.sub(r"<[^>]+>", "1", before + str(each.pattern))
        yield from (
            addresses(each.url_patterns, address) if hasattr(each, "url_patterns") else [(address, each.callback)]
        )


def is_download(view, seen=()):
    """Whether the view, or a function of its module that it calls, answers with a file to save."""
    view = inspect.unwrap(view)
    if view in DOWNLOADS:
        return True
    if not inspect.isfunction(view) or view in seen:
        return False
    called = [view.__globals__.get(name) for name in view.__code__.co_names]
    own = [each for each in called if getattr(each, "__module__", "") in {view.__module__, downloads.__name__}]
    return any(is_download(each, (*seen, view)) for each in own)


def test_each_file_that_takes_long_is_made_in_the_lane_of_files():
    lanes = Lanes(None)
    views = list(addresses(get_resolver().url_patterns))
    files = [address for address, view in views if re.search(r"\.\w+$", address) or is_download(view)]
    large = [each for each in files if not each.endswith(SMALL) and not each.startswith("/api/")]
    asked = [{"method": "POST" if each in SENT else "GET", "headers": [], "path": each} for each in large]

    assert {"/t/1/certification.zip", "/t/1/laptop/file/", *SENT} <= set(large)
    assert [scope["path"] for scope in asked if lanes._lane(scope, b"") is not lanes._files] == []


class Reader:
    """A client of a network that reads nothing until it may, and then everything."""

    def __init__(self, files, network):
        self.taken, self.may_read = [], asyncio.Event()
        scope = {"type": "http", "headers": [], "client": (network, 1)}
        self.task = asyncio.ensure_future(files(scope, None, self._send))

    async def _send(self, message):
        if "body" in message:
            self.taken.append((len(message["body"]), message["more_body"]))
            await self.may_read.wait()

    async def has_all(self):
        self.may_read.set()
        await asyncio.wait_for(self.task, 5)
        return bool(self.taken) and not self.taken[-1][1]


async def one_file(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": bytes(bytearray(2 * PIECE + 1))})


def test_a_file_is_given_in_pieces():
    async def play():
        reader = Reader(Files(one_file), "192.0.2.7")
        await a_moment()
        await reader.has_all()
        return reader.taken

    assert asyncio.run(play()) == [(PIECE, True), (PIECE + 1 - LAST, True), (LAST, False)]


def test_slow_readers_of_one_network_keep_no_file_from_others(monkeypatch):
    monkeypatch.setattr("tournament.live.lanes.files.MOST_UNREAD", 7 * PIECE)

    async def play():
        files = Files(one_file)
        slow = [Reader(files, "192.0.2.7") for _ in range(3)]
        await a_moment()
        other = Reader(files, "198.51.100.9")
        await a_moment()
        return [await each.has_all() for each in (other, *slow)]

    assert asyncio.run(play()) == [True, False, True, True]


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


def test_the_pieces_of_a_file_count_as_a_file_alone():
    """Otherwise a network's pages could end the download that it is reading."""
    sizes, counted = [], []

    async def django(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x" * (2 * PIECE + LAST)})

    async def play():
        files, unread = Files(django), Unread()

        async def send(message):
            sizes.append(len(message.get("body", b"")))
            counted.append(len(unread))

        scope = {"type": "http", "headers": [], "client": ("192.0.2.7", 1)}
        await files(scope, None, unread.in_pieces(scope, send))

    asyncio.run(play())
    assert sizes == [0, PIECE, PIECE, LAST]
    assert set(counted) == {0}
