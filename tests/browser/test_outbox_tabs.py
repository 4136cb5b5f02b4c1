"""Two tabs of one browser share what waits in the phone: neither records what the other has given up or stored."""

import re

import pytest

from tests.browser.fingers import Fingers
from tests.browser.saved_hands import (
    ASK_FOR_NEWS,
    DRAW,
    EAST_TENPAI,
    NOTHING_WAITS,
    REFUSED,
    RON,
    RON_FILLED_IN,
    cancel,
    insert_before_the_first,
    outcomes,
    wait_for_hand,
)
from tests.factories import play

pytestmark = pytest.mark.slow

GIVE_UP = "button:text('Do not send this hand') >> nth=0"
MISSING = "#outbox[data-shows~=gap]"
CHANGES_IN_A_SECOND = """() => new Promise((resolve) => {
  let changes = 0;
  new BroadcastChannel("tenbo outbox").onmessage = () => { changes += 1; };
  setTimeout(() => resolve(changes), 1000);
})"""


@pytest.fixture
def in_two_tabs(at_table):
    hanchan, page, _fingers = at_table
    second = page.context.new_page()
    second.goto(page.url)
    second.wait_for_selector(".confirm [name=number]", state="attached")
    return hanchan, page, second


def test_a_hand_given_up_in_one_is_not_sent_by_the_other(at_table):
    hanchan, page, fingers = at_table
    play(hanchan, DRAW)
    page.reload()
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(EAST_TENPAI)
    second = page.context.new_page()
    second.goto(page.url)
    second.wait_for_selector("#outbox[data-shows~=waiting]")
    insert_before_the_first(hanchan)
    page.context.set_offline(False)
    for tab in (page, second):
        tab.wait_for_selector(REFUSED)
    recorded = outcomes(hanchan)

    for _hand in (RON, EAST_TENPAI):
        page.tap(GIVE_UP)
    page.wait_for_function(NOTHING_WAITS)

    second.wait_for_function(NOTHING_WAITS)
    second.reload()
    second.wait_for_timeout(1000)
    assert outcomes(hanchan) == recorded
    assert second.locator("#outbox li").count() == 0


def test_two_equal_hands_entered_in_two_tabs_are_two(in_two_tabs):
    hanchan, page, second = in_two_tabs
    page.context.set_offline(True)
    page.bring_to_front()
    Fingers(page).keep(DRAW)
    second.bring_to_front()
    second.wait_for_selector("#outbox[data-shows~=waiting]")
    Fingers(second).keep(DRAW)

    page.context.set_offline(False)

    wait_for_hand(second, 2)
    assert outcomes(hanchan) == [DRAW, DRAW]


def test_a_tab_sends_what_one_that_was_closed_has_left(in_two_tabs):
    hanchan, page, second = in_two_tabs
    page.context.set_offline(True)
    Fingers(page).keep(RON)
    second.wait_for_selector("#outbox[data-shows~=waiting]")
    page.close()
    page.context.set_offline(False)

    second.evaluate("() => dispatchEvent(new Event('focus'))")

    wait_for_hand(second, 1)
    assert outcomes(hanchan) == [RON]


def test_a_hand_filled_in_again_in_one_is_gone_from_the_form_of_the_other(in_two_tabs):
    hanchan, page, second = in_two_tabs
    page.context.set_offline(True)
    Fingers(page).keep(RON)
    play(hanchan, DRAW)
    page.context.set_offline(False)
    for tab in (page, second):
        tab.wait_for_selector(REFUSED)
        tab.evaluate(ASK_FOR_NEWS)
        tab.tap("text=Fill in this hand again >> visible=true")
        tab.wait_for_selector(RON_FILLED_IN, state="attached")

    page.tap(".confirm-button")

    wait_for_hand(page, 2)
    second.wait_for_selector(RON_FILLED_IN, state="detached")
    assert outcomes(hanchan) == [DRAW, RON]


@pytest.mark.parametrize("hand", [DRAW, RON])
def test_a_hand_half_entered_in_one_keeps_its_number_when_the_other_sends(in_two_tabs, hand):
    hanchan, page, second = in_two_tabs
    page.context.set_offline(True)
    page.bring_to_front()
    Fingers(page).keep(DRAW)
    second.bring_to_front()
    second.wait_for_selector("#outbox[data-shows~=waiting]")
    fingers = Fingers(second)
    fingers.choose(hand)

    page.context.set_offline(False)
    page.wait_for_function(NOTHING_WAITS)
    second.wait_for_function("() => !document.querySelector('#outbox li')")
    fingers.tap(".confirm-button")

    wait_for_hand(second, 2)
    assert outcomes(hanchan) == [DRAW, hand]


def test_two_that_ask_about_a_missing_hand_tell_each_other_nothing_more(in_two_tabs):
    _hanchan, page, second = in_two_tabs
    page.context.set_offline(True)
    page.bring_to_front()
    fingers = Fingers(page)
    fingers.keep(RON)
    fingers.keep(EAST_TENPAI)
    page.wait_for_timeout(1000)
    page.tap("#outbox summary")
    page.tap(GIVE_UP)
    page.context.set_offline(False)
    for tab in (page, second):
        tab.evaluate("() => dispatchEvent(new Event('focus'))")
        tab.wait_for_selector(MISSING, state="attached")

    assert page.evaluate(CHANGES_IN_A_SECOND) == 0


def test_a_tab_that_cannot_follow_says_the_number_that_it_sends(at_routed_table):
    """It knows that the other tab has sent both hands, and not yet the table as it is after them."""
    hanchan, page, fingers = at_routed_table
    second = page.context.new_page()
    second.goto(page.url)
    second.wait_for_selector(".confirm [name=number]", state="attached")
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(EAST_TENPAI)
    second.wait_for_selector("#outbox[data-shows~=waiting]", state="attached")
    second.route(re.compile("/t/"), lambda route: route.abort())
    page.context.set_offline(False)
    wait_for_hand(page, 2)
    second.wait_for_function(NOTHING_WAITS)

    assert second.locator("#hand [name=for]").input_value() == "3"
    assert second.locator("#table-screen").get_attribute("data-blind") == ""

    second.unroute_all()
    second.evaluate("dispatchEvent(new Event('online'))")

    wait_for_hand(second, 2)
    second.wait_for_selector("#table-screen:not([data-blind])")
    assert outcomes(hanchan) == [RON, EAST_TENPAI]


@pytest.fixture
def overtaken(at_routed_table, complaints):
    """Keep two hands in a tab without network, and return the hanchan, this tab, and one that saw them wait."""
    complaints.expect("status of (429|503)")
    hanchan, page, fingers = at_routed_table
    second = page.context.new_page()
    second.goto(page.url)
    second.wait_for_selector(".confirm [name=number]", state="attached")
    page.context.set_offline(True)
    for outcome in (RON, EAST_TENPAI):
        fingers.keep(outcome)
    second.wait_for_selector("#outbox[data-shows~=waiting]", state="attached")
    return hanchan, page, second


@pytest.mark.parametrize("status", [429, 503, 200], ids=["too many requests", "busy", "sign-in page of a Wi-Fi"])
def test_a_tab_that_is_refused_the_table_keeps_what_is_entered(overtaken, status):
    hanchan, page, second = overtaken
    second.route(re.compile("/t/"), lambda route: route.fulfill(status=status, body="<html>", content_type="text/html"))
    with second.expect_response(re.compile("/t/")):
        page.context.set_offline(False)
        wait_for_hand(page, 2)
    second.bring_to_front()

    Fingers(second).keep(RON)
    second.unroute_all()

    wait_for_hand(second, 3)
    assert outcomes(hanchan) == [RON, EAST_TENPAI, RON]


def test_a_hand_of_a_cancelled_hanchan_is_refused_in_a_tab_that_another_has_overtaken(overtaken):
    hanchan, page, second = overtaken
    second.route(re.compile("/t/"), lambda route: route.fulfill(status=503, body="", content_type="text/html"))
    page.context.set_offline(False)
    wait_for_hand(page, 2)
    second.bring_to_front()
    Fingers(second).keep(RON)
    page.close()
    cancel(hanchan)

    second.unroute_all()
    second.evaluate("dispatchEvent(new Event('online'))")

    second.wait_for_selector("#outbox[data-shows~=rejected]", state="attached")


def test_a_hand_begun_while_its_tab_asks_for_the_table_keeps_its_number(overtaken):
    hanchan, page, second = overtaken
    held = []
    second.route(re.compile("/t/"), lambda route: held.append(route))
    page.context.set_offline(False)
    wait_for_hand(page, 2)
    second.bring_to_front()
    fingers = Fingers(second)
    fingers.choose(RON)
    second.unroute_all()  # lets them go

    fingers.tap(".confirm-button")

    wait_for_hand(second, 3)
    assert held
    assert outcomes(hanchan) == [RON, EAST_TENPAI, RON]
