"""Fixtures for tests of push messages: an event, an allowed push service, and a clock that the test moves."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.factories import STRANGER
from tests.push.service import PushService, SleepingPhone
from tests.standings.results import tournament_with
from tournament.models import Entry, PlannedStart, Table, Tournament
from tournament.push.actions.send_messages import send_messages
from tournament.push.actions.subscriptions import subscribe
from tournament.push.actions.write_messages import write_messages
from tournament.push.delivery import deliver
from tournament.rounds.actions.start_round import start_round

EIGHT = [f"Player {n}" for n in range(1, 9)]


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
def event(clock: Clock) -> tuple[Tournament, list[Entry]]:
    """Eight players, and the seats of no round known; the clock goes on a minute before each test acts."""
    tournament, entries, _none = tournament_with(EIGHT, rounds=0, name="Spring Open")
    return tournament, entries


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


def start(tournament: Tournament, *tables: list[Entry]) -> None:
    """Start the next round with these players at its tables."""
    start_round(
        tournament_id=tournament.pk,
        number=tournament.rounds.count() + 1,
        tables=[[entry.pk for entry in four] for four in tables],
        seed=None,
        by=STRANGER,
    )
    tournament.refresh_from_db()


def plan_start(tournament: Tournament, clock: Clock, number: int = 1, **ahead: float) -> None:
    """Announce the start of a round for so long ahead."""
    PlannedStart.objects.update_or_create(
        tournament=tournament, number=number, defaults={"starts_at": clock.now + timedelta(**ahead)}
    )
