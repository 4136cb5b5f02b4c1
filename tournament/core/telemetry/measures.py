"""The metrics of this process, for Prometheus and for the operator's page."""

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from prometheus_client import Counter, Gauge, Histogram

from tournament.core.telemetry.last_hour import last_hour

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

REQUESTS = Histogram("tenbo_request_seconds", "Time until an answer is ready.", ["view", "status"], buckets=SECONDS)
WAITED = Histogram("tenbo_waited_seconds", "Time that a request waited for its turn.", buckets=SECONDS)
NOTIFIED = Histogram(
    "tenbo_told_seconds", "Time from a commit of this process until its open pages are told.", buckets=SECONDS
)
SHARED = Counter("tenbo_shared_pages", "Answers to strangers that needed no drawing of their own.")
PUBLIC_READS = Counter(
    "tenbo_public_reads", "Pages that a replica may answer, by the server that was read, and why.", ["server", "why"]
)
CHANGES = Counter("tenbo_changes", "Changes recorded by this process.", ["kind"])
SLOW_QUERIES = Counter("tenbo_slow_queries", "Statements that took longer than TENBO_SLOW_QUERY.")
VIEWERS = Gauge("tenbo_viewers", "Open pages that hear of changes by a stream.")
WAITING = Gauge("tenbo_requests_waiting", "Requests that wait for their turn.")

MOST_COMMITS = 1_000
"""The most commits whose time is stored until open pages are notified; the oldest times are dropped."""


class Commits:
    """The times at which this process committed versions of tournaments, to measure how long it takes until open pages
    are notified."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._moments: OrderedDict[tuple[int, int], float] = OrderedDict()
        self._lock = Lock()

    def committed(self, tournament_id: int, version: int, kind: str) -> None:
        CHANGES.labels(kind).inc()
        last_hour.changed()
        with self._lock:
            self._moments[tournament_id, version] = self._clock()
            while len(self._moments) > MOST_COMMITS:
                self._moments.popitem(last=False)

    def forget(self) -> None:
        """Drop all stored times: called when the first page opens, because no page waited for the earlier commits."""
        with self._lock:
            self._moments.clear()

    def notified(self, tournament_id: int, version: int) -> None:
        with self._lock:
            moment = self._moments.pop((tournament_id, version), None)
        if moment is not None:
            NOTIFIED.observe(self._clock() - moment)


commits = Commits()
