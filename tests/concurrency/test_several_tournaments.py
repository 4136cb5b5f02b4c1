"""A change in several tournaments waits until all of them are free, and keeps nobody of them waiting meanwhile."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Event
from time import sleep

import pytest
from django.db import connection

from tests.factories import TournamentFactory
from tournament.core.actions import locking
from tournament.core.actions.locking import locked_tournament, locked_tournaments
from tournament.core.errors import Busy

pytestmark = [
    pytest.mark.database,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one lock for all tournaments"),
]

LONG = 10
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
            sleep(2 * locking.TRY_AGAIN)
            with locked_tournament(tournaments[0].pk):
                assert not both.done()
        may_end.set()

        assert both.result(LONG) == sorted(each.pk for each in tournaments)


def test_a_change_is_refused_if_a_tournament_stays_locked(taken, monkeypatch):
    tournaments, _may_end = taken
    monkeypatch.setattr(locking, "LONGEST_WAIT", 0.2)

    with pytest.raises(Busy), locked_tournaments(*(each.pk for each in tournaments)):
        pass
