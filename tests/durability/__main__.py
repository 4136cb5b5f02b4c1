"""Records hands under every fault: `python -m tests.durability --hands 20000 --database postgresql`, or `make faults`.

Sixteen phones submit hands as fast as they get responses, and repeat each hand until it is confirmed. Meanwhile one
fault follows another (tests/durability/faults.py); no fault comes a second time before all have come. In the end the
server is killed, and every hanchan is replayed. Prints one line of JSON, and each fault to the error output. The exit
status is 1 if a hand was lost, doubled, recorded wrong or refused, or if a phone was shown only "Server Error".
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from random import Random
from threading import Lock
from typing import Any
from uuid import uuid4

from tests.durability.faults import Faults
from tests.durability.postgresql import server
from tests.phone import NO_ANSWER, Phone
from tests.running_site import PREPARE, REPLAY, site

PHONES = 16
HANDS = 50
"""How many hands are recorded in one hanchan."""

PATIENCE = 120
"""Seconds after which an unconfirmed hand is given up."""

# East always wins or is tenpai, or only a penalty changes, so that the dealer stays and a hanchan can have fifty hands.
SAID = [
    {"winner": "0", "discarder": "2", "value": "1-30"},
    {"winner": "0", "discarder": "self", "value": "2-40"},
    {"mode": "draw", "tenpai": "0"},
    {"mode": "chombo", "offender": "3"},
    {"winner": "0", "discarder": "1", "value": "mangan"},
]
WRONG = ("lost", "doubled", "not acknowledged", "refused", "differing from the rules", "bare errors")


class Hall:
    """The experience of sixteen phones: the keys of confirmed hands, counts of responses, and the longest wait of a
    hand in seconds."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.changing = Lock()
        self.acknowledged: list[str] = []
        self.answers: Counter[str] = Counter()
        self.bare_errors: list[str] = []
        self.refused: list[str] = []
        self.longest = 0.0

    def play(self, tables: Sequence[list[str]], hands: int) -> None:
        for table in tables:
            phone = Phone(self.port, *table)
            token = self._token(phone)
            for number in range(1, hands + 1):
                said = {"number": number, "revision": number - 1, "key": str(uuid4()), **SAID[number % len(SAID)]}
                if not self._until_acknowledged(phone, {"csrfmiddlewaretoken": token, **said}):
                    break  # the next hand of this table would be refused too
            phone.close()

    def _token(self, phone: Phone) -> Any:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return phone.draw(**SAID[0])["csrfmiddlewaretoken"]
            except (*NO_ANSWER, AssertionError):
                assert time.monotonic() < deadline, "no table page"
                time.sleep(0.2)

    def _until_acknowledged(self, phone: Phone, fields: dict[str, Any]) -> bool:
        began = time.monotonic()
        while time.monotonic() < began + PATIENCE:
            try:
                status, page = phone.submit(fields)
            except NO_ANSWER:
                status, page = 0, ""
            with self.changing:
                self.answers[str(status or "none")] += 1
                # The site's own error page says that everything confirmed is safe.
                if status >= 500 and "verything that was saved" not in page:
                    self.bare_errors.append(f"{status}: {page[:2_000]}")
                if status == 302:
                    self.acknowledged.append(fields["key"])
                    self.longest = max(self.longest, time.monotonic() - began)
                    return True
                if status in (400, 403, 409, 422):
                    self.refused.append(f"{status}: {page[:2_000]}")
                    return False
            time.sleep(0.2)
        return False


def run(hands: int, database: str, seed: int) -> dict[str, Any]:
    """Play while one fault at a time happens, then compare the confirmed hands with the database. Return the
    figures."""
    random = Random(seed)
    tables_each = -(-hands // (PHONES * HANDS))
    of_each_table = -(-hands // (PHONES * tables_each))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        postgresql = stack.enter_context(server()) if database == "postgresql" else None
        made = stack.enter_context(site(folder, postgresql.url if postgresql else ""))
        made.log = folder / "server.log"
        tables = made.run(PREPARE, str(PHONES * tables_each))
        made.start()
        began = time.monotonic()
        hall, met = Hall(made.port), Counter[str]()
        threads = stack.enter_context(ThreadPoolExecutor(PHONES))
        plays = [threads.submit(hall.play, tables[n::PHONES], of_each_table) for n in range(PHONES)]
        faults = Faults(made, folder, postgresql, random).all()
        random.shuffle(faults)
        for fault in cycle(faults):
            time.sleep(random.uniform(0.5, 4))
            if all(play.done() for play in plays):
                break
            fault()
            met[fault.__name__] += 1
            print(fault.__name__, round(time.monotonic() - began), dict(hall.answers), file=sys.stderr)
        for play in plays:
            play.result()
        seconds = time.monotonic() - began
        made.kill()
        keys, differing = made.run(REPLAY)
    there = Counter(keys)
    for wrong in (*hall.refused[:3], *hall.bare_errors[:3]):
        print(wrong, file=sys.stderr)
    return {
        "database": database, "seed": seed, "hands": len(hall.acknowledged), "seconds": round(seconds),
        "faults": dict(met), "answers": dict(hall.answers), "longest wait in seconds": round(hall.longest, 1),
        "lost": len({*hall.acknowledged} - {*there}), "doubled": sum(count - 1 for count in there.values()),
        "not acknowledged": PHONES * tables_each * of_each_table - len(hall.acknowledged),
        "refused": len(hall.refused), "differing from the rules": len(differing), "bare errors": len(hall.bare_errors),
    }  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.durability", description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.environ.setdefault("TENBO_TIME_ZONE", "UTC")
    figures = run(options.hands, options.database, options.seed)
    print(json.dumps(figures))
    return int(any(figures[fault] for fault in WRONG))


if __name__ == "__main__":
    sys.exit(main())
