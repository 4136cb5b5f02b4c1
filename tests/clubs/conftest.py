"""Fixtures for tests of clubs: a club, its organizers, a person of its list, and the date of a club night."""

import pytest
from django.utils import timezone

from tests.clubs.nights import evening, night_of
from tests.clubs.people import regular
from tests.factories import ClubFactory, PlayerFactory, UserFactory, visitor
from tournament.clubs.actions.edit_club import remove_organizer


@pytest.fixture
def organizer():
    return UserFactory()


@pytest.fixture
def club(organizer, client):
    client.force_login(organizer)
    return ClubFactory(name="Riichi Brno", organizers=[organizer], people=[PlayerFactory(name="Anna")], tables=2)


@pytest.fixture
def former(club):
    """An organizer of the club who is going to be removed."""
    account = UserFactory(username="former")
    club.organizers.add(account)
    return account


@pytest.fixture
def former_with_night(club, organizer):
    """Somebody who was removed from the club and still owns a night of it, to whose team the organizer belongs."""
    user = UserFactory()
    club.organizers.add(user)
    night = night_of(club, name="Night of before", owner=user, organizers=[organizer])
    remove_organizer(club_id=club.pk, user_id=user.pk, by=visitor(organizer))
    return user, night


@pytest.fixture
def dora(club, organizer):
    """Somebody who was entered on the club's list as new, and whose mail the club knows."""
    return regular(club, organizer)


@pytest.fixture
def tonight(monkeypatch):
    """Set the server's clock to the evening of Thursday, 26 November 2026."""
    monkeypatch.setattr(timezone, "now", evening)
