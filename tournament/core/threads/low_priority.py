"""Threads that let all other threads of the computer go first."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import get_native_id

NICENESS = 5
"""How much lower the priority of these threads is than that of the others, from 0 to 19. At 5 a thread gets about a
third of what another gets that wants the same processor. Much lower, the hashes of a busy hall would take so long that
logins behind them are refused: four of 90 were, at 29."""


def low_priority_threads(how_many: int, name: str) -> ThreadPoolExecutor:
    """Return an executor for computations that do not hold Python's global lock, and would otherwise take a processor
    from the threads that record hands.

    Only Linux has a priority for each thread. Elsewhere these threads are like all others.
    """
    return ThreadPoolExecutor(how_many, thread_name_prefix=name, initializer=_lower_priority)


def _lower_priority() -> None:
    if sys.platform == "linux":
        thread = get_native_id()
        with suppress(OSError):  # a sandbox may forbid it
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICENESS)
