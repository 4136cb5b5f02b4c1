"""Measures how long it takes to record a hand: `python -m tests.benchmarks.bench_hands`.

One phone records hand after hand over HTTP. Each hand's SQL statements are then executed in one transaction on a copy
of the database, by the database driver alone. Afterwards 16 phones at 16 tables send hands as fast as they get
responses. This is done on SQLite and on PostgreSQL, which both wait for the disk. Server, phones and database run on
the same machine.
"""

import json
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from uuid import uuid4

from tests.benchmarks.figures import Collector, Figure
from tests.benchmarks.statements import BareDatabase, CopiedSite, copied_site, noted
from tests.phone import Phone
from tests.running_site import PREPARE

GOAL = 4
PHONES = 16
SECONDS = 5
WARM_UP = 1
HANDS = 12
"""How many hands of a hanchan are recorded before the phone goes on to the next table: the usual number."""

ALONE = 10
"""How many tables the single phone has."""

TABLES = 15
"""How many tables each of the parallel phones has: more than it can play in the time."""

# East wins and stays dealer.
RON = {"winner": "0", "discarder": "2", "value": "3-30"}

COMPARE = """
import json, sys
import django; django.setup()
from tests.benchmarks.bench_hands import one_by_one
port, bare, tables = sys.argv[1:]
print(json.dumps(one_by_one(int(port), bare, json.loads(tables))))
"""


def one_by_one(port: int, bare: str, tables: list[list[str]]) -> dict[str, list[float]]:
    """Return the seconds of each hand for four ways: over HTTP, as a request to Django without a server, the SQL
    statements in that request, and the statements in a transaction of the driver alone. Runs in a process of the
    site."""
    from django.conf import settings
    from django.test import Client

    settings.ALLOWED_HOSTS.append("testserver")
    database = BareDatabase(bare)
    times: dict[str, list[float]] = {"http": [], "django": [], "statements": [], "bare": []}
    for table in tables:
        browser = Client()
        browser.cookies["sessionid"] = table[0]
        browser.get(table[1])  # imports the pages, so that the first measured request does not take longer
        phone = Phone(port, *table)
        token = phone.draw(**RON)["csrfmiddlewaretoken"]
        for number in range(1, HANDS + 1):
            fields = {"number": number, "revision": number - 1, "key": str(uuid4()), **RON}
            began = time.perf_counter()
            answer, statements, in_sql = noted(partial(browser.post, phone.hands, fields))
            times["django"].append(time.perf_counter() - began)
            times["statements"].append(in_sql)
            assert answer.status_code == 302, answer.content
            began = time.perf_counter()
            status, page = phone.submit(fields | {"csrfmiddlewaretoken": token})
            times["http"].append(time.perf_counter() - began)
            assert status == 302, page
            times["bare"].append(database.seconds(statements))
        phone.close()
    return times


def play(port: int, tables: list[list[str]], starts: float) -> list[float]:
    """Record hands on one phone from the time `starts` on. Return how many seconds each submission waited for its
    response; the hands of the warm-up are left out."""
    waits = []
    for table in tables:
        phone = Phone(port, *table)
        token = phone.draw(**RON)["csrfmiddlewaretoken"]
        for number in range(1, HANDS + 1):
            form = {"csrfmiddlewaretoken": token, "number": number, "revision": number - 1, "key": uuid4(), **RON}
            sent = time.monotonic()
            status, page = phone.submit(form)
            answered = time.monotonic()
            assert status == 302, page
            if answered > starts + SECONDS:
                phone.close()
                return waits
            if sent > starts:
                waits.append(answered - sent)
        phone.close()
    raise AssertionError("too few tables for so fast a machine")


def at_once(copied: CopiedSite, tables: list[list[str]]) -> list[float]:
    """Return the seconds that each hand waited when all phones play in parallel."""
    with ThreadPoolExecutor(PHONES) as threads:
        starts = time.monotonic() + WARM_UP
        played = threads.map(lambda n: play(copied.served.port, tables[n::PHONES], starts), range(PHONES))
        return [wait for phone in played for wait in phone]


def measure(*, postgresql: bool) -> Iterator[Figure]:
    name = "PostgreSQL" if postgresql else "SQLite"
    with tempfile.TemporaryDirectory() as folder:
        tables = str(ALONE + PHONES * TABLES)
        with copied_site(PREPARE, tables, postgresql=postgresql, folder=Path(folder)) as copied:
            alone, rest = copied.prepared[:ALONE], copied.prepared[ALONE:]
            times = copied.noted.run(COMPARE, str(copied.served.port), copied.bare, json.dumps(alone))
            waits = at_once(copied, rest)
    milliseconds = {what: 1000 * median(each) for what, each in times.items()}
    yield Figure(
        part="hands",
        figure=f"Recording a hand over HTTP, {name}",
        value=milliseconds["http"],
        unit="ms",
        anchor="its SQL statements in one transaction",
        anchor_value=milliseconds["bare"],
        goal=GOAL,
        goal_of="ratio",
        details={
            "ms in Django without a server": round(milliseconds["django"], 2),
            "of them ms in statements": round(milliseconds["statements"], 2),
            "least ms": round(1000 * min(times["http"]), 2),
            "least ms of the statements": round(1000 * min(times["bare"]), 2),
        },
    )
    hundredths = quantiles(waits, n=100) if len(waits) > 1 else [0.0] * 99
    yield Figure(
        part="hands",
        figure=f"Hands a second from {PHONES} phones at once, {name}",
        value=len(waits) / SECONDS,
        unit="/s",
        anchor="transactions of the same statements one after the other",
        anchor_value=1000 / milliseconds["bare"],
        bound="at least",
        details={"median ms": round(1000 * hundredths[49]), "99 % ms": round(1000 * hundredths[98])},
    )


def figures() -> Iterator[Figure]:
    yield from measure(postgresql=False)
    yield from measure(postgresql=True)


if __name__ == "__main__":
    Collector().add(figures())
