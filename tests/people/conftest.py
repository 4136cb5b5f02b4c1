"""Fixtures about people whose event gives up its rights over them, and a former member of its team."""

import pytest

from tests.factories import STRANGER, UserFactory, owner_of
from tournament.archive.actions.delete_tournament import delete_tournament
from tournament.people.actions.remove_entry import remove_entry


@pytest.fixture
def owner():
    return UserFactory(username="owner")


@pytest.fixture
def former():
    return UserFactory(username="former")


@pytest.fixture(params=["removed", "deleted"])
def let_go(request):
    """Return a function that lets an event give up the home of an entry's player (`Player.home`), in one of two ways:
    the entry is removed, or the event is deleted."""

    def let_go(entry):
        if request.param == "removed":
            remove_entry(tournament_id=entry.tournament_id, entry_id=entry.pk, by=STRANGER)
        else:
            delete_tournament(
                tournament_id=entry.tournament_id, name=entry.tournament.name, by=owner_of(entry.tournament)
            )

    return let_go
