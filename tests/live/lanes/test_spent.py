"""Who has taken least processor time has the next turn: one file or import may take seconds, another one minutes."""

import asyncio
import time
from types import SimpleNamespace

import pytest
from django.http import HttpResponse

from tests.live.test_app import Browser
from tournament.live.lanes import spent as spent_module
from tournament.live.lanes.fair_queue import FairQueue
from tournament.live.lanes.lanes import Lanes
from tournament.live.lanes.spent import HALVED_AFTER, KNOWN_FIRST, MOST_SENDERS, Spent
from tournament.live.threads import DjangoInThreads

Sender = tuple[str, str]

NETWORKS: list[Sender] = [(f"network {number}", "") for number in range(12)]
ORGANIZER, READER = ("home", "account 7 0"), ("home", "")
FILE = 7.0
"""Seconds of processor time of a file of a large event."""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The time, which `clock.now` sets."""
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(spent_module, "time", SimpleNamespace(monotonic=lambda: clock.now))
    return clock


def served(took: list[tuple[Sender, float]], waiting: list[Sender]) -> list[Sender]:
    """In which order these are served, who all wait, after some have taken so many seconds. Each takes `FILE`."""
    order: list[Sender] = []

    async def run() -> None:
        queue = FairQueue(1, 100, spent=Spent())
        for sender, seconds in took:
            await queue.begin(*sender)
            queue.end(*sender, seconds)

        async def ask(sender: Sender) -> None:
            await queue.begin(*sender)
            order.append(sender)
            queue.end(*sender, FILE)

        await queue.begin("first", "")
        tasks = [asyncio.create_task(ask(sender)) for sender in waiting]
        await asyncio.sleep(0)
        queue.end("first", "")
        await asyncio.gather(*tasks)

    asyncio.run(run())
    return order


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("honest", [ORGANIZER, READER])
def test_who_has_read_nothing_waits_for_no_network_that_has(honest: Sender) -> None:
    order = served([(network, FILE) for network in NETWORKS], [*NETWORKS, honest, honest])

    assert order[0] == honest
    assert len(order) == 14


@pytest.mark.usefixtures("clock")
def test_an_organizer_waits_for_no_network_of_strangers_that_comes_first_time_either() -> None:
    assert served([(ORGANIZER, KNOWN_FIRST - 2 * FILE)], [*NETWORKS, ORGANIZER])[0] == ORGANIZER
    assert served([(ORGANIZER, KNOWN_FIRST + FILE)], [*NETWORKS, ORGANIZER])[-1] == ORGANIZER


@pytest.mark.usefixtures("clock")
def test_strangers_in_the_hall_delay_no_organizer_there() -> None:
    flood = ("home", "")

    assert served([(flood, 10 * FILE)], [flood, *NETWORKS, ORGANIZER])[0] == ORGANIZER


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(
    "flood",
    [
        [("rented", f"account {number} 0") for number in range(100, 112)],
        [(f"rented {number}", "account 100 0") for number in range(12)],
    ],
    ids=["accounts of a network", "networks of an account"],
)
def test_many_accounts_of_a_network_and_many_networks_of_an_account_are_one(flood: list[Sender]) -> None:
    order = served([(flood[0], FILE)], [*flood[1:], ORGANIZER])

    assert order[0] == ORGANIZER


@pytest.mark.usefixtures("clock")
def test_who_have_taken_the_same_are_served_in_turn() -> None:
    waiting = [network for network in NETWORKS[:3] for _request in range(2)]

    assert served([], waiting) == NETWORKS[:3] * 2


def test_what_was_taken_is_forgotten_after_a_while(clock: SimpleNamespace) -> None:
    spent = Spent()
    spent.add(*READER, 2 * FILE)
    before = spent.rank(*READER)

    clock.now += HALVED_AFTER

    assert before - KNOWN_FIRST == 2 * FILE
    assert spent.rank(*READER) - KNOWN_FIRST == pytest.approx(FILE)
    spent.add(*READER, FILE)
    assert spent.rank(*READER) - KNOWN_FIRST == pytest.approx(2 * FILE)


@pytest.mark.usefixtures("clock")
def test_so_many_senders_are_remembered() -> None:
    spent = Spent()
    spent.add("first", "account 1 0", FILE)
    for number in range(MOST_SENDERS):
        spent.add(f"network {number}", f"account {number + 2} 0", FILE)

    assert spent.rank("first", "account 1 0") == 0
    assert len(spent._seconds) == MOST_SENDERS


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/t/{}/results.pdf"),
        ("POST", "/tournaments/import/?{}"),
        ("GET", "/t/{}/rounds/new/"),
        ("GET", "/t/{}/seating/plan/"),
    ],
)
def test_a_lane_counts_the_processor_time_of_its_requests(method: str, path: str) -> None:
    """One network has long files, another has short ones, and whoever comes third comes before the long ones."""
    began: list[str] = []

    def compute(request: object) -> HttpResponse:
        where = request.get_full_path()  # type: ignore[attr-defined]
        began.append(where)
        until = time.thread_time() + (0.1 if "long" in where else 0)
        while time.thread_time() < until:
            sum(range(100))
        return HttpResponse("done")

    async def play() -> None:
        django = DjangoInThreads()
        django.get_response = compute
        lanes = Lanes(django)

        def ask(name: str, network: str) -> Browser:
            where, _mark, query = path.format(name).partition("?")
            return Browser(lanes, where, query, method, client=network)

        browsers = [ask("long-1", "192.0.2.1"), ask("short-1", "192.0.2.2")]
        for browser in browsers:
            await browser.status()
        waiting = [ask("long-2", "192.0.2.1"), ask("long-3", "192.0.2.1"), ask("short-2", "192.0.2.2")]
        for browser in waiting:
            await browser.status()
        await asyncio.gather(*(browser.leave() for browser in [*browsers, *waiting]))
        for thread in django._idle:
            thread.end()

    asyncio.run(play())

    assert began == [path.format(name) for name in ("long-1", "short-1", "long-2", "short-2", "long-3")]
