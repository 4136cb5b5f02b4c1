"""The columns of the list of players: others get none for details of players who are not to be named."""

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
