"""Counts this process's requests, errors and changes in each of the last sixty minutes, for the operator's page."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

MINUTES = 60


@dataclass(slots=True)
class Minute:
    """Counts of one minute: responses (`answers`), responses with a status of 500 or more (`errors`), `changes` of
    tournaments, and the longest response time in seconds (`slowest`)."""

    answers: int = 0
    errors: int = 0
    changes: int = 0
    slowest: float = 0.0


class LastHour:
    """Counts by minute; counts of minutes before the last hour are dropped. Any thread may count."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._minutes: dict[int, Minute] = {}
        self._lock = Lock()

    def answered(self, seconds: float, status: int) -> None:
        with self._lock:
            minute = self._current()
            minute.answers += 1
            minute.errors += status >= 500
            minute.slowest = max(minute.slowest, seconds)

    def changed(self) -> None:
        """Count one change of a tournament: a hand, a signature, a round, or any other entry in its log."""
        with self._lock:
            self._current().changes += 1

    def minutes(self) -> list[Minute]:
        """Return the counts of the last sixty minutes, the oldest first and the current minute last."""
        with self._lock:
            last = self._number()
            return [self._minutes.get(number, Minute()) for number in range(last - MINUTES + 1, last + 1)]

    def _current(self) -> Minute:
        number = self._number()
        if number not in self._minutes:
            self._minutes = {past: minute for past, minute in self._minutes.items() if past > number - MINUTES}
            self._minutes[number] = Minute()
        return self._minutes[number]

    def _number(self) -> int:
        return int(self._clock() // 60)


last_hour = LastHour()
