"""Permission to follow a tournament."""

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.factories import STRANGER, EntryFactory
from tournament.live.gate import _versions
from tournament.models import Visitor

pytestmark = pytest.mark.django_db


def test_a_player_follows_a_private_tournament_by_their_present_link():
    entry, other = EntryFactory(tournament__is_public=False), EntryFactory(tournament__is_public=False)
    both = [entry.tournament_id, other.tournament_id]

    def followed(nonce):
        return set(_versions(Visitor(user=AnonymousUser(), entries={entry.pk: nonce}), both))

    assert followed(entry.link_nonce) == {entry.tournament_id}
    assert followed("another") == set(_versions(STRANGER, both)) == set()
