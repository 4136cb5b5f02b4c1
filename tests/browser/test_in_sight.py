"""How much a laptop and a phone show at once: twenty players of the standings, ten on a phone, twenty tables, and ten
lines of a round on paper."""

import pytest

from tests.factories import STRANGER, UserFactory, play, sign
from tests.standings.results import MANGAN, tournament_with
from tournament.table.actions.calls import call_referee

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

LONG = "Maximiliana von Hohenzollern-Sigmaringen"


@pytest.fixture
def organizer():
    return UserFactory()


@pytest.fixture
def tournament(organizer):
    """A hall of twenty tables in its first round, two of which call a referee."""
    names = [f"{LONG} {number}" for number in range(80)]
    tournament, _entries, hanchans = tournament_with(names, organizers=[organizer], announced_cuts=[{"places": 1}])
    play(hanchans[0], MANGAN)
    sign(hanchans[0])
    for hanchan in hanchans[1:3]:
        call_referee(table_id=hanchan.table_id, word="Dead wall touched, dora unclear", by=STRANGER)
    return tournament


def in_sight(page, selector, above=None):
    """How many of these are whole within the window, and higher than the top of `above`, which covers what it is on."""
    return page.locator(selector).evaluate_all(
        """(all, above) => {
            const end = above ? document.querySelector(above).getBoundingClientRect().top : innerHeight;
            return all.map(one => one.getBoundingClientRect()).filter(
                box => box.top >= 0 && box.bottom <= end && box.left >= 0 && box.left < innerWidth).length;
        }""",
        above,
    )


def test_a_laptop_and_a_phone_show_enough_at_once(laptop, phone, tournament, organizer, log_in):
    for page, rows in ((laptop, 20), (phone, 10)):
        page.goto(f"/t/{tournament.slug}/standings/")
        assert in_sight(page, ".standings tbody tr:not(.cut-line)") >= rows
    laptop.locator(".standings tbody tr").last.scroll_into_view_if_needed()
    assert in_sight(laptop, ".standings thead .player") == 1  # the head stays
    log_in(laptop, organizer)
    laptop.goto(f"/t/{tournament.slug}/desk/")
    assert in_sight(laptop, ".desk-table") == 20
    assert "Table 2" in laptop.locator(".desk-calls li").first.inner_text()
    laptop.goto(f"/t/{tournament.slug}/players/")
    assert in_sight(laptop, ".players tbody tr") >= 20
    laptop.goto(f"/t/{tournament.slug}/rounds/new/")
    assert in_sight(laptop, "button >> text=Start round 2") == 1
    laptop.goto(f"/t/{tournament.slug}/rounds/1/paper/")
    assert in_sight(laptop, ".paper-line", above=".paper-actions") >= 10
