"""A phone at a table whose tournament is away: it keeps its hand, says so, and sends it after the return."""

import pytest

from tests.browser.saved_hands import NOTHING_WAITS
from tests.browser.test_offline import OUTCOMES, current
from tests.factories import owner_of
from tournament.archive.actions.hand_over import call_back, take_to_laptop

pytestmark = pytest.mark.slow


def test_a_hand_waits_until_the_tournament_is_back(at_table):
    hanchan, page, fingers = at_table
    owner = owner_of(hanchan.tournament)
    take_to_laptop(tournament_id=hanchan.tournament.pk, place="the hall", by=owner)

    fingers.keep(OUTCOMES[0])

    page.wait_for_selector("text=The tournament is on a laptop now. Saved on this phone: 1 >> visible=true")
    assert current(hanchan) == 0
    page.reload()
    page.wait_for_selector("text=This tournament was taken to the hall on")
    page.wait_for_selector("text=The tournament is on a laptop now. Saved on this phone: 1 >> visible=true")

    call_back(tournament_id=hanchan.tournament.pk, by=owner)

    page.wait_for_function(NOTHING_WAITS)
    assert current(hanchan) == 1
