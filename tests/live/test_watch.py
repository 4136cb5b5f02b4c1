"""The watcher, from a write to the subscribers, through the database that the suite runs on."""

import asyncio
import threading
import time

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.test import Client

from scoring.outcome import ExhaustiveDraw
from tests.factories import HanchanFactory, TournamentFactory, UserFactory, play
from tests.table.phones import phone_at
from tournament.archive.actions.delete_tournament import delete_tournament
from tournament.live import hub as hubs
from tournament.live import watch as watching
from tournament.live.app import Live
from tournament.live.gate import versions_for
from tournament.live.hub import GONE, Hub
from tournament.live.watch import watch
from tournament.models import Shown, Tournament, Visitor

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


async def elsewhere(act):
    """Act like another process: in a thread, on a connection of its own."""

    def alone():
        try:
            return act()
        finally:
            connection.close()

    return await asyncio.to_thread(alone)


def published(pk, act, *, patience=20):
    """The news of a reader that knows version 0, when this is done meanwhile; {} for none within so many seconds."""

    async def wait():
        hub = Hub(watch)
        async with hub.subscription() as reader:
            reader.open({pk: 0})
            await elsewhere(act)
            end = time.monotonic() + patience
            news = {}
            while not news and time.monotonic() < end:  # it also ends when the watcher is lost or back
                news = await reader.news(end - time.monotonic())
            return news

    return asyncio.run(wait())


def test_a_hand_is_published():
    hanchan = HanchanFactory()

    news = published(hanchan.tournament.pk, lambda: play(hanchan, ExhaustiveDraw()))

    assert news == {hanchan.tournament.pk: 1}


@pytest.mark.slow
def test_a_rolled_back_write_is_not_published():
    hanchan = HanchanFactory()

    def regret():
        with transaction.atomic():
            play(hanchan, ExhaustiveDraw())
            transaction.set_rollback(True)

    assert published(hanchan.tournament.pk, regret, patience=0.6) == {}


def test_the_deletion_of_a_tournament_is_published():
    by = Visitor(user=UserFactory())
    tournament = TournamentFactory(owner=by.user)

    news = published(tournament.pk, lambda: delete_tournament(tournament_id=tournament.pk, name=tournament.name, by=by))

    assert news.keys() == {tournament.pk}
    assert news[tournament.pk] in {1, GONE}


def test_a_change_during_a_database_failure_is_published_afterwards(monkeypatch):
    hanchan = HanchanFactory()
    name = "_listen" if connection.vendor == "postgresql" else "_poll"
    works, broken = getattr(watching, name), [True]

    async def at_first_not(hub):
        if broken:
            broken.pop()
            raise OSError
        await works(hub)

    monkeypatch.setattr(watching, name, at_first_not)
    monkeypatch.setattr(watching, "RETRY_AFTER", 0.3)
    monkeypatch.setattr(hubs, "PATIENCE", 0.01)

    assert published(hanchan.tournament.pk, lambda: play(hanchan, ExhaustiveDraw())) == {hanchan.tournament.pk: 1}


@pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite")
def test_a_read_ends_before_its_connection_is_closed(monkeypatch):
    """A connection that is closed during a read ends the server, and the last reader may leave at any moment."""
    read, reads, began = watching._read_changed, [], threading.Event()

    def slow(reader, before):
        began.set()
        time.sleep(0.1)
        reads.append(read(reader, before))
        return reads[-1]

    async def leave_during_a_read():
        hub = Hub(watch)
        async with hub.subscription():
            began.clear()
            await asyncio.to_thread(began.wait)
            reads.clear()

    monkeypatch.setattr(watching, "_read_changed", slow)
    asyncio.run(leave_during_a_read())

    deadline = time.monotonic() + 60
    while not reads and time.monotonic() < deadline:
        time.sleep(0.01)
    assert reads


def request_of(client, host=b"localhost"):
    cookie = client.cookies.get(settings.SESSION_COOKIE_NAME)
    headers = [(b"host", host)]
    if cookie:
        headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={cookie.value}".encode()))
    return {"type": "http", "method": "GET", "path": "/live/events", "query_string": b"", "headers": headers}


@pytest.mark.parametrize("is_public", [True, False])
def test_the_gate_and_the_pages_admit_the_same_visitors(is_public):
    referee, other = UserFactory(), UserFactory()
    hanchan = HanchanFactory(round__tournament=TournamentFactory(is_public=is_public, referees=[referee]))
    people = {"stranger": Client(), "table": phone_at(hanchan.table), "referee": Client(), "other": Client()}
    people["referee"].force_login(referee)
    people["other"].force_login(other)
    pk = hanchan.tournament.pk

    answers = {person: bool(versions_for(request_of(client), [pk])) for person, client in people.items()}

    assert answers == {"stranger": is_public, "table": True, "referee": True, "other": is_public}
    assert Tournament.objects.exists()  # and this thread can still ask the database


def test_everybody_gets_the_same_version_even_while_a_round_is_withheld():
    tournament = TournamentFactory(
        shown_to_everyone=Shown.SIGNED, shown_to_players=Shown.SIGNED, shown_in_hall=Shown.SIGNED
    )
    hanchan = HanchanFactory(round__tournament=tournament)

    for client in (Client(), phone_at(hanchan.table)):
        assert versions_for(request_of(client), [tournament.pk]) == {tournament.pk: 0}
    play(hanchan, ExhaustiveDraw())
    for client in (Client(), phone_at(hanchan.table)):
        assert versions_for(request_of(client), [tournament.pk]) == {tournament.pk: 1}


def test_an_unknown_host_is_refused():
    pk = TournamentFactory().pk

    async def ask():
        sent = asyncio.Queue()
        scope = request_of(Client(), b"evil.example") | {"query_string": f"t={pk}:0".encode()}
        await Live(None)(scope, None, sent.put)
        return (await sent.get())["status"]

    assert asyncio.run(ask()) == 400
