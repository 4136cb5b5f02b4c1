"""A network that takes too much of the event loop's time waits, so that others are answered."""

import asyncio

import pytest

from tournament.live.limits import loop_time
from tournament.live.limits.loop_time import BURST, LONGEST_PAUSE, MOMENT, RECENT, SHARE, InTurn, LoopTime

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
    clocks.work("flood", BURST)
    assert clocks.time.pause("flood") == 0

    clocks.work("flood", 0.1)
    pause = clocks.time.pause("flood")

    assert pause == pytest.approx((BURST + 0.1) * (1 / SHARE - 1))
    assert clocks.time.pause("hall") == 0
    clocks.clock += pause
    assert clocks.time.pause("flood") == pytest.approx(0)


def test_a_network_may_take_its_share_for_ever(clocks):
    for _time in range(200):
        clocks.work("hall", 0.01)
        clocks.work("busy", SHARE * 0.1)
        assert clocks.time.pause("busy") == 0
        clocks.clock += 0.1


def test_networks_that_take_too_much_share_one_share(clocks):
    clocks.work("hall", 0.01)
    pauses = []
    for network in ("first", "second", "third"):
        clocks.work(network, 2 * BURST)
        pauses.append(clocks.time.pause(network))

    assert pauses == sorted(pauses)
    assert pauses[2] == pytest.approx(2 * BURST * (3 / SHARE - 1))
    assert sum(2 * BURST / (2 * BURST + pauses[2]) for _each in pauses) == pytest.approx(SHARE)


def test_no_pause_is_longer_than_a_phone_waits(clocks):
    clocks.work("hall", 0.01)
    for n in range(50):
        clocks.work(f"flood {n}", 2 * BURST)
        assert 0 < clocks.time.pause(f"flood {n}") <= LONGEST_PAUSE


def test_a_long_step_is_paid_for(clocks):
    clocks.work("hall", 0.01)
    clocks.work("flood", 2)
    assert clocks.time.pause("flood") == pytest.approx(2 * (1 / SHARE - 1))


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
    clocks.time.run(lambda: "flood", lambda: clocks.work("flood", 0.9 * BURST))

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


def test_networks_that_have_gone_are_forgotten(clocks, monkeypatch):
    monkeypatch.setattr(loop_time, "MOST_NETWORKS", 3)
    for n in range(20):
        clocks.work(f"network {n}", 0.01)
        clocks.clock += 1
    assert len(clocks.time._taken) <= 3


# The application.


def request(path="/", method="GET", network="192.0.2.1"):
    return {"type": "http", "path": path, "method": method, "headers": [], "client": (network, 1)}


async def receive():
    return {"type": "http.request"}


async def send(_message):
    pass


class Site:
    """An application whose every step takes `seconds`, and the requests that it has begun to answer."""

    def __init__(self, clocks, seconds=0.6 * BURST):
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
    assert all_began == [*began, "/2/", "/late/", HANDS]


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
