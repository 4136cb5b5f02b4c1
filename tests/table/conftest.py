"""Fixtures: a hanchan under the WRC's rules, and the phone at its table."""

from copy import deepcopy

import pytest

from tests.factories import HanchanFactory
from tests.table.phones import phone_at


@pytest.fixture(scope="module")
def made(once):
    return HanchanFactory()


@pytest.fixture
def hanchan(db, made):
    return deepcopy(made)


@pytest.fixture
def phone(hanchan):
    return phone_at(hanchan.table)
