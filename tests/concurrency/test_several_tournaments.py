"""A change in several tournaments waits until all of them are free, and keeps nobody of them waiting meanwhile."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from threading import Event, Timer
from time import sleep

import pytest
from django.db import connection, transaction

from tests.concurrency.conftest import together
from tests.factories import TournamentFactory
from tournament.core.actions import locking
from tournament.core.actions.locking import locked_tournament, locked_tournaments
from tournament.core.errors import Busy
from tournament.models import Tournament

pytestmark = [
    pytest.mark.database,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one lock for all tournaments"),
]

LONG = 15
"""Seconds within which each step happens on any machine."""


@pytest.fixture
def taken():
    """Two tournaments; another transaction holds the second until the event is set."""
    tournaments, is_held, may_end = TournamentFactory.create_batch(2), Event(), Event()

    def hold():
        with closing(connection), locked_tournament(tournaments[1].pk):
            is_held.set()
            may_end.wait(LONG)

    with ThreadPoolExecutor() as threads:
        threads.submit(hold)
        assert is_held.wait(LONG)
        yield tournaments, may_end
        may_end.set()


def lock_both(tournaments):
    with closing(connection), locked_tournaments(*(each.pk for each in tournaments)) as locked:
        return sorted(locked)


def test_nobody_waits_for_a_change_that_waits_for_another_tournament(taken):
    tournaments, may_end = taken
    with ThreadPoolExecutor() as threads:
        both = threads.submit(lock_both, tournaments)
        for _time in range(5):
            sleep(0.1)
            with locked_tournament(tournaments[0].pk):
                assert not both.done()
        may_end.set()

        assert both.result(LONG) == sorted(each.pk for each in tournaments)


def test_a_change_is_refused_if_a_tournament_stays_locked(taken, monkeypatch):
    tournaments, _may_end = taken
    monkeypatch.setattr(locking, "LONGEST_WAIT", 0.2)

    with pytest.raises(Busy), locked_tournaments(*(each.pk for each in tournaments)):
        pass


def test_a_change_gets_a_tournament_that_passes_from_one_change_to_the_next(monkeypatch):
    """Two phones change one tournament all the time. When one releases it, the other has waited for it already."""
    monkeypatch.setattr(locking, "LONGEST_WAIT", 3 * LONG)  # a slow machine refuses nothing
    tournaments, may_end, changes = TournamentFactory.create_batch(2), Event(), []

    def change_again_and_again():
        with closing(connection):
            while not may_end.is_set():
                with locked_tournament(tournaments[1].pk):
                    changes.append(1)
                    sleep(0.5)

    with ThreadPoolExecutor() as threads:
        phones = [threads.submit(change_again_and_again) for _ in range(2)]
        try:
            while len(changes) < 2:
                sleep(0.1)
            before = len(changes)
            both = threads.submit(lock_both, tournaments).result(3 * LONG)
            meanwhile = len(changes) - before
        finally:
            may_end.set()
        for phone in phones:
            phone.result(LONG)

    assert both == sorted(each.pk for each in tournaments)
    assert meanwhile <= 4


def test_changes_in_the_same_tournaments_wait_together_for_a_third(taken):
    tournaments, may_end = taken
    with ThreadPoolExecutor() as threads:
        changes = [threads.submit(lock_both, each) for each in (tournaments, tournaments[::-1])]
        sleep(0.2)
        assert not any(change.done() for change in changes)
        may_end.set()

        assert [change.result(LONG) for change in changes] == [sorted(each.pk for each in tournaments)] * 2


def test_changes_in_overlapping_tournaments_all_end(monkeypatch):
    monkeypatch.setattr(locking, "LONGEST_WAIT", 3 * LONG)
    first, second, third = TournamentFactory.create_batch(3)

    def change_often(*tournaments):
        return [lock_both(tournaments) for _ in range(20)]

    pairs = [(first, second), (second, third), (third, first)] * 2
    answers = together([partial(change_often, *pair) for pair in pairs])

    assert answers == [[sorted(each.pk for each in pair)] * 20 for pair in pairs]


def test_the_time_limit_of_the_callers_statements_stays(taken, monkeypatch):
    tournaments, may_end = taken
    ids = [each.pk for each in tournaments]

    def time_limit():
        with connection.cursor() as cursor:
            cursor.execute("SHOW statement_timeout")
            return cursor.fetchone()[0]

    with transaction.atomic():
        connection.cursor().execute("SET LOCAL statement_timeout = '77s'")
        with monkeypatch.context() as hurried:
            hurried.setattr(locking, "LONGEST_WAIT", 0.2)
            with pytest.raises(Busy), locked_tournaments(*ids):
                pass
        after_refusal = time_limit()
        Timer(0.2, may_end.set).start()
        with locked_tournaments(*ids):
            after_wait = time_limit()

    assert (after_refusal, after_wait) == ("77s", "77s")


def test_a_tournament_that_does_not_exist_is_not_waited_for():
    tournament = TournamentFactory()

    with pytest.raises(Tournament.DoesNotExist), locked_tournaments(tournament.pk, 0):
        pass
