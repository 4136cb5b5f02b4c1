"""What a log says of confirmed sheets, when a file brought that log."""

import pytest

from tests.factories import STRANGER, play
from tests.standings.results import MANGAN, tournament_with
from tournament.core.actions.journal import log
from tournament.games.queries.confirmations import changed_since_confirmed, confirmed_on_own_link
from tournament.games.queries.game import load_game

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("data", [{}, {"number": [1]}, {"number": 1, "points": 3, "seat": [1]}])
def test_a_confirmation_that_a_file_brought_may_say_anything(data):
    tournament, (player, *_others), (hanchan,) = tournament_with(["A", "B", "C", "D"])
    play(hanchan, MANGAN)
    hanchan.time_called_at, hanchan.time_called_after, hanchan.time_hand_in_progress = (
        hanchan.round.started_at,
        1,
        False,
    )
    hanchan.save()
    tournament.refresh_from_db()
    log(tournament, "sheet.confirmed_by_link", by=STRANGER, hanchan=hanchan, **data)

    assert confirmed_on_own_link(hanchan) <= {1}
    assert changed_since_confirmed(player, [load_game(hanchan)]) == ()
