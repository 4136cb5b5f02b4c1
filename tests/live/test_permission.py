"""Who may follow a tournament: strangers cost one query together, a browser with a session one of its own."""

import asyncio
import threading
import time

import pytest
from django.core.exceptions import DisallowedHost

from tests.factories import TournamentFactory
from tournament.live.lanes.fair_queue import Full
from tournament.live.newest import read_public_versions
from tournament.live.permission import AT_ONCE, Permission


def request(*headers, host=b"testserver"):
    scope = {"type": "http", "method": "GET", "path": "/live/events", "query_string": b"", "scheme": "http"}
    return scope | {"client": ("192.0.2.7", 50_000), "headers": [(b"host", host), *headers]}


def test_strangers_who_ask_at_once_cost_two_queries() -> None:
    asked = []

    def read(ids):
        asked.append(set(ids))
        return {7: 3, 9: 1}

    async def play():
        permission = Permission(read)
        ids = [(7, 8), *[(7,)] * 500, (9,)]
        return await asyncio.gather(*(permission.versions(request(), each) for each in ids))

    answers = asyncio.run(play())

    assert answers == [{7: 3}, *[{7: 3}] * 500, {9: 1}]
    assert len(asked) <= 2


def test_a_host_that_is_not_this_sites_is_refused() -> None:
    async def play():
        await Permission(lambda _ids: {7: 1}).versions(request(host=b"evil.example"), (7,))

    with pytest.raises(DisallowedHost):
        asyncio.run(play())


def with_session(key, network="192.0.2.7"):
    return request((b"cookie", b"sessionid=%b" % key.encode())) | {"client": (network, 50_000)}


def test_browsers_with_a_session_are_asked_for_two_at_a_time(monkeypatch) -> None:
    running, most, lock = 0, 0, threading.Lock()

    def check(_scope, ids):
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.01)
        with lock:
            running -= 1
        return dict.fromkeys(ids, 1)

    monkeypatch.setattr("tournament.live.permission.versions_for", check)

    async def play():
        permission = Permission(lambda _ids: {}, lambda keys: {key: f"player {key}" for key in keys})
        return await asyncio.gather(*(permission.versions(with_session("key"), (7,)) for _each in range(20)))

    assert asyncio.run(play()) == [{7: 1}] * 20
    assert most == AT_ONCE


def test_invented_sessions_are_strangers_and_cost_no_check(monkeypatch) -> None:
    asked = []

    def existing(keys):
        asked.append(len(keys))
        return {key: "player 1" for key in keys if key == "real"}

    monkeypatch.setattr("tournament.live.permission.versions_for", lambda _scope, _ids: {8: 1})

    async def play():
        permission = Permission(lambda _ids: {7: 1}, existing)
        invented = [permission.versions(with_session(f"invented{n}"), (7, 8)) for n in range(500)]
        return await asyncio.gather(*invented, permission.versions(with_session("real"), (7, 8)))

    answers = asyncio.run(play())

    assert answers == [{7: 1}] * 500 + [{8: 1}]
    assert len(asked) <= 2


def test_networks_with_many_sessions_are_checked_in_turn(monkeypatch) -> None:
    order, may_check = [], threading.Event()

    def check(scope, _ids):
        assert may_check.wait(10)
        order.append(scope["client"][0])

    monkeypatch.setattr("tournament.live.permission.versions_for", check)

    async def play():
        permission = Permission(lambda _ids: {}, lambda keys: {key: f"player {key}" for key in keys})
        asked = [(f"key{n}", "192.0.2.7") for n in range(100)] + [("phone", "198.51.100.9")]
        tasks = [asyncio.ensure_future(permission.versions(with_session(*each), (7,))) for each in asked]
        while permission._turns._sizes.total() < 101 - AT_ONCE:
            await asyncio.sleep(0.001)
        may_check.set()
        await asyncio.gather(*tasks)

    asyncio.run(asyncio.wait_for(play(), 10))

    assert len(order) == 101
    assert order.index("198.51.100.9") <= AT_ONCE + 1


def test_too_many_sessions_that_wait_are_refused(monkeypatch) -> None:
    monkeypatch.setattr("tournament.live.permission.MOST_WAITING", 3)
    monkeypatch.setattr("tournament.live.permission.versions_for", lambda _scope, _ids: {7: 1})

    async def play():
        permission = Permission(lambda _ids: {}, lambda keys: {key: f"player {key}" for key in keys})
        flood = (permission.versions(with_session("key"), (7,)) for _each in range(10))
        return await asyncio.gather(*flood, return_exceptions=True)

    answers = asyncio.run(play())

    assert answers.count({7: 1}) == AT_ONCE + 3
    assert sum(isinstance(each, Full) for each in answers) == 10 - AT_ONCE - 3


@pytest.mark.django_db(transaction=True)  # it closes the connection
def test_strangers_follow_what_they_see() -> None:
    shown, hidden = TournamentFactory(), TournamentFactory(is_public=False)

    assert read_public_versions([shown.pk, hidden.pk, 0]) == {shown.pk: shown.version}
