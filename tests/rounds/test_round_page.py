"""The page of a round: who leads at each table, and where a card leads."""

import pytest

from tests.factories import play
from tests.standings.results import MANGAN, show, tournament_with

pytestmark = pytest.mark.django_db

LEADS = "First at the table"


def test_a_card_marks_who_leads_and_a_table_without_hands_leads_nowhere(client):
    tournament, _entries, (played, waiting) = tournament_with([f"Player {number}" for number in range(8)])
    play(played, MANGAN)

    page = client.get(played.round.get_absolute_url()).text
    first, second = page.split('<li id="table-')[1:]

    assert first.count(LEADS) == 1
    assert "Player 1<" in first[first.index(LEADS) :].partition("</dd>")[0]
    assert f'href="{played.get_absolute_url()}"' in first
    assert LEADS not in second
    assert waiting.get_absolute_url() not in second

    show(tournament, everyone="held")
    assert LEADS not in client.get(played.round.get_absolute_url()).text
