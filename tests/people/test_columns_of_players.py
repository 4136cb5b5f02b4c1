"""The columns and filters of the list of players tell nobody what only others may read."""

import pytest
from django.urls import reverse

from tests.factories import EntryFactory, TournamentFactory, UserFactory


@pytest.mark.parametrize("is_organizer", [True, False])
@pytest.mark.parametrize("is_named", [True, False])
def test_a_column_stands_for_details_that_the_reader_may_read(client, db, is_organizer, is_named):
    organizer = UserFactory()
    tournament = TournamentFactory(organizers=[organizer])
    EntryFactory(tournament=tournament, number=1, player__country="", player__club="", team="")
    EntryFactory(
        tournament=tournament, number=2, may_publish=is_named,
        player__country="FR", player__club="Riichi Lyon", team="Ants",
    )  # fmt: skip
    if is_organizer:
        client.force_login(organizer)

    page = client.get(reverse("players", args=[tournament.slug])).context["page"]

    assert {page.any_country, page.any_club, page.any_team} == {is_organizer or is_named}


def test_a_referee_does_not_learn_who_has_paid(client, db):
    referee = UserFactory()
    tournament = TournamentFactory(owner=UserFactory(), referees=[referee])
    EntryFactory(tournament=tournament, number=1, paid=True, player__name="Anna")
    EntryFactory(tournament=tournament, number=2, player__name="Boris")
    client.force_login(referee)

    page = client.get(reverse("players", args=[tournament.slug]), {"without": "paid"})

    assert "Anna" in page.text
    assert "Boris" in page.text
