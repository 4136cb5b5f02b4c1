"""Fixtures for tests of push messages: a push service that the settings allow, and a clock that the test moves."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.push.service import PushService, SleepingPhone
from tournament.models import Entry, Table
from tournament.push.actions.send_messages import send_messages
from tournament.push.actions.subscriptions import subscribe
from tournament.push.actions.write_messages import write_messages
from tournament.push.delivery import deliver


class Clock:
    """The server's time, which stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 2, 12, tzinfo=UTC)

    def go_on(self, **time: float) -> None:
        self.now += timedelta(**time)


@pytest.fixture
def clock(monkeypatch: Any, settings: Any) -> Clock:
    settings.TIME_ZONE = "UTC"
    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    service = PushService()
    settings.TENBO_PUSH_SERVICES = [service.origin]
    yield service
    service.close()


@pytest.fixture
def phone_of(service: PushService) -> Any:
    """Return a function that subscribes a phone to a player or a table."""

    def phone_of(owner: Entry | Table, *, language: str = "en", name: str = "phone") -> SleepingPhone:
        phone = SleepingPhone(service, name)
        subscribe(owner=owner, browser=phone.browser, language=language)
        return phone

    return phone_of


def look_and_send() -> None:
    """Do what the sender thread does every few seconds: write due messages and send them."""
    write_messages()
    send_messages(lambda requests: [deliver(request) for request in requests])
