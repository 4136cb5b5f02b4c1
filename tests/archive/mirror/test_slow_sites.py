"""A site that answers slowly, or byte by byte, delays the mirrors of other accounts for a limited time."""

import json
import socket
import threading
import time
from contextlib import suppress
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from tests.archive.laptops import away_at_the_hall, file_for_laptop, mirror_of
from tests.factories import UserFactory, visitor
from tournament.archive import delivery, sender
from tournament.archive.actions.send_mirrors import LEASE, send_mirrors
from tournament.archive.actions.take_over import take_over
from tournament.archive.delivery import InternetConnection, MirrorAnswer, MirrorRequest, deliver
from tournament.archive.sender import MirrorSender
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


@pytest.mark.django_db
def test_accounts_take_turns(laptop):
    """An account has three mirrors, due before the one of another account."""
    many = visitor(UserFactory())
    file = file_for_laptop(away_at_the_hall(many, "many"))
    for number in range(3):
        take_over(file=json.loads(json.dumps(file | {"key": uuid4().hex, "slug": f"m-{number}"})), key=uuid4(), by=many)
    Mirror.objects.update(next_try_at=timezone.now() - timedelta(seconds=2))
    Mirror.objects.filter(pk=mirror_of(laptop).pk).update(next_try_at=timezone.now() - timedelta(seconds=1))
    own, order = mirror_of(laptop).key, []

    def answer(request):
        order.append(request.key == own)
        return MirrorAnswer(0)

    sent = [send_mirrors(answer) for _round in range(4)]

    assert order == [False, True, False, False]
    assert sent == [2, 1, 1, 0]
    assert not Mirror.objects.filter(problem="").exists()


def test_a_round_is_followed_by_the_next_at_once(monkeypatch):
    rounds, done = [2, 1, 0, 0], threading.Event()
    pauses = []

    class Stopped(threading.Event):
        def wait(self, timeout=None):
            pauses.append(timeout)
            if not rounds:
                done.set()
                return True
            return False

    monkeypatch.setattr(sender, "send_mirrors", lambda _deliver: rounds.pop(0))
    monkeypatch.setattr(sender, "connection", type("Connection", (), {"close": staticmethod(lambda: None)}))
    thread = MirrorSender()
    thread._stopped = Stopped()
    thread.start()

    assert done.wait(30)
    assert pauses == [sender.EVERY, 0, 0, sender.EVERY, sender.EVERY]
