"""Garbage collection that does not delay requests.

Python runs a full collection when a quarter of all objects is new, and stops every thread meanwhile. While a file of 20
MB was being made, this happened repeatedly and took more than a second each time. With this module full collections run
on a timer instead, and are postponed while there are many objects, unless the process has grown much meanwhile.
Collections of only the young objects run as usual.
"""

import gc
import threading
import time

from tournament.live.lanes.overtime import memory

EVERY = 60
"""Seconds between two full collections."""

LOOK_EVERY = 1
"""Seconds after which the thread looks whether there are many new objects."""

MANY = 500_000
"""Number of old objects that a full collection examines in a tenth of a second. An idle server has few old objects
except those frozen at the start."""

MOST_DELAYS = 10
"""After this many postponements a full collection runs in any case, because otherwise garbage could grow without
limit."""

MUCH = 600_000_000
"""The memory of the process, in bytes, beyond which a full collection is neither postponed nor awaited, although hands
may wait for it: what a request holds for seconds counts as old afterwards, and four reads of a file with 400,000
objects left 1.3 GB for minutes. A large import alone takes less."""

GROWN = 1.2
"""How many times as much memory as after the last full collection the process must take for this."""

FEW = 100_000
"""The number of new objects up to which they are not collected. Only large files and pages make more."""

THRESHOLDS = 10_000, 1_000, 1_000_000
"""Arguments of `gc.set_threshold`. The second lets ten million new objects come before Python itself takes them for old
ones, and the third disables Python's own full collections."""

NEW = 1
"""Argument of `gc.collect` for a collection of the objects made since the last one. The remaining ones are old then."""

PAUSE = 10
"""Length of the pause after a collection, as a multiple of the collection's time, because it stops all requests."""


class NewCollections:
    """Collects the new objects if there are many. This is done after each file, and regularly (`FullCollections`).

    The objects of a large file or page refer to each other, so only a collection frees them. A collection after each
    file takes a fraction of a second. A collection only after every tenth file would take seconds, and the objects of
    ten files would occupy a gigabyte. Old objects are not examined: with the cached pages of ten large events that
    would take longer than a second, in which no hand is recorded. While a large import is in memory, each collection
    takes a quarter of a second, and anybody may request many small files. So a collection is followed by a pause
    (`PAUSE`).
    """

    def __init__(self) -> None:
        self._not_before = 0.0

    def collect(self) -> None:
        begun = time.monotonic()
        if _new_objects() > FEW and begun >= self._not_before:
            gc.collect(NEW)
            ended = time.monotonic()
            self._not_before = ended + (ended - begun) * PAUSE


new_collections = NewCollections()


def _new_objects() -> int:
    """Estimate how many objects were made since new objects were last collected and still exist. Python counts the
    collections of the youngest objects since then, and each begins after a fixed number of new objects."""
    newest, young, _middle = gc.get_count()
    return newest + gc.get_threshold()[0] * young


class FullCollections:
    """A thread of the server process that runs full collections from `start` to `stop`. Between them it collects new
    objects: otherwise pages of a large event could leave a gigabyte of garbage in a minute."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._delays = 0
        self._memory_after = self._not_before = 0.0

    def start(self) -> None:
        """Exclude all objects that exist now, which belong to the server's code, from collections (`gc.freeze`), and
        start the thread."""
        self._stopped.clear()
        gc.collect()
        gc.freeze()
        gc.set_threshold(*THRESHOLDS)
        threading.Thread(target=self._run, name="garbage", daemon=True).start()

    def stop(self) -> None:
        self._stopped.set()

    def collect(self, most: int = MANY) -> bool:
        """Run a full collection, or postpone it while there are more than `most` old objects, at most `MOST_DELAYS`
        times and only if the process does not take much memory. Return whether it ran."""
        if not self._takes_much() and len(gc.get_objects(generation=2)) > most and self._delays < MOST_DELAYS:
            self._delays += 1
            return False
        self._delays = 0
        begun = time.monotonic()
        gc.collect()
        ended = time.monotonic()
        self._memory_after, self._not_before = memory(), ended + (ended - begun) * PAUSE
        return True

    def _takes_much(self) -> bool:
        """Whether much of the process's memory may be garbage: it takes more than `MUCH`, and has grown since the last
        full collection."""
        return memory() > max(MUCH, self._memory_after * GROWN) and time.monotonic() >= self._not_before

    def _run(self) -> None:
        next_at = time.monotonic() + EVERY
        while not self._stopped.wait(LOOK_EVERY):
            new_collections.collect()
            if time.monotonic() >= next_at or self._takes_much():
                self.collect()
                next_at = time.monotonic() + EVERY
