"""Fixtures that every test may use, and Hypothesis profiles."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.utils import timezone, translation
from hypothesis import HealthCheck
from hypothesis import settings as examples

from tournament.core.acknowledged import forget_all
from tournament.core.cache import clear_all
from tournament.core.queries.health import known_migrations
from tournament.core.threads import interruption

ROOT = Path(__file__).resolve().parent.parent

# "few" uses the same examples in each run, and has no time limit, because the machine may be busy. `make soak` uses
# "many": more examples, which differ in each run.
examples.register_profile(
    "few", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
examples.register_profile("many", parent=examples.get_profile("few"), derandomize=False, max_examples=1_000)
examples.load_profile("few")


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """Return the folder with recorded real games, which is not part of the repository: TENBO_DATA, or ../shared/data.
    Without the folder the test is skipped."""
    folder = Path(os.environ.get("TENBO_DATA") or ROOT.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"no data at {folder}; say where it is in TENBO_DATA")
    return folder


@pytest.fixture(scope="session", autouse=True)
def _acknowledged_apart(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Give each pytest worker a separate file of acknowledged changes, because each worker has a separate database."""
    settings.ACKNOWLEDGED = tmp_path_factory.mktemp("acknowledged") / "acknowledged"


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """Clear all caches and the active language before each test. Tournaments of different tests may have the same ids
    and versions, and a request leaves its language active."""
    translation.deactivate()
    clear_all()
    forget_all()
    known_migrations.cache_clear()  # empty in tests with a database (--nomigrations), complete in others


@contextmanager
def rolled_back(django_db_blocker: Any) -> Iterator[None]:
    """Roll back at the end of the block everything that was written to the database in the block."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def once(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Allow a fixture with the scope of a module to create rows for all tests of the module. Each test's own changes
    are rolled back after the test.

    The tests take a `deepcopy` of the objects that were created, because changes of objects in memory are not rolled
    back. A module that uses this fixture must not have tests with `transaction=True`, which empty the tables.
    """
    with rolled_back(django_db_blocker):
        yield


NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)


@pytest.fixture
def organizer(client, db, world):
    """Return the first person of the module's fixture `world`, logged in to `client`."""
    organizer = deepcopy(world[0])
    client.force_login(organizer)
    return organizer


@pytest.fixture
def noon(monkeypatch):
    """Stop the server's clock at noon, so that no midnight passes between the test's dates and those on a page."""
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    return NOON


@pytest.fixture
def interrupted_anywhere(monkeypatch):
    """Let computations be interrupted at any instruction. Otherwise code of the tests could not be interrupted, because
    it is not among the files that are safe."""
    monkeypatch.setattr(interruption, "_file_executed_in", lambda _thread: interruption.SAFE[0])
