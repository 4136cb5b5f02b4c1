"""Shares the event loop's time among networks.

While one network's request is read, or a step of its answer is made in the event loop, every other request waits. So
the time of each network is measured. When a network has taken too much, it waits for a moment, and the requests of all
others come first. If there are no others, it waits for 5 ms only.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Generator
from functools import partial
from operator import itemgetter
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from tournament.live.networks import network_of
from tournament.live.types import App, Receive, Scope, Send

BURST = 0.1
"""Seconds of processor time that all networks together may take in one go. The 200 phones of a hall take less when all
of them reload at once."""

LEAST_BURST = BURST / 4
"""Seconds that a network may take in one go, however many others take some too."""

SHARE = 0.4
"""The part of the event loop's time that all networks together may take for long. It is shared equally, but a network
that takes less than its share leaves the rest to the others."""

GIVE_EVERY = 0.02
"""Seconds after which time is given back to the networks."""

LONGEST_PAUSE = 4.0
"""The most seconds that a network waits at once, however many networks take too much."""

RECENT = 1.0
"""Seconds after its last request in which a network counts as having requests."""

MOMENT = 0.005
"""Seconds that a network waits if no other network has requests, so that a request that has just come from another
network is read."""

Result = TypeVar("Result")


class LoopTime:
    """The debts of the networks: the seconds of the event loop's processor time that each has taken, less what was
    given back since. In each second, `SHARE` seconds are given back."""

    def __init__(
        self, processor: Callable[[], float] = time.thread_time, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._processor = processor
        self._clock = clock
        self._given_at = clock()
        self._debts: dict[str, float] = {}
        self._paused_until: dict[str, float] = {}
        self._latest = self._latest_other = ("", float("-inf"))
        self._is_measuring = False

    def run(self, network_of_work: Callable[[], str], work: Callable[[], Result]) -> Result:
        """Do this work and charge its time to a network, which may be known only after the work. Work within measured
        work is not charged twice."""
        if self._is_measuring:
            return work()
        began = self._processor()
        self._is_measuring = True
        try:
            return work()
        finally:
            self._is_measuring = False
            self.charge(network_of_work(), self._processor() - began)

    def measured(self, network: str, work: Coroutine[Any, Any, Result]) -> Awaitable[Result]:
        """Return an awaitable that does this work and charges each of its steps to a network."""
        return _Measured(work, partial(self.run, lambda: network))

    def charge(self, network: str, seconds: float) -> None:
        """Charge this time to a network; to nobody if the network is unknown ("")."""
        if not network:
            return
        now = self._give_back()
        self._debts[network] = min(self._debts.get(network, 0.0) + seconds, LONGEST_PAUSE)
        if network != self._latest[0]:
            self._latest_other = self._latest
        self._latest = (network, now)

    def pause(self, network: str) -> float:
        """Return the seconds that a network has to wait before its next request; 0 if it may go on."""
        now = self._give_back()
        if self._paused_until.get(network, 0.0) > now:
            return self._paused_until[network] - now
        debt = self._debts.get(network, 0.0)
        if not debt or debt <= max(BURST / len(self._debts), LEAST_BURST):
            return 0.0
        if self._is_alone(network, now):
            return MOMENT
        given_meanwhile = sum(min(each, debt) for each in self._debts.values())
        pause = min(given_meanwhile / SHARE, LONGEST_PAUSE)
        self._paused_until[network] = now + pause
        return pause

    def after_pause(self, network: str) -> None:
        """Let a network go on that has waited for a moment, unless another network has requests now."""
        if self._is_alone(network, self._give_back()):
            self._debts.pop(network, None)
            self._paused_until.pop(network, None)

    def _give_back(self) -> float:
        """Give back what is due by now, in equal parts; what a network does not owe is given to others. Return the
        clock's time."""
        now = self._clock()
        if now - self._given_at < GIVE_EVERY:
            return now
        due, self._given_at = SHARE * (now - self._given_at), now
        debts, self._debts = sorted(self._debts.items(), key=itemgetter(1)), {}
        for number, (network, debt) in enumerate(debts):
            part = due / (len(debts) - number)
            if debt > part:
                self._debts[network] = debt - part
            due -= min(part, debt)
        self._paused_until = {each: until for each, until in self._paused_until.items() if until > now}
        return now

    def _is_alone(self, network: str, now: float) -> bool:
        _other, at = self._latest_other if network == self._latest[0] else self._latest
        return now - at > RECENT


LOOP_TIME = LoopTime()
"""The time of this process's event loop."""


class InTurn:
    """ASGI application that charges the steps of each request to the network that sent it. The requests of a network
    that has taken too much wait in turn.

    Hands wait too, because anybody can send a request that looks like a hand. But they have a line of their own. After
    the pause one request of a line goes on in each round of the event loop, which takes 25 ms while pages are drawn: a
    hand behind 30 pages of its network would wait for 0.75 s.
    """

    def __init__(self, behind: App, loop_time: LoopTime = LOOP_TIME) -> None:
        self._behind = behind
        self._time = loop_time
        self._waiting: WeakValueDictionary[tuple[str, bool], asyncio.Lock] = WeakValueDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._behind(scope, receive, send)
            return
        network = network_of(scope)
        await self._turn(network, looks_like_hand=scope["method"] == "POST" and scope["path"].endswith("/hands/"))

        async def answer() -> None:
            await self._behind(scope, receive, send)

        await self._time.measured(network, answer())

    async def _turn(self, network: str, *, looks_like_hand: bool) -> None:
        line = network, looks_like_hand
        lock = self._waiting.get(line)
        if lock is None:
            if not self._time.pause(network):
                return
            lock = self._waiting[line] = asyncio.Lock()
        async with lock:
            while pause := self._time.pause(network):
                await asyncio.sleep(pause)
                self._time.after_pause(network)


class _Measured(Awaitable[Result]):
    """Awaits a coroutine, and runs each of its steps by `run`."""

    def __init__(self, coroutine: Coroutine[Any, Any, Result], run: Callable[[Callable[[], Any]], Any]) -> None:
        self._coroutine = coroutine
        self._run = run

    def __await__(self) -> Generator[Any, Any, Result]:
        step: Callable[[], Any] = partial(self._coroutine.send, None)
        while True:
            try:
                awaited = self._run(step)
            except StopIteration as end:
                result: Result = end.value
                return result
            try:
                step = partial(self._coroutine.send, (yield awaited))
            except BaseException as error:  # noqa: BLE001 (also a cancellation, which the coroutine has to see)
                step = partial(self._coroutine.throw, error)
