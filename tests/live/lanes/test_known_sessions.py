"""Sessions that exist have turns of their own; those that a network invents share a few."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import AsyncClient
from django.urls import reverse
from django.utils import timezone

from tests.factories import TableFactory
from tests.live.lanes.apps import a_moment, asked, end, with_session
from tests.live.test_app import Browser
from tournament.core.logins.sessions import SessionStore
from tournament.live.lanes.known_sessions import PARTS, STORED, KnownSessions, stored_sessions
from tournament.live.lanes.lanes import Lanes

OWN_PAGE = "/t/open/enter/{}/"
FLOOD = 20


class Hall:
    """An app that finds the sessions whose keys begin with "phone". It answers nothing while `may_answer` is unset."""

    def __init__(self):
        self.began = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def __call__(self, scope, receive, send):
        await receive()
        self.began.append(scope["path"])
        await self.may_answer.wait()
        key = dict(scope["headers"]).get(b"cookie", b"").decode().rpartition("sessionid=")[2]
        if key.startswith("phone"):
            scope[STORED].append(key)
        await send({"type": "http.response.start", "status": 200, "headers": []})


def began_after_flood(known, flood, phone):
    """Return how many requests of a flood begin before the request of a phone that comes last. Each gets its headers;
    the `known` sessions were answered before."""

    async def play():
        hall = Hall()
        lanes = Lanes(hall)
        for session in known:
            await asked(lanes, OWN_PAGE.format(0), session)
        hall.began.clear()
        hall.may_answer.clear()
        browsers = [Browser(lanes, OWN_PAGE.format(1), headers=headers) for headers in flood]
        await a_moment()
        browsers.append(Browser(lanes, OWN_PAGE.format(2), headers=phone))
        await a_moment()
        hall.may_answer.set()
        for _each in browsers:
            await a_moment()
        await end(*browsers)
        return hall.began.index(OWN_PAGE.format(2))

    return asyncio.run(play())


INVENTED = [with_session(b"x%d" % n) for n in range(FLOOD)]


@pytest.mark.parametrize(("known", "phone"), [([b"phone"], with_session(b"phone")), ([], [])], ids=["known", "new"])
def test_invented_sessions_delay_a_phone_of_their_network_by_few_turns(known, phone):
    assert began_after_flood(known, INVENTED, phone) <= PARTS + 2


def test_one_session_delays_few_phones_after_a_restart():
    sessions = KnownSessions()
    others = [b"phone%d" % n for n in range(100)]
    other = next(key for key in others if sessions.member(key) != sessions.member(b"busy"))

    assert began_after_flood([], [with_session(b"busy")] * FLOOD, with_session(other)) <= 3


def test_known_sessions_are_served_in_turn():
    busy, phone = with_session(b"phone1"), with_session(b"phone2")

    assert began_after_flood([b"phone1", b"phone2"], [busy] * FLOOD, phone) <= 3


def test_the_session_used_least_recently_is_dropped_when_there_are_too_many(monkeypatch):
    monkeypatch.setattr("tournament.live.lanes.known_sessions.MOST_KNOWN", 2)
    known = KnownSessions()
    for key in ("a", "b"):
        known.remember(key)
    known.member(b"a")
    known.remember("c")

    assert [known.member(session)[:1] for session in (b"a", b"b", b"c", b"")] == ["a", "?", "c", ""]


def stored_by_django(path, session=""):
    """Return the session keys that Django tells the lane, and the session cookie that it sets."""
    client: Any = AsyncClient()
    stored: list[str] = []
    scope_of = client._base_scope
    client._base_scope = lambda **request: scope_of(**request) | {STORED: stored}
    if session:
        client.cookies[settings.SESSION_COOKIE_NAME] = session
    response = async_to_sync(client.get)(path)
    cookie = response.cookies.get(settings.SESSION_COOKIE_NAME)
    return stored, cookie.value if cookie else ""


@pytest.mark.django_db
def test_django_tells_the_session_that_it_found_or_made():
    table = TableFactory()

    [made], cookie = stored_by_django(table.get_link())
    again, _cookie = stored_by_django(table.get_absolute_url(), made)

    assert cookie == made
    assert again == [made]


@pytest.mark.django_db
def test_django_tells_no_session_that_does_not_exist_or_was_not_read():
    session = SessionStore()
    session["x"] = 1
    session.save()

    assert stored_by_django(TableFactory().get_absolute_url(), "a" * 32) == ([], "")
    assert stored_by_django(reverse("home"))[0] == []
    assert stored_by_django("/healthz", session.session_key)[0] == []


@pytest.mark.django_db(transaction=True)
def test_after_a_restart_the_sessions_are_known_that_end_last(monkeypatch):
    monkeypatch.setattr("tournament.live.lanes.known_sessions.MOST_KNOWN", 2)
    now = timezone.now()
    for days, key in enumerate(["over", "first", "second", "third"]):
        Session.objects.create(session_key=key, session_data="", expire_date=now + timedelta(days=days, minutes=-1))

    async def begin():
        known = KnownSessions(stored_sessions)
        known.read_stored()
        await known._reading
        return [known.member(key.encode()) for key in ("third", "second")], known.member(b"first")[:1]

    assert asyncio.run(begin()) == (["third", "second"], "?")
