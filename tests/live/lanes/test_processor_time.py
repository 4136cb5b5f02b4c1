"""The sender who has taken least processor time has the next turn: one file or import may take seconds, another one
minutes."""

import asyncio
import time
from types import SimpleNamespace

import pytest
from django.http import HttpResponse

from tests.live.test_app import Browser
from tournament.core import fading_sums
from tournament.live.lanes.fair_queue import FairQueue
from tournament.live.lanes.known_sessions import OPENED, PARTS_OF_OWNER
from tournament.live.lanes.lanes import Lanes
from tournament.live.lanes.processor_time import (
    HALVED_AFTER,
    KNOWN_FIRST,
    MOST_SENDERS,
    NETWORK_FIRST,
    ProcessorTime,
)
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
    monkeypatch.setattr(fading_sums, "time", SimpleNamespace(monotonic=lambda: clock.now))
    return clock


def served(took: list[tuple[Sender, float]], waiting: list[Sender]) -> list[Sender]:
    """In which order these are served, who all wait, after some have taken so many seconds. Each takes `FILE`."""
    order: list[Sender] = []

    async def run() -> None:
        queue = FairQueue(1, 100, processor_time=ProcessorTime())
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
        [(f"rented {number}", f"account 100 {number % PARTS_OF_OWNER}") for number in range(12)],
    ],
    ids=["accounts of a network", "networks of an account"],
)
def test_many_accounts_of_a_network_and_many_networks_of_an_account_are_one(flood: list[Sender]) -> None:
    order = served([(flood[0], FILE)], [*flood[1:], ORGANIZER])

    assert order[0] == ORGANIZER


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("sender", ["player 3", "account 100"])
def test_one_player_in_the_hall_takes_no_precedence_of_the_organizers_there(sender: str) -> None:
    """The player reads files as long as nobody else wants one; then strangers of 12 networks and the organizer do."""
    took = [(("home", f"{sender} {part}"), 10 * KNOWN_FIRST) for part in [*range(PARTS_OF_OWNER), OPENED]]

    assert served(took, [*NETWORKS, *NETWORKS, ORGANIZER])[0] == ORGANIZER


@pytest.mark.usefixtures("clock")
def test_links_of_the_hall_delay_no_organizer_there_behind_other_known_senders() -> None:
    took = [(("home", f"player {number} 0"), KNOWN_FIRST) for number in range(200)]
    others = [(f"network {number}", f"player {number} 0") for number in range(200, 212)]

    assert served([*took, *((other, FILE) for other in others)], [*others, ORGANIZER])[0] == ORGANIZER


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("kind", ["player", "account"])
def test_hundreds_of_links_or_accounts_of_a_network_come_before_strangers_for_a_bounded_time(kind: str) -> None:
    flood = [("rented", f"{kind} {number} 0") for number in range(100, 300)]
    reads = [each for each in flood for _file in range(5)]
    order = served([], [*reads[:90], *NETWORKS[:1]])
    before_stranger = order.index(NETWORKS[0]) * FILE

    assert NETWORK_FIRST <= before_stranger < NETWORK_FIRST + FILE


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("part", [0, 3, OPENED])
def test_the_sessions_and_the_opened_link_of_an_owner_are_one(part: object) -> None:
    taken = ProcessorTime()
    taken.add("hall", "player 12 0", KNOWN_FIRST)

    assert taken.rank("elsewhere", f"player 12 {part}") == (True, KNOWN_FIRST)
    assert taken.rank("elsewhere", f"player 1 {part}") == (False, 0)


@pytest.mark.usefixtures("clock")
def test_who_have_taken_the_same_are_served_in_turn() -> None:
    waiting = [network for network in NETWORKS[:3] for _request in range(2)]

    assert served([], waiting) == NETWORKS[:3] * 2


def test_what_was_taken_is_forgotten_after_a_while(clock: SimpleNamespace) -> None:
    taken = ProcessorTime()
    taken.add(*READER, 2 * FILE)
    before = taken.rank(*READER)

    clock.now += HALVED_AFTER

    assert before == (True, KNOWN_FIRST + 2 * FILE)
    assert taken.rank(*READER) == (True, pytest.approx(KNOWN_FIRST + FILE))
    taken.add(*READER, FILE)
    assert taken.rank(*READER) == (True, pytest.approx(KNOWN_FIRST + 2 * FILE))


@pytest.mark.usefixtures("clock")
def test_so_many_senders_are_remembered() -> None:
    taken = ProcessorTime()
    taken.add("first", "account 1 0", FILE)
    for number in range(MOST_SENDERS):
        taken.add(f"network {number}", f"account {number + 2} 0", FILE)

    assert taken.rank("first", "account 1 0") == (False, 0)
    assert len(taken._seconds) == MOST_SENDERS


def begun(method: str, path: str, first: list[tuple[str, str]], waiting: list[tuple[str, str]]) -> list[str]:
    """Return the names of requests to the lanes in the order in which they began: those of `first` one after another,
    then those of `waiting` at once. Each has a name and a network; a name that begins with "long" stands for a request
    that computes for 0.1 s."""
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

        browsers = []
        for each in first:
            browsers.append(ask(*each))
            await browsers[-1].status()
        at_once = [ask(*each) for each in waiting]
        for browser in at_once:
            await browser.status()
        await asyncio.gather(*(browser.leave() for browser in [*browsers, *at_once]))
        for thread in django._idle:
            thread.end()

    asyncio.run(play())
    names = {path.format(name): name for name, _network in [*first, *waiting]}
    return [names[where] for where in began]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/t/{}/results.pdf"),
        ("POST", "/tournaments/import/?{}"),
        ("POST", "/t/{}/laptop/back/"),
        ("GET", "/t/{}/rounds/new/"),
        ("GET", "/t/{}/seating/plan/"),
    ],
)
def test_a_lane_counts_the_processor_time_of_its_requests(method: str, path: str) -> None:
    """One network has long files, another has short ones, and whoever comes third comes before the long ones."""
    one, another = "192.0.2.1", "192.0.2.2"
    first = [("long-1", one), ("short-1", another)]
    waiting = [("long-2", one), ("long-3", one), ("short-2", another)]

    assert begun(method, path, first, waiting) == ["long-1", "short-1", "long-2", "short-2", "long-3"]


def test_cheap_requests_without_a_key_delay_no_mirror_by_more_than_a_turn_of_each_network() -> None:
    """A mirror has no session. Whoever has no key is refused at once, and so has always taken least time."""
    laptop, strangers = "192.0.2.1", [f"203.0.{number}.7" for number in range(3)]
    first = [("long-1", laptop), *((f"first-{each}", each) for each in strangers)]
    flood = [(f"{number}-{each}", each) for number in range(4) for each in strangers]
    order = begun("POST", "/t/{}/laptop/mirror/", first, [*flood, ("long-2", laptop)])

    assert len(order) == 1 + 3 + 12 + 1
    assert order[4:].index("long-2") <= 1 + len(strangers)  # behind the one that was answered already


def test_a_laptop_whose_mirror_takes_long_delays_others_by_one_more_turn() -> None:
    one, another = "192.0.2.1", "192.0.2.2"
    waiting = [("long-1", one), ("long-2", one), ("long-3", one), ("short-1", another)]

    assert begun("POST", "/t/{}/laptop/mirror/", [], waiting).index("short-1") <= 2
