"""Bodies are received in front of Django: never more than belongs there, and never for ever."""

import asyncio

import pytest
from django.urls import reverse

from tournament.archive.tenbo.reading import MOST_BYTES
from tournament.live import bodies
from tournament.live.bodies import (
    BUDGET_OF_STRANGERS,
    BUDGETS,
    FREE,
    LARGEST_FILE,
    LARGEST_FORM,
    SMALL,
    TAKES_FILES,
    Bodies,
    Uploader,
)


def sender(number, network="hall", has_event=False):
    return Uploader(name=f"account {number}", network=network, has_event=has_event)


class Site:
    """An app behind the limits that notes the bodies it gets."""

    def __init__(self):
        self.bodies = []
        self.app = Bodies(self, self.sender_of, lambda _scope: "<h1>Log in")
        self.sender = sender(7)

    def sender_of(self, scope):
        return self.sender

    async def __call__(self, scope, receive, send):
        message = await receive() if scope["headers"] else {"body": b""}
        self.bodies.append(message["body"])
        await send({"type": "http.response.start", "status": 299, "headers": []})


CHUNKED = [(b"transfer-encoding", b"chunked")]


def sent(site, *chunks, method="POST", path="/", headers=CHUNKED, pause=0.0, client="192.0.2.7"):
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
            await asyncio.sleep(pause)
            return messages.pop(0)

        async def send(message):
            statuses.append(message.get("status"))

        scope = {"type": "http", "method": method, "path": path, "headers": headers, "client": (client, 1)}
        await site.app(scope, receive, send)
        return statuses[0] if statuses else None

    return asyncio.run(play())


def test_a_form_arrives_whole():
    site = Site()

    assert sent(site, b"hand=", b"ron") == 299
    assert site.bodies == [b"hand=ron"]
    assert not any(held.of_senders or held.of_networks for held in site.app.held.values())


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


IMPORT = "/tournaments/import/"


def test_a_stranger_sends_small_bodies_alone():
    site = Site()
    site.sender = None

    assert sent(site, b"x" * SMALL) == 299
    assert sent(site, b"x" * SMALL, b"x") == 403
    assert sent(site, b"x" * SMALL, b"x", path=IMPORT) == 403
    assert [len(body) for body in site.bodies] == [SMALL]


def test_a_strangers_body_is_read_to_its_end_and_not_kept():
    site, chunks = Site(), [b"x" * SMALL] * 200
    site.sender = None

    async def receive():
        return {"type": "http.request", "body": chunks.pop(), "more_body": bool(chunks)}

    answered = []

    async def send(message):
        answered.append((message, len(chunks)))

    scope = {"type": "http", "method": "POST", "path": IMPORT, "headers": CHUNKED}
    asyncio.run(site.app(scope, receive, send))

    (start, left), (page, _left) = answered
    assert (start["status"], left) == (403, 0)
    assert page["body"] == b"<h1>Log in"
    assert (b"content-type", b"text/html; charset=utf-8") in start["headers"]


BOTH = pytest.mark.parametrize(("path", "limit"), [("/", LARGEST_FORM), (IMPORT, LARGEST_FILE)])


@BOTH
def test_large_bodies_share_a_budget_and_small_ones_always_have_room(path, limit):
    site, budget = Site(), BUDGETS[limit]
    site.app.held[limit].add(sender(1, "elsewhere"), budget.total - budget.reserve - SMALL)

    assert sent(site, b"x" * (SMALL + 1), path=path) == 503
    assert sent(site, b"x" * SMALL, path=path) == 299
    assert sent(site, b"x" * LARGEST_FORM, path="/" if path == IMPORT else IMPORT) == 299
    assert site.app.held[limit].of_senders == {"account 1": budget.total - budget.reserve - SMALL}


def test_small_bodies_of_one_network_take_no_more_than_its_share():
    site = Site()
    strangers = Uploader(name="203.0.113.1", network="203.0.113.1", has_event=False)
    site.app.held_small.add(strangers, BUDGET_OF_STRANGERS.of_sender)
    medium = b"x" * (FREE + 1)

    assert sent(site, medium, client="203.0.113.1") == 503
    assert sent(site, b"x" * FREE, client="203.0.113.1") == 299
    assert sent(site, medium, client="203.0.113.2") == 299
    assert site.app.held_small.of_senders == {strangers.name: BUDGET_OF_STRANGERS.of_sender}


def test_a_body_that_grows_counts_once():
    site, held = Site(), []

    async def receive():
        held.append((site.app.held_small.of_senders.total(), site.app.held[LARGEST_FORM].of_senders.total()))
        return {"type": "http.request", "body": b"x" * 40_000, "more_body": len(held) < 4}

    async def send(_message):
        pass

    scope = {"type": "http", "method": "POST", "path": "/", "headers": CHUNKED, "client": ("192.0.2.7", 1)}
    asyncio.run(site.app(scope, receive, send))

    assert held == [(0, 0), (40_000, 0), (80_000, 0), (0, 120_000)]


@BOTH
def test_one_account_takes_no_more_than_its_share(path, limit):
    site, share = Site(), BUDGETS[limit].of_sender
    site.app.held[limit].add(sender(7, "elsewhere", has_event=True), share - SMALL)

    for site.sender in (sender(7), sender(7, has_event=True)):
        assert sent(site, b"x" * (SMALL + 1), path=path) == 503
    site.sender = sender(8)
    assert sent(site, b"x" * (SMALL + 1), path=path) == 299


@BOTH
def test_many_accounts_of_one_network_take_no_more_than_its_share(path, limit):
    site, share = Site(), BUDGETS[limit].of_network
    for number in range(4):
        site.app.held[limit].add(sender(number), share // 4)

    assert sent(site, b"x" * (SMALL + 1), path=path) == 503
    site.sender = sender(7, "elsewhere")
    assert sent(site, b"x" * (SMALL + 1), path=path) == 299
    site.sender = sender(7, has_event=True)
    assert sent(site, b"x" * (SMALL + 1), path=path) == 299


@pytest.mark.slow
@BOTH
def test_whose_event_runs_today_always_sends_a_whole_body(path, limit):
    site, budget = Site(), BUDGETS[limit]
    site.app.held[limit].add(sender(1), budget.total - budget.reserve)
    site.sender = sender(30, "elsewhere")
    assert sent(site, b"x" * limit, path=path) == 503

    site.sender = sender(30, "elsewhere", has_event=True)
    assert sent(site, b"x" * limit, path=path) == 299


@pytest.mark.slow
def test_a_safety_copy_arrives_over_a_slow_line_and_one_that_stops_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(bodies, "WITHIN", 0.2)  # a hundredth, and so is the time of 0.3 MB
    announced = [(b"content-length", b"20000000")]
    site = Site()

    assert sent(site, *[b"x" * SMALL] * 200, path=IMPORT, headers=announced, pause=0.0033) == 299
    assert sent(site, *[b"x" * SMALL] * 200, b"never", path=IMPORT, headers=announced) == 408
    assert not any(held.of_senders or held.of_networks for held in site.app.held.values())


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
