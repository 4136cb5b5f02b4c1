"""A site that answers slowly, or byte by byte, delays the mirrors of other accounts for a limited time."""

import json
import socket
import threading
import time
from contextlib import suppress
from datetime import timedelta
from itertools import pairwise
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.utils import timezone

from tests.archive.laptops import away_at_the_hall, file_for_laptop
from tests.factories import UserFactory, visitor
from tournament.archive import delivery, sender
from tournament.archive.actions import send_mirrors as sending
from tournament.archive.actions.send_mirrors import LEASE, send_mirror
from tournament.archive.actions.take_over import take_over
from tournament.archive.delivery import InternetConnection, MirrorAnswer, MirrorRequest, deliver
from tournament.archive.sender import MirrorSender
from tournament.core import fading_sums
from tournament.core.fading_sums import SendingTimes
from tournament.models import Mirror


@pytest.mark.slow
@pytest.mark.parametrize("beginning", [b"", b"HTTP/1.1 200 OK\r\nX: ", b"HTTP/1.1 100 Continue\r\n\r\n" * 3])
def test_an_answer_byte_by_byte_is_given_up(settings, monkeypatch, beginning):
    """Each byte comes in time, so only a limit for the whole answer ends it."""
    monkeypatch.setattr(delivery, "ANSWER_TIMEOUT", 0.5)
    ends = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:
        origin = f"http://127.0.0.1:{server.getsockname()[1]}"
        settings.TENBO_MIRROR_SITES = [origin]

        def drip():
            connection, _address = server.accept()
            with suppress(OSError), connection:
                connection.recv(65_536)
                connection.sendall(beginning)
                while not ends.wait(0.05):
                    connection.sendall(b"a")

        threading.Thread(target=drip, daemon=True).start()
        giving_up = threading.Timer(20, ends.set)
        giving_up.start()

        begun = time.monotonic()
        deliver(MirrorRequest(address=f"{origin}/t/x/laptop/mirror/", key="k", version=1, body=b""))
        assert time.monotonic() - begun < 10
        ends.set()
        giving_up.cancel()


def test_a_host_with_many_dead_addresses_is_given_up(monkeypatch):
    seconds, patience = iter(range(0, 1_000, 15)), []

    def connect(_address, timeout):
        patience.append(timeout)
        raise TimeoutError

    monkeypatch.setattr(delivery, "internet_addresses", lambda _host: ["192.0.2.1"] * 500)
    monkeypatch.setattr(time, "monotonic", lambda: next(seconds))
    monkeypatch.setattr(socket, "create_connection", connect)

    with pytest.raises(TimeoutError):
        InternetConnection("tenbo.example.org").connect()
    assert patience == [10, 10]


def test_a_mirror_stays_reserved_while_it_is_sent():
    longest = delivery.LONGEST_CONNECT + delivery.CONNECT_TIMEOUT + delivery.ANSWER_TIMEOUT

    assert timedelta(seconds=longest + 60) < LEASE  # and a minute to find the host's addresses


def mirrors_of_one_account(name, number):
    """So many mirrors of an account that took events over; the key of each is its name and number."""
    by = visitor(UserFactory())
    file = file_for_laptop(away_at_the_hall(by, name))
    for each in range(number):
        event = json.loads(json.dumps(file | {"key": uuid4().hex, "slug": f"{name}-{each}"}))
        event["mirror"]["key"] = f"{name}-{each}"
        take_over(file=event, key=uuid4(), by=by)


@pytest.mark.slow
@pytest.mark.django_db
def test_accounts_share_the_sender_by_time(monkeypatch):
    """Eight mirrors of one account are sent within a second each; two of another take 100 seconds and fail."""
    mirrors_of_one_account("slow", 2)
    mirrors_of_one_account("quick", 8)
    clock, sent = Clock(monkeypatch), []

    def answer(request):
        sent.append((request.key, clock.seconds))
        clock.seconds += 100 if request.key.startswith("slow") else 1
        return MirrorAnswer(0) if request.key.startswith("slow") else MirrorAnswer(200, None, timedelta(seconds=1))

    times = SendingTimes()
    while clock.seconds < 7_200:
        if not send_mirror(answer, times):
            clock.seconds += sender.EVERY

    of_one = [at for key, at in sent if key == "quick-0"]
    gaps = [after - before for before, after in pairwise(of_one)]
    assert max(gaps) < 120  # one slow request at most, and the other seven
    assert {key for key, _at in sent} == {"slow-0", "slow-1", *(f"quick-{each}" for each in range(8))}


@pytest.mark.django_db
def test_slow_mirrors_are_sent_though_others_are_always_due(monkeypatch):
    mirrors_of_one_account("slow", 1)
    mirrors_of_one_account("quick", 1)
    clock, sent = Clock(monkeypatch), []

    def answer(request):
        sent.append(request.key)
        clock.seconds += 100 if request.key == "slow-0" else 10
        return MirrorAnswer(200)

    times = SendingTimes()
    for _ in range(30):
        Mirror.objects.update(next_try_at=timezone.now(), sent_at=None)
        assert send_mirror(answer, times)

    assert 2 <= sent.count("slow-0") <= 4


class Clock:
    """The time of day and of the sender's stopwatch, which passes only by adding seconds."""

    def __init__(self, monkeypatch):
        self.seconds = 0
        began = timezone.now()
        monkeypatch.setattr(timezone, "now", lambda: began + timedelta(seconds=self.seconds))
        monkeypatch.setattr(sending, "monotonic", lambda: self.seconds)
        monkeypatch.setattr(fading_sums, "time", SimpleNamespace(monotonic=lambda: self.seconds))


def test_a_mirror_is_followed_by_the_next_at_once(monkeypatch):
    answers, done = [True, True, False, False], threading.Event()
    pauses = []

    class Stopped(threading.Event):
        def wait(self, timeout=None):
            pauses.append(timeout)
            if not answers:
                done.set()
                return True
            return False

    monkeypatch.setattr(sender, "send_mirror", lambda _deliver, _times: answers.pop(0))
    monkeypatch.setattr(sender, "connection", type("Connection", (), {"close": staticmethod(lambda: None)}))
    thread = MirrorSender()
    thread._stopped = Stopped()
    thread.start()

    assert done.wait(30)
    assert pauses == [sender.EVERY, 0, 0, sender.EVERY, sender.EVERY]
