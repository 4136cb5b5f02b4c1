"""Measures whether one database can bear a thousand events at once: `python -m tests.benchmarks.simulate_events [EVENTS
[TABLES]]`.

The module simulates the writes of this many parallel events on a PostgreSQL that waits for the disk. First hands are
recorded through Django at one table of each event, and their SQL statements are noted. Then the statements are executed
on a copy of the database, in one transaction for each hand: first as fast as a few connections can, then at random
moments, at the rate at which so many tables play. A line of JSON says how long they took, and how many processor cores
the site's processes would need for these hands. It is not part of `make bench`, and pytest does not collect it.
"""

import json
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from statistics import quantiles
from uuid import uuid4

from tests.benchmarks.bench_hands import RON
from tests.benchmarks.statements import BareDatabase, Statement, copied_site, noted
from tests.running_site import PREPARE

EVENTS, TABLES = 1_000, 16
SECONDS_A_HAND = 150
"""Seconds between two hands of one table."""

HANDS = 3
"""How many hands are noted in each event: two for the first measurement, the last one for the load at random
moments."""

CONNECTIONS = 8

# One table in each of many events: a hand locks and reads only rows of its own event, so further tables would change
# nothing.
PREPARE_EVENTS = PREPARE.replace("round_, tables = RoundFactory(), []", "tables = []").replace(
    "HanchanFactory(round=round_, table__number=number)",
    "HanchanFactory(round=(round_ := RoundFactory()), table__number=number)",
)

SIMULATE = """
import json, sys
import django; django.setup()
from tests.benchmarks.simulate_events import simulate
bare, rate, tables = sys.argv[1], float(sys.argv[2]), json.load(open(sys.argv[3]))
print(json.dumps(simulate(tables, bare, rate)))
"""

Hand = Sequence[Statement]


def simulate(tables: list[list[str]], bare: str, rate: float) -> dict[str, float]:
    """Note hands at these tables, each of a different event, and execute them on the other database, the last ones at
    `rate` hands a second. Runs in a process of the site."""
    hands, cpu = note_hands(tables)
    most = as_fast_as_possible(bare, hands[: -len(tables)])
    waits = at_random_moments(bare, hands[-len(tables) :], rate)
    hundredths = quantiles(waits, n=100)
    return {
        "the database takes at most, a second": round(most),
        "ms of a hand in it, median": round(1000 * hundredths[49], 1),
        "ms, 99 of 100": round(1000 * hundredths[98], 1),
        "ms, longest": round(1000 * max(waits), 1),
        "ms of CPU of a request in Django": round(1000 * cpu, 1),
        "cores for Django": round(rate * cpu, 1),
    }


def note_hands(tables: list[list[str]]) -> tuple[list[Hand], float]:
    """Record hands at these tables by turns. Return the SQL statements of each hand, and the CPU seconds of one
    request."""
    from django.conf import settings
    from django.test import Client

    settings.ALLOWED_HOSTS.append("testserver")
    hands: list[Hand] = []
    browser, used = Client(), 0.0
    for number in range(1, HANDS + 1):
        for session, _page, hanchan in tables:
            browser.cookies["sessionid"] = session
            fields = {"number": number, "revision": number - 1, "key": str(uuid4()), **RON}
            began = time.process_time()
            answer, statements, _seconds = noted(partial(browser.post, f"{hanchan}hands/", fields))
            used += time.process_time() - began
            assert answer.status_code == 302, answer.content
            hands.append(statements)
    return hands, used / len(hands)


def as_fast_as_possible(address: str, hands: Sequence[Hand]) -> float:
    """Execute the hands over all connections in parallel; return the hands a second."""
    databases = [BareDatabase(address) for _each in range(CONNECTIONS)]
    began = time.monotonic()
    with ThreadPoolExecutor(CONNECTIONS) as threads:
        list(threads.map(lambda n: [databases[n].seconds(hand) for hand in hands[n::CONNECTIONS]], range(CONNECTIONS)))
    return len(hands) / (time.monotonic() - began)


def at_random_moments(address: str, hands: Sequence[Hand], rate: float) -> list[float]:
    """Execute the hands at random moments, on average `rate` a second. Return for each hand the seconds from its moment
    to its commit."""
    databases = [BareDatabase(address) for _each in range(CONNECTIONS)]
    random, due = Random(1), 0.0
    moments = [due := due + random.expovariate(rate) for _hand in hands]
    began = time.monotonic()

    def record(number: int) -> list[float]:
        waits = []
        for moment, hand in list(zip(moments, hands, strict=True))[number::CONNECTIONS]:
            time.sleep(max(0.0, began + moment - time.monotonic()))
            databases[number].seconds(hand)
            waits.append(time.monotonic() - began - moment)
        return waits

    with ThreadPoolExecutor(CONNECTIONS) as threads:
        return [wait for waits in threads.map(record, range(CONNECTIONS)) for wait in waits]


def main(events: int = EVENTS, tables: int = TABLES) -> None:
    rate = events * tables / SECONDS_A_HAND
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with copied_site(PREPARE_EVENTS, str(events), postgresql=True, folder=folder) as copied:
            (folder / "tables").write_text(json.dumps(copied.prepared))
            figures = copied.noted.run(SIMULATE, copied.bare, str(rate), str(folder / "tables"))
    print(json.dumps({"events": events, "tables each": tables, "hands a second": round(rate, 1), **figures}))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
