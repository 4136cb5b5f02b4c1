"""What every test may ask for."""

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


@pytest.fixture(scope="session", autouse=True)
def _acknowledged_apart(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Each worker has a database of its own, and so the file about what was acknowledged in it."""
    settings.ACKNOWLEDGED = tmp_path_factory.mktemp("acknowledged") / "acknowledged"


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """No test sees what was drawn or worked out for another: their tournaments may have the same ids and versions. Nor
    does it speak the language in which another asked last: a request leaves it in force.
    """
    translation.deactivate()
    clear_all()
    forget_all()
    known_migrations.cache_clear()  # none are known to a test with a database (--nomigrations), all to one without


@contextmanager
def rolled_back(django_db_blocker: Any) -> Iterator[None]:
    """The database has what is made here until the end of the block."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def once(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Lets a fixture of a module make rows that all its tests begin with; what a test changes is rolled back behind it.

    Tests take a `deepcopy` of what was made, for what they do to it in memory is not. Not beside tests with
    `transaction=True`, whose end empties the tables.
    """
    with rolled_back(django_db_blocker):
        yield


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
