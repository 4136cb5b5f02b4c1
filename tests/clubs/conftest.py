"""A club, its organizer, and the evening of a club night."""

import pytest
from django.utils import timezone

from tests.clubs.nights import evening
from tests.factories import ClubFactory, PlayerFactory, UserFactory


@pytest.fixture
def organizer():
    return UserFactory()


@pytest.fixture
def club(organizer, client):
    client.force_login(organizer)
    return ClubFactory(name="Riichi Brno", organizers=[organizer], people=[PlayerFactory(name="Anna")], tables=2)


@pytest.fixture
def tonight(monkeypatch):
    """It is Thursday, 26 November 2026, in the evening."""
    monkeypatch.setattr(timezone, "now", evening)
