"""Messages to a push service that does not answer do not delay those to others."""

import time
from datetime import timedelta

import pytest

from tests.push.service import PushService, SleepingPhone
from tournament.push import delivery, slow_services
from tournament.push.delivery import Delivered, PushAnswer, PushRequest
from tournament.push.endpoints import BrowserKeys
from tournament.push.slow_services import PAUSE, STRIKES, SlowServices

APPLE, HANGING, OTHER = (f"https://{name}.push.apple.com/1" for name in ("web", "hangs", "other"))
MOZILLA = "https://updates.push.services.mozilla.com/1"


@pytest.fixture
def network(monkeypatch):
    """The seconds that each service takes to answer, by its endpoint; and the endpoints that got a request."""

    class Network:
        now = 1_000.0
        seconds = {}
        asked = []

    def deliver(request):
        endpoint = request.browser.endpoint
        Network.asked.append(endpoint)
        seconds = Network.seconds.get(endpoint, 0.1)
        Network.now += seconds
        return PushAnswer(Delivered.SENT, 201) if seconds < delivery.TIMEOUT else PushAnswer(Delivered.FAILED)

    Network.asked, Network.seconds = [], {HANGING: 5, OTHER: 5}
    monkeypatch.setattr(slow_services, "deliver", deliver)
    monkeypatch.setattr(time, "monotonic", lambda: Network.now)
    return Network


def to(endpoint):
    return PushRequest(browser=BrowserKeys(endpoint=endpoint, p256dh="", auth=""), payload=b"", topic="t", ttl=300)


def test_a_service_that_does_not_answer_is_not_asked_for_a_minute(network):
    services = SlowServices()

    answers = [services.deliver(to(HANGING)) for _try in range(STRIKES + 1)]

    assert len(network.asked) == STRIKES
    assert answers[-1] == PushAnswer(Delivered.FAILED, after=PAUSE)
    assert services.deliver(to(MOZILLA)).outcome == "sent"
    network.now += 61
    network.seconds.clear()
    assert services.deliver(to(HANGING)).outcome == "sent"


def test_one_late_answer_stops_no_service(network):
    services = SlowServices()
    for seconds in [5] * (STRIKES - 1) + [0.1] + [5] * (STRIKES - 1):
        network.seconds[MOZILLA] = seconds
        services.deliver(to(MOZILLA))

    assert services.deliver(to(MOZILLA)) != PushAnswer(Delivered.FAILED, after=PAUSE)
    assert len(network.asked) == 2 * STRIKES


def test_hosts_that_never_answered_count_as_one(network):
    """Anybody may name other hosts below a service's."""
    services = SlowServices()
    services.deliver(to(APPLE))

    for _try in range(STRIKES):
        services.deliver(to(HANGING))

    assert services.deliver(to(OTHER)).after == PAUSE
    assert services.deliver(to(APPLE)).outcome == "sent"


def test_few_hosts_are_remembered(network, monkeypatch):
    monkeypatch.setattr(slow_services, "MOST_HOSTS", 2)
    services = SlowServices()

    for number in range(4):
        services.deliver(to(f"https://h{number}.push.apple.com/1"))

    assert list(services._answered) == ["https://h2.push.apple.com", "https://h3.push.apple.com"]


@pytest.mark.slow
def test_a_service_that_hangs(service, settings, monkeypatch):
    monkeypatch.setattr(delivery, "TIMEOUT", 0.2)
    hanging = PushService()
    settings.TENBO_PUSH_SERVICES = [service.origin, hanging.origin]
    hanging.server.shutdown()  # its socket still takes connections
    services = SlowServices()

    answers = [
        services.deliver(PushRequest(browser=SleepingPhone(each).browser, payload=b"", topic="t", ttl=300))
        for each in [hanging] * (STRIKES + 1) + [service]
    ]

    assert [answer.after and answer.after > timedelta() for answer in answers] == [None] * STRIKES + [True, None]
    assert answers[-1].outcome == "sent"
    hanging.server.server_close()
