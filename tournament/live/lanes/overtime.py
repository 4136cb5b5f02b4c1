"""Interrupts requests that take too long or too much memory."""

import asyncio
from collections.abc import Callable
from mmap import PAGESIZE
from pathlib import Path

from tournament.core.threads.interruption import Computation

LOOK_EVERY = 0.25
"""Seconds between two checks of a request."""

LOOK_AGAIN = 0.02
"""Seconds until the next check of a request that could not be interrupted at the last check."""

MOST_MEMORY = 500_000_000
"""The most bytes by which the process may grow while a request is answered, far more than pages and files of large
events need."""

MUCH, LITTLE = 800_000_000, 100_000_000
"""Once the process takes more than `MUCH`, it may grow only by `LITTLE`: what an interrupted request leaves is not all
released at once, and several such requests took 1.1 GB by turns."""

FEW_SECONDS = 1
"""A request that has computed for fewer seconds is not interrupted for taking too much memory."""

STATM = Path("/proc/self/statm")
"""The file in which Linux tells the memory of this process, in pages of `PAGESIZE` bytes."""


class Overtime:
    """Watches one request, from `begin` to `end`. `is_too_long` gets the seconds of processor time that the request has
    taken, and says whether to interrupt it: because other requests wait, or because nobody waits for this one any
    more."""

    def __init__(self, computation: Computation, *, is_too_long: Callable[[float], bool]) -> None:
        self._computation = computation
        self._is_too_long = is_too_long
        self._memory = 0
        self._next_look: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        self._memory = memory()
        self._look_in(LOOK_EVERY)

    def end(self) -> None:
        if self._next_look is not None:
            self._next_look.cancel()

    def _look_in(self, seconds: float) -> None:
        self._next_look = asyncio.get_running_loop().call_later(seconds, self._look)

    def _look(self) -> None:
        seconds = self._computation.seconds()
        is_over = self._is_too_long(seconds) or self._is_too_large(seconds)
        is_possible = not is_over or self._computation.interrupt()
        self._look_in(LOOK_EVERY if is_possible else LOOK_AGAIN)

    def _is_too_large(self, seconds: float) -> bool:
        now = memory()
        most = LITTLE if now > MUCH else MOST_MEMORY
        return seconds >= FEW_SECONDS and now - self._memory > most


def memory() -> int:
    """Return the bytes of memory that this process uses; 0 on systems other than Linux."""
    try:
        return int(STATM.read_text(encoding="ascii").split()[1]) * PAGESIZE
    except OSError:
        return 0
