"""The sender's thread: it goes on after an error, and ends when its server does."""

import threading
import time

import pytest
from django.db import OperationalError

from tournament.push import sender
from tournament.push.actions.send_messages import AT_ONCE
from tournament.push.sender import Sender
from tournament.push.slow_services import SlowServices


class Looks:
    """The looks for news so far. Each fails with one of the `errors`, while there are any; the third sets `enough`."""

    def __init__(self):
        self.errors = []
        self.count = 0
        self.enough = threading.Event()

    def look(self, nothing_due, times):
        self.count += 1
        if self.count == 3:
            self.enough.set()
        if self.errors:
            raise self.errors.pop()


@pytest.fixture
def looks(monkeypatch):
    looks = Looks()
    monkeypatch.setattr(sender, "EVERY", 0.01)
    monkeypatch.setattr(sender, "write_messages", looks.look)
    monkeypatch.setattr(sender, "send_messages", lambda deliver: 0)
    monkeypatch.setattr(sender, "connection", type("Connection", (), {"close": staticmethod(lambda: None)}))
    return looks


def test_it_goes_on_after_errors_and_stops_with_the_server(looks, caplog):
    looks.errors = [ValueError("a bug"), OperationalError("gone")]
    thread = Sender()

    thread.start()
    assert looks.enough.wait(30)
    thread.stop()
    thread._thread.join(30)

    assert not thread._thread.is_alive()
    assert [record.levelname for record in caplog.records] == ["WARNING", "ERROR"]


def test_a_full_batch_is_followed_by_the_next_at_once(looks, monkeypatch):
    claimed, looked, done = [AT_ONCE, AT_ONCE, 3], [], threading.Event()

    def send_messages(deliver):
        looked.append(looks.count)
        if len(looked) == len(claimed):
            done.set()
        return claimed[len(looked) - 1] if len(looked) <= len(claimed) else 0

    monkeypatch.setattr(sender, "send_messages", send_messages)
    thread = Sender()
    thread.start()

    assert done.wait(30)
    thread.stop()
    thread._thread.join(30)
    assert looked[:3] == [1, 1, 1]


def test_a_long_queue_does_not_keep_new_messages_from_being_written(looks, monkeypatch):
    """Events take turns only with messages that are written."""
    seconds, sent, pauses = [0.0], [], []

    class Stopped:
        def wait(self, pause):
            pauses.append(pause)
            return looks.count == 3

        def is_set(self):
            return len(sent) > 100

    def send_messages(deliver):
        sent.append(looks.count)
        seconds[0] += 1
        return AT_ONCE if len(sent) < 12 else 3

    monkeypatch.setattr(time, "monotonic", lambda: seconds[0])
    monkeypatch.setattr(sender, "send_messages", send_messages)
    thread = Sender()
    thread._stopped = Stopped()
    thread._run()

    assert sent == [1] * 5 + [2] * 5 + [3] * 2
    assert pauses == [sender.EVERY, 0, 0, sender.EVERY]


def test_it_remembers_slow_services_from_batch_to_batch(looks, monkeypatch):
    services, done = [], threading.Event()
    monkeypatch.setattr(SlowServices, "deliver", lambda self, request: services.append(self))

    def send_messages(deliver):
        list(deliver(["request"]))
        if len(services) == 2:
            done.set()
        return 0

    monkeypatch.setattr(sender, "send_messages", send_messages)
    thread = Sender()
    thread.start()

    assert done.wait(30)
    thread.stop()
    thread._thread.join(30)
    assert len(set(services)) == 1
