"""Two server processes that look for news at the same moment tell each phone once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.concurrency.conftest import together
from tests.factories import HanchanFactory
from tests.push.service import PushService, SleepingPhone
from tournament.core.actions.journal import log
from tournament.models import STRANGER, PushMessage, PushSubscription
from tournament.push.actions.send_messages import send_messages
from tournament.push.actions.subscriptions import subscribe
from tournament.push.actions.write_messages import write_messages
from tournament.push.delivery import deliver

PROCESSES = 4


@pytest.fixture
def service(settings):
    service = PushService()
    settings.TENBO_PUSH_SERVICES = [service.origin]
    yield service
    service.close()


def test_each_phone_is_told_once(transactional_db, service):
    hanchan = HanchanFactory()
    phones = [SleepingPhone(service, f"p{seat.seat}") for seat in hanchan.seats.all()]
    for phone, seat in zip(phones, hanchan.seats.all(), strict=True):
        subscribe(owner=seat.entry, browser=phone.browser, language="en")
    PushSubscription.objects.update(created_at=timezone.now() - timedelta(hours=1))
    log(hanchan.tournament, "round.started", by=STRANGER, number=1)

    def process():
        write_messages()
        with ThreadPoolExecutor(4) as pool:
            send_messages(lambda requests: list(pool.map(deliver, requests)))

    together([process] * PROCESSES)

    winds = ("East", "South", "West", "North")
    assert [phone.titles for phone in phones] == [[f"Your table: 1, {wind}"] for wind in winds]
    assert [message.attempts for message in PushMessage.objects.all()] == [1] * 4
