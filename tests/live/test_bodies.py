"""Bodies are received in front of Django: never more than belongs there, and never for ever."""

import asyncio

import pytest
from django.urls import reverse

from tournament.archive.tenbo.reading import MOST_BYTES
from tournament.live import bodies
from tournament.live.bodies import LARGEST_FILE, LARGEST_FORM, SMALL, TAKES_FILES, Bodies


class Site:
    """An app behind the limits that notes the bodies it gets."""

    def __init__(self):
        self.bodies = []
        self.app = Bodies(self)

    async def __call__(self, scope, receive, send):
        message = await receive() if scope["headers"] else {"body": b""}
        self.bodies.append(message["body"])
        await send({"type": "http.response.start", "status": 299, "headers": []})


CHUNKED = [(b"transfer-encoding", b"chunked")]


def sent(site, *chunks, method="POST", path="/", headers=CHUNKED):
    """The status of a request with these chunks; None for a sender who goes away after them."""

    async def play():
        messages = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
        messages.append({"type": "http.request", "body": b"", "more_body": False})
        statuses = []

        async def receive():
            if messages[0]["body"] is None:
                return {"type": "http.disconnect"}
            if messages[0]["body"] == b"never":
                await asyncio.Event().wait()
            return messages.pop(0)

        async def send(message):
            statuses.append(message.get("status"))

        scope = {"type": "http", "method": method, "path": path, "headers": headers}
        await site.app(scope, receive, send)
        return statuses[0] if statuses else None

    return asyncio.run(play())


def test_a_form_arrives_whole():
    site = Site()

    assert sent(site, b"hand=", b"ron") == 299
    assert site.bodies == [b"hand=ron"]
    assert site.app._held == 0


@pytest.mark.parametrize(
    ("method", "path", "limit"),
    [
        ("GET", "/", 0),
        ("HEAD", "/", 0),
        ("PUT", "/", SMALL),
        ("POST", "/no-such-page/", LARGEST_FORM),
        ("POST", "/tournaments/import/", LARGEST_FILE),
    ],
)
def test_what_is_too_large_never_reaches_django(method, path, limit):
    site = Site()
    announced = [(b"content-length", str(limit + 1).encode())]

    assert sent(site, method=method, path=path, headers=announced) == 413
    assert sent(site, b"x" * limit, b"x", method=method, path=path) == 413
    assert sent(site, b"x" * limit, method=method, path=path) == 299
    assert [len(body) for body in site.bodies] == [limit]


def test_large_bodies_share_a_budget_and_small_ones_always_have_room(monkeypatch):
    monkeypatch.setattr(bodies, "BUDGET", 2 * SMALL)
    site = Site()
    site.app._held = 2 * SMALL

    assert sent(site, b"x" * (SMALL + 1)) == 503
    assert sent(site, b"x" * SMALL) == 299
    assert site.app._held == 2 * SMALL


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(bodies, "WITHIN", -0.99)

    assert sent(Site(), b"never") == 408


def test_a_sender_who_goes_away_is_no_error():
    site = Site()

    assert sent(site, b"x", None) is None
    assert site.bodies == []


def test_a_request_without_a_body_is_passed_on_at_once():
    site = Site()

    assert sent(site, b"never", method="GET", headers=[]) == 299


def test_safety_copies_are_taken_where_they_are_imported():
    assert TAKES_FILES.fullmatch(reverse("tournament-import"))
    assert TAKES_FILES.fullmatch(reverse("laptop-back", args=["spring-open_2"]))
    assert not TAKES_FILES.fullmatch(reverse("laptop", args=["spring-open"]))
    assert MOST_BYTES < LARGEST_FILE
