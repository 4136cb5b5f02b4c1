"""What the tests of several pages begin with."""

from copy import deepcopy

import pytest


@pytest.fixture
def organizer(client, db, world):
    """Logged in: who comes first in the `world` that a module makes once for its tests."""
    organizer = deepcopy(world[0])
    client.force_login(organizer)
    return organizer
