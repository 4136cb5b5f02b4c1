"""A tournament that is away at a laptop, and the laptop's tournament, for all tests of this folder."""

from uuid import uuid4

import pytest

from tests.archive.envelopes import busy_tournament
from tests.archive.laptops import file_for_laptop
from tests.archive.rewritten.documents import in_play
from tests.conftest import rolled_back
from tests.factories import UserFactory, play, sign, visitor
from tests.standings.results import MANGAN
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over


@pytest.fixture(scope="package")
def once_for_all(django_db_setup, django_db_blocker):
    """Like the fixture `once`, but for all modules of this folder."""
    with rolled_back(django_db_blocker):
        yield


@pytest.fixture(scope="package")
def world(once_for_all):
    """Return the owner of a tournament, the tournament, which is away, and the laptop's tournament made from its file.
    The tournament has every kind of row, and one more signed hanchan."""
    by = visitor(UserFactory())
    home = busy_tournament(owner=by.user)
    hanchan = in_play(home)
    play(hanchan, MANGAN)
    sign(hanchan)
    take_to_laptop(tournament_id=home.pk, place="the hall", by=by)
    home.refresh_from_db()
    return by, home, take_over(file=file_for_laptop(home), key=uuid4(), by=by)
