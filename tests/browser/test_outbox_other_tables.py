"""Hands that wait in a referee's phone for a table whose page is not open: the page of every other table says so."""

import pytest

from tests.browser.fingers import Fingers
from tests.browser.saved_hands import (
    CLOSE_LIST,
    DRAW,
    NOTHING_WAITS,
    OPEN_LIST,
    PAGE_IS_KEPT,
    RON,
    outcomes,
    wait_for_hand,
    wait_until,
)
from tests.factories import HanchanFactory, TableFactory, UserFactory

pytestmark = pytest.mark.slow

LINE = ".other-tables li"


@pytest.fixture
def two_tables(device, log_in, complaints):
    """A referee's phone that has opened the pages of two tables, and is without network now. Returns the hanchan and
    the page of each."""
    complaints.expect("ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|htmx:sendError|ERR_NETWORK")
    referee = UserFactory()
    first = HanchanFactory(round__tournament__referees=[referee])
    second = HanchanFactory(round=first.round, table=TableFactory(tournament=first.tournament, number=4))
    page = device("phone", service_workers="allow")
    log_in(page, referee)
    other = page.context.new_page()
    complaints.watch(other)
    for tab, hanchan in ((other, second), (page, first)):
        tab.goto(hanchan.table.get_absolute_url())
        tab.wait_for_function("() => navigator.serviceWorker.controller")
        wait_until(tab, PAGE_IS_KEPT)
    page.context.set_offline(True)
    return (first, page), (second, other)


def test_the_page_of_one_table_leads_to_hands_saved_for_another(two_tables):
    (_first, page), (second, other) = two_tables
    for outcome in (RON, DRAW):
        Fingers(other).keep(outcome)
    other.close()
    assert page.locator(LINE).count() == 0  # nothing moves while somebody looks at the page

    page.reload()
    page.wait_for_selector(f"{LINE} >> text=Saved on this phone for table 4: 2")
    assert page.locator(LINE).inner_text() == "Saved on this phone for table 4: 2"
    assert page.locator("#outbox").is_hidden()
    page.tap(f"{LINE} a")

    page.wait_for_url(f"**{second.table.get_absolute_url()}")
    page.wait_for_selector("#outbox >> text=Saved on this phone, will be sent automatically: 2")
    assert page.locator(LINE).count() == 0
    page.context.set_offline(False)
    wait_for_hand(page, 2)
    assert outcomes(second) == [RON, DRAW]


def test_a_line_whose_hands_another_tab_has_sent_leaves_its_place_empty(two_tables):
    (first, page), (second, other) = two_tables
    Fingers(other).keep(RON)
    page.reload()
    page.wait_for_selector(f"{LINE} >> text=Saved on this phone for table 4: 1")
    place = page.locator("#table-name").bounding_box()

    page.context.set_offline(False)
    wait_for_hand(other, 1)

    page.wait_for_selector(f"{LINE}[data-sent]", state="hidden")
    assert page.locator("#table-name").bounding_box() == place
    Fingers(page).enter(DRAW)
    assert (outcomes(first), outcomes(second)) == ([DRAW], [RON])


def test_the_list_of_the_own_table_names_other_tables_too(two_tables):
    (_first, page), (_second, other) = two_tables
    Fingers(other).keep(RON)
    other.close()
    page.reload()
    page.wait_for_selector(LINE)

    Fingers(page).keep(DRAW)

    page.wait_for_selector("#outbox >> text=Saved on this phone, will be sent automatically: 1")
    assert page.locator("#outbox ol li").count() == 1
    assert page.locator(LINE).is_hidden()
    page.evaluate(OPEN_LIST)
    page.wait_for_selector("#outbox >> text=Saved on this phone for table 4: 1 >> visible=true")
    page.evaluate(CLOSE_LIST)
    page.context.set_offline(False)
    page.wait_for_function(NOTHING_WAITS)


def test_without_saved_hands_there_is_no_line(at_table):
    _hanchan, page, _fingers = at_table

    page.reload()
    page.wait_for_function(NOTHING_WAITS)

    assert page.locator("[data-other-tables]:not([hidden])").count() == 0
