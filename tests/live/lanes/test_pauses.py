"""While a hand is recorded, requests that are being answered pause before their queries."""

from threading import Event
from types import SimpleNamespace

import pytest
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

from tournament.live.lanes.pauses import Pauses, pauses, pausing
from tournament.models import Tournament


class NoHand(Event):
    """Notes for how long others would have waited, and whether they had the turn to write."""

    def __init__(self):
        super().__init__()
        self.waits = []

    def wait(self, timeout=None):
        self.waits.append((timeout, getattr(connection, "has_turn", False)))
        return True


@pytest.fixture
def no_hand(transactional_db):
    """The event of a hand that is being recorded while the test's request pauses."""
    made = NoHand()
    token = pauses.set(Pauses(made, 0.25))
    with pausing(connections[DEFAULT_DB_ALIAS]):
        yield made
    pauses.reset(token)


def test_a_request_pauses_before_each_query(no_hand):
    Tournament.objects.count()
    Tournament.objects.count()

    assert len(no_hand.waits) == 2


def test_nobody_pauses_when_no_hand_is_recorded(no_hand):
    no_hand.set()
    Tournament.objects.count()

    assert no_hand.waits == []


def test_nobody_pauses_in_a_transaction_because_the_hand_may_wait_for_its_end(no_hand):
    with transaction.atomic():
        Tournament.objects.count()
        Tournament.objects.update(name="Spring Open")

    assert no_hand.waits == []


def test_who_writes_pauses_before_the_turn_to_write(no_hand):
    Tournament.objects.update(name="Spring Open")

    assert [had_turn for _seconds, had_turn in no_hand.waits] == [False]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite's turns")
def test_nobody_pauses_during_the_turn_to_write(no_hand):
    with connections[DEFAULT_DB_ALIAS].turn():  # type: ignore[attr-defined]
        Tournament.objects.count()

    assert no_hand.waits == []


def test_the_pauses_of_a_request_last_a_moment_together(no_hand, monkeypatch):
    clock = iter([0.0, 0.2, 5.0, 5.1])
    monkeypatch.setattr("tournament.live.lanes.pauses.time", SimpleNamespace(monotonic=lambda: next(clock)))
    for _ in range(4):
        Tournament.objects.count()

    assert [seconds for seconds, _had_turn in no_hand.waits] == pytest.approx([0.25, 0.05])


def test_after_the_request_queries_pause_no_more(transactional_db):
    no_hand = NoHand()
    token = pauses.set(Pauses(no_hand, 0.25))
    with pausing(connections[DEFAULT_DB_ALIAS]):
        pass
    Tournament.objects.count()
    pauses.reset(token)

    assert no_hand.waits == []
