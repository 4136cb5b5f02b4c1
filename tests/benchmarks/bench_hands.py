"""How many hands a minute? 16 phones at 16 tables send as fast as they are answered. Run it with `make bench`.

Prints submissions per second and the latency of a submission, for SQLite and for a PostgreSQL of its own with
fsync on: what is measured includes the wait for the disk. One server process, plain forms, phones in this process.
Not collected by pytest: a busy machine would make it fail, and an idle one would prove nothing.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from uuid import uuid4

import psycopg

from tests.databases import cleanup, start_postgresql
from tests.phone import Phone
from tests.running_site import PREPARE, site

PHONES = 16
SECONDS = 10
WARM_UP = 2
HANDS = 12
"""Of a hanchan, before the phone goes on to the next table: a usual length."""

TABLES = 20
"""For each phone, more than it can play in that time."""

# East wins and stays dealer.
SAID = {"winner": "0", "discarder": "2", "value": "3-30"}


def play(port: int, tables: list[list[str]], starts: float) -> list[float]:
    """One phone's evening: seconds that each submission waited for its answer, after the warm-up."""
    waits = []
    for table in tables:
        phone = Phone(port, *table)
        token = phone.draw(**SAID)["csrfmiddlewaretoken"]
        for number in range(1, HANDS + 1):
            form = {"csrfmiddlewaretoken": token, "number": number, "revision": number - 1, "key": uuid4(), **SAID}
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


def measure(name: str, folder: Path, database_url: str = "") -> None:
    with site(folder, database_url) as made, ThreadPoolExecutor(PHONES) as threads:
        tables = made.run(PREPARE, str(PHONES * TABLES))
        made.start()
        starts = time.monotonic() + WARM_UP
        played = threads.map(lambda n: play(made.port, tables[n::PHONES], starts), range(PHONES))
        waits = [1000 * wait for phone in played for wait in phone]
    hundredths = quantiles(waits, n=100)
    rate = len(waits) / SECONDS
    print(f"{name:<11}{rate:7.1f} hands/s   p50 {hundredths[49]:6.0f} ms   p99 {hundredths[98]:6.0f} ms")


def main() -> None:
    print(f"{PHONES} phones, {SECONDS} s; load of this machine before: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        measure("SQLite", Path(folder))
    with tempfile.TemporaryDirectory() as folder, real_postgresql(Path(folder) / "pg") as url:
        measure("PostgreSQL", Path(folder), url)


@contextmanager
def real_postgresql(folder: Path) -> Iterator[str]:
    """The tests' PostgreSQL, but one that waits for the disk as in earnest."""
    with cleanup:
        url = start_postgresql(folder)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET fsync = on")
            connection.execute("SELECT pg_reload_conf()")
        yield url


if __name__ == "__main__":
    main()
