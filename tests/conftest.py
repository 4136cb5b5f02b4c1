"""What every test may ask for."""

import gc
import os
from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.utils import timezone, translation
from hypothesis import HealthCheck
from hypothesis import settings as examples

from tournament.core.cache import clear_all

ROOT = Path(__file__).resolve().parent.parent

# The same examples every time, and no stopwatch on a busy machine; in `make soak` many, and others each time.
examples.register_profile(
    "few", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
examples.register_profile("many", parent=examples.get_profile("few"), derandomize=False, max_examples=1_000)
examples.load_profile("few")


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The folder of real games, which is not part of the repository: TENBO_DATA, or ../shared/data."""
    folder = Path(os.environ.get("TENBO_DATA") or ROOT.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"no data at {folder}; say where it is in TENBO_DATA")
    return folder


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """No test sees what was drawn or worked out for another: their tournaments may have the same ids and versions. Nor
    does it speak the language in which another asked last: a request leaves it in force.
    """
    translation.deactivate()
    clear_all()


@pytest.fixture(scope="module")
def once(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Lets a fixture of a module make rows that all its tests begin with; what a test changes is rolled back behind it.

    Tests take a `deepcopy` of what was made, for what they do to it in memory is not. Not beside tests with
    `transaction=True`, whose end empties the tables.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)


@pytest.fixture
def organizer(client, db, world):
    """Logged in: who comes first in the `world` that a module makes once for its tests."""
    organizer = deepcopy(world[0])
    client.force_login(organizer)
    return organizer


@pytest.fixture
def noon(monkeypatch):
    """It is noon for the server, and stays so: no midnight comes between what a test says and what a page finds."""
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    return NOON


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


def pytest_collectstart(collector: pytest.Collector) -> None:
    """On a fresh clone each worker compiles another part of the tests first, and finds the rest compiled by the others
    when it gets there."""
    config, workers = collector.config, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    everything = config.args_source is config.ArgsSource.TESTPATHS and not config.getoption("ignore")
    if workers == 1 or collector.path != ROOT / "tests" or not everything:
        return
    modules = sorted((ROOT / "tests").rglob("test_*.py"))
    begin = len(modules) * int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw")) // workers
    for path in modules[begin:] + modules[:begin]:
        import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Several workers begin with what takes longest, and end with what can be divided among them: each is given as
    many tests as the others, in this order, and takes from theirs when it has done its own.

    One has the browser, which waits half of its time, and afterwards what needs no database and takes no time.
    """
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


def pytest_configure() -> None:
    """Leave out, in this process, what takes long and decides nothing here; the servers that tests start have it all.

    Each new test client would list every static file, and the live server has a handler of its own for them.
    """
    from tests.sessions import force_login  # imports models: the settings must be read first

    Client.force_login = force_login
    settings.MIDDLEWARE.remove("servestatic.middleware.ServeStaticMiddleware")
    settings.PASSWORD_HASHERS[0] = "tests.hashers.QuickArgon2PasswordHasher"


def pytest_collection_finish() -> None:
    """Two thousand collected tests are objects that stay, and need not be walked at each garbage collection."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
