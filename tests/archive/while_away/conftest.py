"""Fixtures for somebody who plays in a tournament that is away at a laptop, and is at home in another."""

from uuid import uuid4

import pytest

from tests.archive.laptops import Network, file_for_laptop
from tests.archive.while_away.people import NAME
from tests.factories import EntryFactory, UserFactory, play, visitor
from tests.standings.results import tournament_with
from tests.table.corrections import A, B, ron
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over


@pytest.fixture
def owner():
    return visitor(UserFactory())


@pytest.fixture
def copier():
    return visitor(UserFactory())


@pytest.fixture
def first(owner):
    """The person's home."""
    return EntryFactory(tournament__owner=owner.user, player__name=NAME)


@pytest.fixture
def home(first, copier):
    """Somebody else's private tournament with the same person, taken to a laptop with one hand played."""
    tournament, _entries, (hanchan,) = tournament_with([NAME, "B", "C", "D"], owner=copier.user, slug="spring")
    entry = tournament.entries.get(player__name=NAME)
    own = entry.player
    entry.player, entry.note = first.player, f"{NAME} comes late"
    entry.save()
    own.delete()
    play(hanchan, ron(A, B))
    take_to_laptop(tournament_id=tournament.pk, place="nowhere", by=copier)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def laptop(home, copier):
    return take_over(file=file_for_laptop(home), key=uuid4(), by=copier)


@pytest.fixture
def network():
    return Network()
