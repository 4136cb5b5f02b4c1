"""Gives priority to the recording of hands. While a hand is being recorded, requests of other lanes wait, and those
that are being answered pause (`pauses`). On SQLite the hand writes before transactions that wait already."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from threading import Event
from typing import Any

from tournament.core.sqlite.write_queue import writes_first
from tournament.live.lanes.pauses import Pauses
from tournament.live.types import App, Receive, Scope, Send

LONGEST_DELAY = 0.25
"""The most seconds that a request waits for hands, before and after it has begun. Without a limit it would never begin
or end while a large hall plays."""

AFTER_REFUSAL = 10
"""Seconds after a refused hand in which hands of its table delay no other request. Otherwise one table could send wrong
hands without end, and every other request would wait `LONGEST_DELAY`."""

MOST_REFUSED = 10_000
"""The most tables with a refused hand that are remembered; the one remembered first is dropped."""


class HandsFirst:
    """Counts the hands that are being recorded at this moment. Other requests wait until there are none: those in the
    event loop with `wait`, and those in threads with the pauses that it returns."""

    def __init__(self) -> None:
        self._hands: set[object] = set()
        self._refused: OrderedDict[str, float] = OrderedDict()
        self._none = asyncio.Event()
        self._none.set()
        self._no_hand = Event()
        self._no_hand.set()

    def recording(self, behind: App, table: str) -> App:
        """Wrap the application that records hands of this table. A hand counts as being recorded from the beginning of
        its request to the beginning of the response. For a while after a refused hand, the table's hands do not
        count."""

        async def record(scope: Scope, receive: Receive, send: Send) -> None:
            hand = object()
            comes_first = self._refused.get(table, 0.0) <= asyncio.get_running_loop().time()
            writes_first.set(comes_first)  # in this request's task, and so in the thread that answers it
            if comes_first:
                self._begin(hand)

            async def sending(message: Mapping[str, Any]) -> None:
                self._end(hand)
                if message["type"] == "http.response.start" and 400 <= message["status"] < 500:
                    self._note_refusal(table)
                await send(message)

            try:
                await behind(scope, receive, sending)
            finally:
                self._end(hand)

        return record

    async def wait(self) -> Pauses:
        """Wait until no hand is being recorded, but at most `LONGEST_DELAY` seconds. Return the request's pauses in
        what is left of this time."""
        began = time.monotonic()
        if self._hands:
            with suppress(TimeoutError):
                async with asyncio.timeout(LONGEST_DELAY):
                    await self._none.wait()
        return Pauses(self._no_hand, LONGEST_DELAY - (time.monotonic() - began))

    def _note_refusal(self, table: str) -> None:
        self._refused.pop(table, None)
        self._refused[table] = asyncio.get_running_loop().time() + AFTER_REFUSAL
        if len(self._refused) > MOST_REFUSED:
            self._refused.popitem(last=False)

    def _begin(self, hand: object) -> None:
        self._hands.add(hand)
        self._none.clear()
        self._no_hand.clear()

    def _end(self, hand: object) -> None:
        self._hands.discard(hand)
        if not self._hands:
            self._none.set()
            self._no_hand.set()
