"""Threads that let all other threads of the computer go first."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import get_native_id

NICENESS = 10
"""The priority of these threads, from 0 (as all others) to 19 (last). At 10 a thread gets about a tenth of what another
gets that wants the same processor: it becomes slow while others compute, but it does not stop."""


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
            # Only the administrator may raise a priority, and the whole server may have a lower one already.
            os.setpriority(os.PRIO_PROCESS, thread, max(os.getpriority(os.PRIO_PROCESS, thread), NICENESS))
