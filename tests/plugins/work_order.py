"""Several workers begin with the slow tests, and end with those that can be divided among them.

xdist gives each worker as many tests as the others, in this order; a worker that is done takes from the others
(`--dist worksteal`). One worker has the browser, which waits half of its time, and afterwards what takes no time.

Otherwise one worker might begin with the slowest test when all others are done.
"""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

SLOW = [
    "tests/whole_site/test_audiences.py",
    "tests/commands/test_serve.py",
    "tests/durability",
    "tests/concurrency",
    "tests/whole_site/test_scenarios.py",
    "tests/live",
    "tests/site/test_rehearsal.py",
    "tests/commands",
    "tests/whole_site/test_settings.py",
    "tests/test_messages.py",
]
"""Where a test takes long, or waits for a process that it started."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers == 1:
        return
    slow: dict[str, list[pytest.Item]] = {path: [] for path in [*SLOW, "tests/browser"]}
    rest: list[pytest.Item] = []
    for item in items:
        path = next((path for path in slow if item.path.is_relative_to(ROOT / path)), None)
        (rest if path is None else slow[path]).append(item)
    hands: list[list[pytest.Item]] = [[] for _worker in range(workers)]
    for number, path in enumerate(SLOW):
        hands[number % (workers - 1)] += slow[path]
    hands[-1] += slow["tests/browser"]
    left = len(items)
    for number, hand in enumerate(hands[:-1]):
        share = left // (workers - number)  # as xdist divides them: one more or less, and another has the browser
        left -= share
        room = max(share - len(hand), 0)
        hand += rest[:room]
        del rest[:room]
    hands[-1] += rest
    items[:] = [item for hand in hands for item in hand]
