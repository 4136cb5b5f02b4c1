"""A tournament that is away at a laptop, made once for all tests of a module that begin with it: by a module's fixture
`world`, of which `by`, `home` and `laptop` are copies, or by its parameters (`lent`)."""

from copy import deepcopy
from uuid import uuid4

import pytest

from tests.archive.test_mirror import file_for_laptop
from tests.factories import UserFactory, visitor
from tournament.archive.actions.bring_back import take_over
from tournament.archive.actions.hand_over import take_to_laptop


@pytest.fixture(scope="module")
def all_lent(once):
    """What `lent` has made in this module, by the function that makes the tournament: pytest calls a fixture anew for
    each set of parameters, although this one of them is the same.
    """
    return {}


@pytest.fixture(scope="module")
def lent(request, all_lent):
    """Who owns a tournament, the tournament as the function of the parameter makes it, the file of its hand-over, and
    what a laptop made of that. Tests take a `deepcopy`.
    """
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
