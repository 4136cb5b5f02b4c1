"""A network that takes too much of the event loop's time waits, so that others are answered."""

import asyncio
from collections import Counter

import pytest

from tournament.live.limits.loop_time import (
    BURST,
    LEAST_BURST,
    LONGEST_PAUSE,
    MOMENT,
    RECENT,
    SHARE,
    InTurn,
    LoopTime,
)

HANDS = "/t/open/hanchans/7/hands/"


class Clocks:
    """A processor, whose time work takes, and a clock, which stands still until a test moves it."""

    def __init__(self):
        self.processor = self.clock = 0.0
        self.time = LoopTime(lambda: self.processor, lambda: self.clock)

    def work(self, network, seconds):
        def take():
            self.processor += seconds

        self.time.run(lambda: network, take)


@pytest.fixture
def clocks():
    return Clocks()


def test_a_network_that_took_its_burst_waits_for_others(clocks):
    clocks.work("hall", 0.01)
    clocks.work("flood", LEAST_BURST)
    assert clocks.time.pause("flood") == 0

    clocks.work("flood", BURST)
    pause = clocks.time.pause("flood")

    assert pause == pytest.approx((0.01 + LEAST_BURST + BURST) / SHARE)
    assert clocks.time.pause("hall") == 0
    clocks.clock += pause
    assert clocks.time.pause("flood") == pytest.approx(0)


def test_a_network_whose_others_owe_nothing_takes_the_whole_burst(clocks):
    clocks.work("hall", 0.01)
    clocks.clock += 0.9 * RECENT
    clocks.work("flood", BURST)
    assert clocks.time.pause("flood") == 0

    clocks.work("flood", 0.01)
    assert clocks.time.pause("flood") > MOMENT


def test_a_network_may_take_its_share_for_ever(clocks):
    for _time in range(200):
        clocks.work("hall", 0.01 * SHARE)
        clocks.work("busy", 0.89 * SHARE * 0.1)
        assert clocks.time.pause("busy") == 0
        clocks.clock += 0.1


@pytest.mark.parametrize("networks", [1, 2, 4, 20])
def test_networks_that_take_too_much_get_their_share_together(clocks, networks):
    """Each takes 8 ms and is asked then whether it has to wait, in steps of 10 ms for 60 s. A hall takes less than its
    part of the share, and never waits."""
    worked, last = Counter(), {}
    for _step in range(6_000):
        clocks.work("hall", 0.0001)
        assert clocks.time.pause("hall") == 0
        for n in range(networks):
            if clocks.clock >= last.get(n, 0):
                clocks.work(f"flood {n}", 0.008)
                worked[n] += 0.008
                last[n] = clocks.clock + clocks.time.pause(f"flood {n}")
        clocks.clock += 0.01

    assert sum(worked.values()) / 60 == pytest.approx(SHARE, rel=0.1)
    assert max(worked.values()) < 1.2 * min(worked.values())


def test_no_pause_is_longer_than_a_phone_waits(clocks):
    clocks.work("hall", 0.01)
    for n in range(50):
        clocks.work(f"flood {n}", 2 * BURST)
        assert 0 < clocks.time.pause(f"flood {n}") <= LONGEST_PAUSE


def test_a_long_step_is_paid_for(clocks):
    clocks.work("hall", 0.01)
    clocks.work("flood", 1)
    assert clocks.time.pause("flood") == pytest.approx(1.01 / SHARE)


def test_a_network_without_others_goes_on_after_a_moment(clocks):
    clocks.work("hall", 0.01)
    clocks.clock += 1.1 * RECENT
    for _time in range(5):
        clocks.work("flood", 3 * BURST)
        assert clocks.time.pause("flood") == MOMENT
        clocks.time.after_pause("flood")
        assert clocks.time.pause("flood") == 0


def test_who_comes_in_that_moment_comes_first(clocks):
    clocks.work("flood", 3 * BURST)
    assert clocks.time.pause("flood") == MOMENT

    clocks.work("hall", 0.01)
    clocks.time.after_pause("flood")

    assert clocks.time.pause("flood") > MOMENT


def test_work_within_work_is_charged_once(clocks):
    clocks.work("hall", 0.01)
    clocks.time.run(lambda: "flood", lambda: clocks.work("flood", 0.4 * BURST))

    assert clocks.time.pause("flood") == 0
    clocks.work("flood", 0.2 * BURST)
    assert clocks.time.pause("flood") > 0


def test_what_is_read_before_its_network_is_known_is_charged_to_nobody(clocks):
    """Otherwise the proxy's own connections would count as another network with requests."""
    clocks.work("flood", 3 * BURST)
    clocks.work("", 3 * BURST)

    assert clocks.time.pause("") == 0
    assert clocks.time.pause("flood") == MOMENT


def test_failed_work_is_charged_too(clocks):
    clocks.work("hall", 0.01)

    def fail():
        clocks.processor += 2 * BURST
        raise LookupError

    with pytest.raises(LookupError):
        clocks.time.run(lambda: "flood", fail)
    assert clocks.time.pause("flood") > 0


def test_networks_that_owe_nothing_are_forgotten(clocks):
    for n in range(200):
        clocks.work(f"network {n}", 0.001)
        assert len(clocks.time._debts) <= 3
        clocks.clock += 0.01


# The application.


def request(path="/", method="GET", network="192.0.2.1"):
    return {"type": "http", "path": path, "method": method, "headers": [], "client": (network, 1)}


async def receive():
    return {"type": "http.request"}


async def send(_message):
    pass


class Site:
    """An application whose every step takes `seconds`, and the requests that it has begun to answer."""

    def __init__(self, clocks, seconds=0.3 * BURST):
        self.clocks, self.seconds, self.began = clocks, seconds, []
        self.in_turn = InTurn(self, clocks.time)

    async def __call__(self, scope, receive, send):
        self.began.append(scope["path"])
        self.clocks.processor += self.seconds
        await asyncio.sleep(0)
        self.clocks.processor += self.seconds

    def ask(self, *args):
        return asyncio.ensure_future(self.in_turn(request(*args), receive, send))


async def a_moment():
    for _time in range(20):
        await asyncio.sleep(0)


def test_requests_of_a_network_that_took_too_much_wait_in_turn(clocks):
    async def play():
        site = Site(clocks)
        clocks.work("192.0.2.9", 0.01)
        first = [site.ask(f"/{n}/") for n in range(3)]
        await a_moment()
        late = site.ask("/late/")
        others = [site.ask("/other/", "GET", "192.0.2.9"), site.ask(HANDS, "POST", "192.0.2.9")]
        called_hand = site.ask(HANDS, "POST")  # of the same network, and perhaps of a stranger
        await a_moment()
        began = list(site.began)
        while not all(task.done() for task in (*first, late, *others, called_hand)):
            clocks.clock += 0.1
            await asyncio.sleep(0.001)
        return began, site.began

    began, all_began = asyncio.run(play())

    assert began == ["/0/", "/1/", "/other/", HANDS]
    assert sorted(all_began[len(began) :]) == sorted(["/2/", "/late/", HANDS])


def test_a_hand_does_not_wait_for_each_page_of_its_network(clocks, monkeypatch):
    a_round = asyncio.sleep

    async def sleep(seconds):
        """Wait by the test's clock, so that both lines end their pause in the same round of the event loop."""
        until = clocks.clock + seconds
        while clocks.clock < until:
            await a_round(0)

    monkeypatch.setattr(asyncio, "sleep", sleep)

    async def play():
        site = Site(clocks, seconds=0)
        clocks.work("192.0.2.9", 0.01)
        clocks.work("192.0.2.1", 3 * BURST)
        waiting = [site.ask(f"/{n}/") for n in range(10)]
        waiting.append(site.ask(HANDS, "POST"))
        for _round in range(20):
            await a_round(0)
        assert site.began == []  # the hand waits too
        while not all(task.done() for task in waiting):
            clocks.clock += 0.1
            await a_round(0)
        return site.began

    assert HANDS in asyncio.run(play())[:2]


def test_steps_are_charged_to_the_network_of_the_request(clocks):
    async def play():
        site = Site(clocks)
        clocks.work("192.0.2.9", 0.01)
        await site.ask()

    asyncio.run(play())
    assert clocks.time.pause("192.0.2.1") > 0
    assert clocks.time.pause("192.0.2.9") == 0


def test_an_application_sees_its_cancellation_and_its_errors_come_through(clocks):
    seen = []

    async def waits(_scope, _receive, _send):
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise

    async def fails(_scope, _receive, _send):
        await asyncio.sleep(0)
        raise LookupError

    async def play():
        task = asyncio.ensure_future(InTurn(waits, clocks.time)(request(), receive, send))
        await a_moment()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(LookupError):
            await InTurn(fails, clocks.time)(request(), receive, send)

    asyncio.run(play())
    assert seen == ["cancelled"]


def test_what_is_no_request_passes(clocks):
    seen = []

    async def behind(scope, _receive, _send):
        seen.append(scope["type"])

    asyncio.run(InTurn(behind, clocks.time)({"type": "lifespan"}, receive, send))
    assert seen == ["lifespan"]
