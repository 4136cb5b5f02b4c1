"""What has run out is deleted now and then, in a thread of the server."""

import asyncio
import threading
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection
from django.utils import timezone

from tests.live.test_app import Browser, django, gate_with
from tests.live.test_hub import sleeper
from tournament.live import app, tidying
from tournament.live.app import Live
from tournament.live.hub import Hub


@pytest.mark.django_db
def test_expired_sessions_are_deleted_and_others_stay(monkeypatch):
    monkeypatch.setattr(connection, "close", lambda: None)
    for key, days in (("old", -1), ("new", 1)):
        Session.objects.create(session_key=key, session_data="", expire_date=timezone.now() + timedelta(days=days))

    tidying.tidy()

    assert [session.session_key for session in Session.objects.all()] == ["new"]


def test_a_database_that_is_away_is_asked_again_later(monkeypatch, caplog):
    def away():
        raise DatabaseError("away")

    monkeypatch.setattr(tidying, "forget_expired_sessions", away)
    monkeypatch.setattr(connection, "close", lambda: None)

    tidying.tidy()

    assert "The clean-up of the database was interrupted, and is tried again in an hour: away" in caplog.text


def test_work_that_fails_stops_no_other(monkeypatch, caplog):
    done = []

    def fails():
        raise RuntimeError("a bug")

    def disk_is_full():
        raise DatabaseError("database or disk is full")

    for name in ("forget_old_logins", "forget_old_uses", "analyse", "erase_removed_people"):
        monkeypatch.setattr(tidying, name, lambda name=name: done.append(name))
    monkeypatch.setattr(tidying, "forget_expired_sessions", fails)
    monkeypatch.setattr(connection, "close", lambda: None)

    tidying.tidy(disk_is_full, lambda: done.append("other"))

    assert done == ["forget_old_logins", "forget_old_uses", "other", "analyse", "erase_removed_people"]
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING"]


def test_the_server_tidies_once_in_an_hour():
    tidied = []

    async def play():
        live = Live(django, gate=gate_with({7: 1}), hub=Hub(sleeper), tidy=lambda: tidied.append(1))
        for _ in range(3):
            await Browser(live, "/").status()
        await live._tidying

    asyncio.run(play())

    assert tidied == [1]


def test_a_clean_up_that_takes_longer_than_an_hour_is_not_begun_again_meanwhile(monkeypatch):
    monkeypatch.setattr(app, "EVERY", 0.0)
    begun, may_end = [], threading.Event()

    def tidy():
        begun.append(1)
        may_end.wait(10)

    async def play():
        live = Live(django, gate=gate_with({7: 1}), hub=Hub(sleeper), tidy=tidy)
        for _ in range(3):
            await Browser(live, "/").status()
        may_end.set()
        await live._tidying
        await Browser(live, "/").status()
        await live._tidying

    asyncio.run(play())

    assert begun == [1, 1]
