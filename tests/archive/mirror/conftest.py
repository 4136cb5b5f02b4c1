"""Fixtures for tests of the live mirror: a tournament that is away, the laptop's network, and another owner.

Both sides lie in one database here; tests/durability/test_mirror.py has two servers.
"""

from uuid import uuid4

import pytest

from tests.archive.laptops import Network, away_at_the_hall, file_for_laptop
from tests.factories import UserFactory, visitor
from tournament.archive.actions.take_over import take_over
from tournament.models import Membership, Role


@pytest.fixture(scope="module")
def world(once):
    """Who owns a tournament that is away, the tournament, and what a laptop made of its file."""
    by = visitor(UserFactory())
    home = away_at_the_hall(by, "spring")
    return by, home, take_over(file=file_for_laptop(home), key=uuid4(), by=by)


@pytest.fixture
def network():
    return Network()


@pytest.fixture
def second(home):
    """Another owner, who may have downloaded the laptop's file."""
    user = UserFactory()
    return Membership.objects.create(tournament=home, user=user, role=Role.OWNER)
