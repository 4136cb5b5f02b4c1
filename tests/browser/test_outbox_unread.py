"""A tab whose storage fails sends hands without knowing which wait in it; another tab of the browser knows them."""

import pytest

from tests.browser.fingers import Fingers
from tests.browser.saved_hands import (
    FILES_ARE_KEPT,
    NOTHING_WAITS,
    OPEN_LIST,
    REFUSED,
    RON,
    fill_in_again,
    outcomes,
    wait_for_hand,
    wait_until,
)
from tests.browser.test_outbox_loading import BLIND, FAIL, HELD, LET_BE_READ, SEND_SOON, SHOW_AGAIN, UNDER_FINGER

pytestmark = pytest.mark.slow

HOLD_PAGES = """() => {
    const real = window.fetch;
    const go = new Promise((resolve) => { window.letPagesGo = resolve; });
    window.fetch = async (address, options) => {
        if (options?.method !== "POST") await go;
        return real(address, options);
    };
}"""
NOTED = "() => Object.keys(localStorage).some((name) => name.startsWith('tenbo sent unread'))"


@pytest.fixture
def in_two_tabs(at_table):
    """A hand waits in the first tab. The second one, whose storage fails, does not know of it, and soon sends without
    knowing. Returns the hanchan, both tabs and the fingers in the first one."""
    return two_tabs(at_table, FAIL, SEND_SOON)


def two_tabs(at_table, *scripts):
    hanchan, page, fingers = at_table
    page.reload()  # through the service worker, which keeps the scripts
    page.wait_for_function(NOTHING_WAITS)
    wait_until(page, FILES_ARE_KEPT)
    page.context.set_offline(True)
    fingers.keep(RON)
    second = page.context.new_page()
    for script in scripts:
        second.add_init_script(script)
    second.goto(page.url)
    second.wait_for_selector(BLIND)
    return hanchan, page, second, fingers


def send_held(page):
    page.evaluate(OPEN_LIST)
    page.wait_for_timeout(UNDER_FINGER)
    page.tap("text=Send now >> visible=true")


@pytest.fixture
def held(in_two_tabs):
    """An equal hand of the second tab is recorded. The first tab holds its own, and cannot load the table as it is."""
    hanchan, page, second, fingers = in_two_tabs
    Fingers(second).keep(RON)
    second.wait_for_function(NOTED)
    page.evaluate(HOLD_PAGES)
    page.context.set_offline(False)
    wait_for_hand(second, 1)
    page.bring_to_front()
    page.wait_for_selector(HELD)
    assert outcomes(hanchan) == [RON]
    return hanchan, page, second, fingers


def test_a_hand_that_waits_is_compared_first_with_an_equal_one_that_was_sent(held):
    """Sent at once, it would be taken for the equal one."""
    hanchan, page, second, fingers = held

    send_held(page)
    page.wait_for_selector("#outbox[data-shows~=touch]")
    assert outcomes(hanchan) == [RON]
    page.evaluate("() => { window.letPagesGo(); }")
    page.wait_for_selector(".confirm [name=number][value='2']", state="attached")  # to compare with
    second.evaluate(LET_BE_READ)
    second.close()
    page.tap("text=Send now >> visible=true")
    page.wait_for_selector(REFUSED)
    fill_in_again(page, fingers)
    wait_for_hand(page, 2)
    assert outcomes(hanchan) == [RON, RON]


def test_while_a_hand_is_half_entered_the_one_that_waits_is_sent_by_the_table_as_it_is_now(held):
    """By the screen of before, it would be taken for the equal one."""
    hanchan, page, _second, fingers = held
    fingers.tap("label:has([name=mode][value=draw])")
    page.evaluate("() => { window.letPagesGo(); }")

    send_held(page)

    page.wait_for_selector(REFUSED)
    assert outcomes(hanchan) == [RON]


def test_an_equal_hand_of_the_tab_that_does_not_know_is_asked_about_if_it_comes_second(in_two_tabs):
    hanchan, page, second, _fingers = in_two_tabs
    page.bring_to_front()
    page.context.set_offline(False)
    wait_for_hand(page, 1)
    second.bring_to_front()

    Fingers(second).keep(RON)

    second.wait_for_selector(REFUSED)
    assert outcomes(hanchan) == [RON]


def test_an_equal_hand_of_the_tab_that_reads_its_storage_late_is_asked_about(at_table):
    hanchan, page, second, _fingers = two_tabs(at_table, FAIL)
    Fingers(second).keep(RON)
    page.bring_to_front()
    page.context.set_offline(False)
    wait_for_hand(page, 1)

    second.evaluate(LET_BE_READ)
    second.bring_to_front()
    second.evaluate(SHOW_AGAIN)

    second.wait_for_selector(REFUSED)
    assert outcomes(hanchan) == [RON]
