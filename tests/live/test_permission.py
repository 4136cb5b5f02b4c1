"""Who may follow a tournament: strangers cost one query together, a browser with a session one of its own."""

import asyncio

import pytest
from django.core.exceptions import DisallowedHost

from tests.factories import TournamentFactory
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


def test_browsers_with_a_session_are_asked_for_two_at_a_time(monkeypatch) -> None:
    running, most = 0, 0

    async def in_thread(_function, _scope, ids):
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1
        return dict.fromkeys(ids, 1)

    monkeypatch.setattr("tournament.live.permission.asyncio.to_thread", in_thread)

    async def play():
        permission = Permission(lambda _ids: {})
        member = request((b"cookie", b"sessionid=key"))
        return await asyncio.gather(*(permission.versions(member, (7,)) for _each in range(20)))

    assert asyncio.run(play()) == [{7: 1}] * 20
    assert most == AT_ONCE


@pytest.mark.django_db(transaction=True)  # it closes the connection
def test_strangers_follow_what_they_see() -> None:
    shown, hidden = TournamentFactory(), TournamentFactory(is_public=False)

    assert read_public_versions([shown.pk, hidden.pk, 0]) == {shown.pk: shown.version}
