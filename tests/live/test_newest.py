"""The versions of tournaments as they are now."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import DatabaseError, connection

from tests.factories import TournamentFactory
from tournament.live.newest import Newest, read_versions


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
        first = asyncio.ensure_future(newest.version(1))
        assert await asyncio.to_thread(begun.wait, 10)
        later = [asyncio.ensure_future(newest.version(pk)) for pk in (1, 2, 2)]
        await asyncio.sleep(0)
        may_answer.set()
        return await asyncio.gather(first, *later)

    assert asyncio.run(play()) == [11, 12, 22, 22]
    assert queries == [{1}, {1, 2}]


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
            await newest.version(1)
        return await newest.version(1), await newest.version(2) if answers else None

    assert asyncio.run(play())[0] == 5
