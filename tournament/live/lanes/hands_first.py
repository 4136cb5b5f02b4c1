"""While a hand is being recorded, no request of another lane begins, and those that have begun give way more often."""

import asyncio
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from tournament.live.types import App, Receive, Scope, Send

LONGEST_DELAY = 0.25
"""Most seconds that a request waits for hands: in a hall where tables play all the time, it must be answered too."""

SWITCH_AFTER = 0.001
"""Seconds after which Python lets another thread run while a hand is being recorded, a fifth of its default. Beside
threads that compute, as for large files, the hand has its turn so much sooner. Pages would be slower if it were always
so short."""


class HandsFirst:
    """Counts the hands that are being recorded; other requests wait until there is none."""

    def __init__(self) -> None:
        self._hands: set[object] = set()
        self._none = asyncio.Event()
        self._none.set()
        self._usual_interval = sys.getswitchinterval()

    def recording(self, behind: App) -> App:
        """An application that records hands: each from the beginning of the request to that of its answer."""

        async def record(scope: Scope, receive: Receive, send: Send) -> None:
            hand = object()
            self._begin(hand)

            async def sending(message: Mapping[str, Any]) -> None:
                self._end(hand)
                await send(message)

            try:
                await behind(scope, receive, sending)
            finally:
                self._end(hand)

        return record

    async def wait(self) -> None:
        """Until no hand is being recorded, or for `LONGEST_DELAY`."""
        if self._hands:
            with suppress(TimeoutError):
                async with asyncio.timeout(LONGEST_DELAY):
                    await self._none.wait()

    def _begin(self, hand: object) -> None:
        self._hands.add(hand)
        self._none.clear()
        sys.setswitchinterval(SWITCH_AFTER)

    def _end(self, hand: object) -> None:
        self._hands.discard(hand)
        if not self._hands:
            self._none.set()
            sys.setswitchinterval(self._usual_interval)
