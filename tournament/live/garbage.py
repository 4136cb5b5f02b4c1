"""Garbage collection that no hand waits for.

Python looks for garbage among all objects when a quarter of them is new, and meanwhile everything stands still: while a
file of 20 MB was being made, a second and more, again and again. Here that full collection runs by the clock, and is
put off while there is much to look at; what few objects refer to each other is still collected all the time.
"""

import gc
import threading

EVERY = 60
"""Seconds between two full collections."""

MANY = 500_000
"""Objects that take a tenth of a second to look at: a server at rest has hardly any beside those it began with."""

MOST_DELAYS = 10
"""After that many delays it is done however many objects there are: else garbage could grow for ever."""

THRESHOLDS = 10_000, 10, 1_000_000
"""New objects until the youngest are looked at, times until the next older are, and until all are: never."""


class FullCollections:
    """A thread of the server process, from `start` to `stop`."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._delays = 0

    def start(self) -> None:
        """Keep what the server consists of out of every collection, for it stays."""
        self._stopped.clear()
        gc.collect()
        gc.freeze()
        gc.set_threshold(*THRESHOLDS)
        threading.Thread(target=self._run, name="garbage", daemon=True).start()

    def stop(self) -> None:
        self._stopped.set()

    def collect(self, most: int = MANY) -> bool:
        """Do a full collection unless there are more than `most` old objects; whether it was done."""
        if len(gc.get_objects(generation=2)) > most and self._delays < MOST_DELAYS:
            self._delays += 1
            return False
        self._delays = 0
        gc.collect()
        return True

    def _run(self) -> None:
        while not self._stopped.wait(EVERY):
            self.collect()
