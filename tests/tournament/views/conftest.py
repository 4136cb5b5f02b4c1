"""What the tests of several pages begin with."""

from copy import deepcopy
from datetime import UTC, datetime

import pytest
from django.utils import timezone

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
