"""Fixtures for tournaments that are away at a laptop, created once for all tests of a module. A module either defines a
fixture `world`, from which `by`, `home` and `laptop` are copied, or uses the parametrized fixture `lent`."""

from copy import deepcopy
from uuid import uuid4

import pytest

from tests.archive.laptops import file_for_laptop
from tests.factories import UserFactory, visitor
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over


@pytest.fixture(scope="module")
def all_lent(once):
    """A cache for `lent`: its results by the function that creates the tournament. Pytest would otherwise create a
    tournament again for each set of the other parameters."""
    return {}


@pytest.fixture(scope="module")
def lent(request, all_lent):
    """Return the owner (a `Visitor`) of a tournament, the tournament that the parameter's function creates, its
    hand-over file, and the laptop's tournament made from this file. Tests take a `deepcopy`."""
    if request.param not in all_lent:
        by = visitor(UserFactory())
        home = request.param(by)
        take_to_laptop(tournament_id=home.pk, place="the hall", by=by)
        home.refresh_from_db()
        file = file_for_laptop(home)
        all_lent[request.param] = by, home, file, take_over(file=file, key=uuid4(), by=by)
    return all_lent[request.param]


@pytest.fixture
def by(world):
    return deepcopy(world[0])


@pytest.fixture
def home(world):
    return deepcopy(world[1])


@pytest.fixture
def laptop(world):
    return deepcopy(world[2])
