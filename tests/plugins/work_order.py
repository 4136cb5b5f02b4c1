"""Orders the tests for several workers: slow tests first, then those that can be distributed well.

xdist first gives each worker the same number of tests, in this order; later an idle worker takes tests from others
(`--dist worksteal`). One worker gets the browser tests, which wait half of their time, and then very fast tests.

Without this plugin, a worker might begin the slowest test when all other workers are done.
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
"""Files whose tests take long or wait for a process that they start."""


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
        share = left // (workers - number)  # exactly xdist's share, so that one worker has the browser
        left -= share
        room = max(share - len(hand), 0)
        hand += rest[:room]
        del rest[:room]
    hands[-1] += rest
    items[:] = [item for hand in hands for item in hand]
