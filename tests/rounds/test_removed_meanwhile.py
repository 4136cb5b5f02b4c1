"""An import of past results ends with the role of whoever sent it."""

from unittest.mock import patch

import pytest

from tests.factories import EntryFactory, TournamentFactory, UserFactory
from tests.rounds.test_past_results import NAMES, send
from tournament.models import Membership, SignedSheet
from tournament.rounds.actions import past_results

pytestmark = pytest.mark.django_db


@pytest.mark.slow
@pytest.mark.parametrize("is_club_night", [False, True])
def test_who_is_removed_from_the_team_meanwhile_saves_nothing_more(client, is_club_night):
    client.force_login(organizer := UserFactory())
    tournament = TournamentFactory(owner=organizer, is_club_night=is_club_night)
    for number, name in enumerate(NAMES, 1):
        EntryFactory(tournament=tournament, number=number, player__name=name)
    record = past_results._record

    def then_removed(*result):
        record(*result)
        Membership.objects.all().delete()

    with patch.object(past_results, "_record", then_removed):
        response = send(client, tournament, keep="1")

    assert "You no longer organize this tournament. Nothing more was changed." in response.text
    assert SignedSheet.objects.current().count() == 1
