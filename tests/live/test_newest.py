"""The versions of tournaments as they are now."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext

from tests.factories import TournamentFactory
from tournament.live.in_turns import IN_ONE_TURN
from tournament.live.newest import Newest, own_connection, read_public_versions, read_versions


@pytest.mark.django_db(transaction=True)
def test_a_deleted_tournament_has_no_version():
    tournament = TournamentFactory()
    assert read_versions([tournament.pk, tournament.pk + 1]) == {tournament.pk: tournament.version}


@pytest.mark.django_db(transaction=True)
def test_a_thread_keeps_its_connection_to_sqlite_alone():
    def read_twice():
        read_versions([1])
        first = connection.connection
        read_versions([1])
        second = connection.connection
        connection.close()
        return first, second

    with ThreadPoolExecutor(1) as thread:
        first, second = thread.submit(read_twice).result()

    assert second is first
    assert (first is not None) == (connection.vendor == "sqlite")


@pytest.mark.django_db(transaction=True)
def test_a_thread_closes_its_connection_after_any_error():
    def fail():
        with suppress(ValueError), own_connection():
            connection.ensure_connection()
            raise ValueError
        return connection.connection

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(fail).result() is None


def test_questions_asked_while_a_query_is_under_way_share_the_next():
    begun, may_answer = threading.Event(), threading.Event()
    queries = []

    def read(ids):
        queries.append(set(ids))
        begun.set()
        assert may_answer.wait(10)
        return {pk: pk * 10 + len(queries) for pk in ids}

    async def play():
        newest = Newest(read)
        first = asyncio.ensure_future(newest.value(1))
        assert await asyncio.to_thread(begun.wait, 10)
        later = [asyncio.ensure_future(newest.value(pk)) for pk in (1, 2, 2)]
        await asyncio.sleep(0)
        may_answer.set()
        return await asyncio.gather(first, *later)

    assert asyncio.run(play()) == [11, 12, 22, 22]
    assert queries == [{1}, {1, 2}]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("read", [read_versions, read_public_versions])
def test_a_flood_of_ids_makes_no_large_query(read):
    tournament = TournamentFactory()
    ids = range(tournament.pk, tournament.pk + 50_000)

    with CaptureQueriesContext(connection) as queries:
        found = read(ids)

    assert found[tournament.pk] == tournament.version
    assert max(len(query["sql"]) for query in queries) < 2_000


def test_those_who_wait_are_woken_a_few_at_a_time():
    async def play():
        newest, answered, steps = Newest(lambda ids: dict.fromkeys(ids, 1)), [], []

        async def ask():
            answered.append(await newest.value(1))

        asks = [asyncio.ensure_future(ask()) for _each in range(100)]
        while len(answered) < 100:
            before = len(answered)
            await asyncio.sleep(0)
            steps.append(len(answered) - before)
        await asyncio.gather(*asks)
        return answered, max(steps)

    answered, most = asyncio.run(play())

    assert answered == [1] * 100
    assert most <= IN_ONE_TURN


def test_who_goes_away_while_waiting_stops_nobody():
    begun, may_answer = threading.Event(), threading.Event()

    def read(ids):
        begun.set()
        assert may_answer.wait(10)
        return dict.fromkeys(ids, 1)

    async def play():
        newest = Newest(read)
        gone, stays = (asyncio.ensure_future(newest.value(pk)) for pk in (1, 1))
        assert await asyncio.to_thread(begun.wait, 10)
        gone.cancel()
        may_answer.set()
        return await stays, await newest.value(2)

    assert asyncio.run(play()) == (1, 1)


def test_a_query_that_fails_is_told_and_the_next_works():
    answers = [DatabaseError("away"), {1: 5}]

    def read(ids):
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def play():
        newest = Newest(read)
        with pytest.raises(DatabaseError):
            await newest.value(1)
        return await newest.value(1), await newest.value(2) if answers else None

    assert asyncio.run(play())[0] == 5
