"""Two server processes that look for news at the same moment tell each phone once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone

from tests.concurrency.conftest import together
from tests.factories import play
from tests.push.service import PushService, SleepingPhone
from tests.standings.results import MANGAN
from tournament.core.actions.journal import log
from tournament.models import STRANGER, PushMessage, PushSubscription
from tournament.push.actions.send_messages import send_messages
from tournament.push.actions.subscriptions import subscribe
from tournament.push.actions.write_messages import write_messages
from tournament.push.delivery import Delivered, PushAnswer, deliver

PROCESSES = 4


@pytest.fixture
def service(settings):
    service = PushService()
    settings.TENBO_PUSH_SERVICES = [service.origin]
    yield service
    service.close()


@pytest.fixture
def phones(hanchan, service):
    """The phones of the four of a round that was just started."""
    phones = [SleepingPhone(service, f"p{seat.seat}") for seat in hanchan.seats.all()]
    for phone, seat in zip(phones, hanchan.seats.all(), strict=True):
        subscribe(owner=seat.entry, browser=phone.browser, language="en")
    PushSubscription.objects.update(created_at=timezone.now() - timedelta(hours=1))
    log(hanchan.tournament, "round.started", by=STRANGER, number=1)
    hanchan.refresh_from_db()
    return phones


@pytest.mark.slow
def test_each_phone_is_told_once(phones):
    def process():
        write_messages()
        with ThreadPoolExecutor(4) as pool:
            send_messages(lambda requests: list(pool.map(deliver, requests)))

    together([process] * PROCESSES)

    winds = ("East", "South", "West", "North")
    assert [phone.titles for phone in phones] == [[f"Your table: 1, {wind}"] for wind in winds]
    assert [message.attempts for message in PushMessage.objects.all()] == [1] * 4


def test_a_hand_is_recorded_while_a_push_service_keeps_the_sender_waiting(phones, hanchan):
    write_messages()

    def record():
        try:
            return play(hanchan, MANGAN)
        finally:
            connections.close_all()

    def no_answer(requests):
        waiting = list(requests)
        with ThreadPoolExecutor(1) as another_process:
            assert another_process.submit(record).result(30)
        return [PushAnswer(Delivered.FAILED) for _request in waiting]

    assert send_messages(no_answer) == len(phones)

    assert hanchan.hands.count() == 1
    assert {message.result for message in PushMessage.objects.all()} == {"failed 0"}
