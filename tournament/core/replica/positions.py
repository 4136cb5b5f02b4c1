"""Computes how far a replica is behind, by positions in PostgreSQL's write-ahead log. This module makes no query.

The time since the last replayed transaction (`pg_last_xact_replay_timestamp`) also grows while nobody writes, and
compares two servers' clocks. So this process takes notes: the position of the primary's log, and the time by its own
clock. A replica that has replayed the log up to the position of a note has everything that was committed before the
time of the note.
"""

import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from threading import Lock

MOST_BEHIND = 5.0
"""The most seconds that a replica may be behind. Responses of the API may be cached for the same time."""

NOTE_EVERY = 1.0
"""Minimum seconds between two notes of the primary's position."""


class Why(StrEnum):
    """The reason why a page that a replica might have answered was read from the primary. The values appear in the
    metric."""

    READER = "reader"  # a session, cookies of ours, or a page that follows changes
    IDLE = "idle"  # nobody asked for a while, so that the replica's delay is not known yet
    BEHIND = "behind"
    AWAY = "away"  # the replica does not answer
    OTHER = "other"  # not a replica of this primary
    AGAIN = "again"  # the replica's response may be wrong, for example a 404


@dataclass(frozen=True, slots=True)
class Log:
    """The identity of a write-ahead log, and of the database in it; a primary and its replicas have the same
    identity."""

    system: int
    timeline: int
    database: int


@dataclass(frozen=True, slots=True)
class Position:
    """How many bytes of a log a primary has written, or a replica has replayed."""

    log: Log
    reached: int


class Notes:
    """The positions of the primary that this process has seen lately. Any thread may use them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._notes: deque[tuple[float, Position]] = deque(maxlen=2 * round(MOST_BEHIND / NOTE_EVERY))
        self._due = -math.inf
        self._lock = Lock()

    def is_due(self) -> bool:
        """Whether it is time for the next note. If several threads call this at the same time, only one thread gets
        True, and must take the note."""
        with self._lock:
            now = self.clock()
            if now < self._due:
                return False
            self._due = now + NOTE_EVERY
            return True

    def add(self, moment: float, primary: Position) -> None:
        """Add a note of the primary's position. `moment` is the time before the query for the position, because the
        position may include transactions that were committed during the query."""
        with self._lock:
            self._notes.append((moment, primary))

    def why_not(self, replica: Position) -> Why | None:
        """Return the reason why this replica must not be read now; None if it surely has every transaction that was
        committed `MOST_BEHIND` seconds ago."""
        with self._lock:
            since = self.clock() - MOST_BEHIND
            fresh = [primary for moment, primary in self._notes if moment >= since]
        if not fresh:
            return Why.IDLE
        if fresh[-1].log != replica.log:
            return Why.OTHER
        has_all = any(note.log == replica.log and note.reached <= replica.reached for note in fresh)
        return None if has_all else Why.BEHIND
