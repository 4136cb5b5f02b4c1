"""A hand that the server refused stays in the phone until a person decides about it, and the hands behind it wait."""

import pytest

from scoring.seats import Seat
from tests.browser.fingers import EMPTY
from tests.browser.saved_hands import (
    ASK_FOR_NEWS,
    DRAW,
    EAST_TENPAI,
    FORGOTTEN,
    NOTHING_WAITS,
    REFUSED,
    RON,
    RON_FILLED_IN,
    enter_impossible,
    insert_before_the_first,
    outcomes,
    restart,
    wait_for_hand,
)
from tests.factories import play

pytestmark = pytest.mark.slow


@pytest.fixture
def refused(at_table):
    """A phone with one recorded hand and three that waited while a referee inserted a forgotten one."""
    hanchan, page, fingers = at_table
    play(hanchan, DRAW)
    page.reload()
    page.context.set_offline(True)
    for outcome in (RON, EAST_TENPAI, DRAW):
        fingers.keep(outcome)
    insert_before_the_first(hanchan)
    page.context.set_offline(False)
    page.wait_for_selector(REFUSED)
    return hanchan, page, fingers


def test_the_news_of_another_phone_leave_a_refused_hand(at_table):
    hanchan, page, fingers = at_table
    play(hanchan, DRAW)
    page.reload()
    page.context.set_offline(True)
    fingers.keep(RON)
    insert_before_the_first(hanchan)
    page.context.set_offline(False)
    page.wait_for_selector(REFUSED)

    play(hanchan, EAST_TENPAI)

    page.evaluate(ASK_FOR_NEWS)
    page.wait_for_selector(".confirm [name=number][value='4']", state="attached")
    page.wait_for_selector(REFUSED)
    page.tap("text=Fill in this hand again >> visible=true")
    page.wait_for_selector(RON_FILLED_IN, state="attached")
    fingers.tap(".confirm-button")
    wait_for_hand(page, 4)
    assert outcomes(hanchan) == [FORGOTTEN, DRAW, EAST_TENPAI, RON]


def test_a_reload_sends_no_hand_behind_a_refused_one(refused):
    hanchan, page, _fingers = refused

    page.reload()

    page.wait_for_selector(REFUSED)
    page.wait_for_timeout(1500)
    assert page.locator("#outbox li").count() == 3
    assert outcomes(hanchan) == [FORGOTTEN, DRAW]


@pytest.mark.parametrize("is_reloaded", [False, True])
def test_a_refused_hand_that_is_filled_in_again_is_followed_by_those_behind_it(refused, is_reloaded):
    hanchan, page, fingers = refused
    page.tap("text=Fill in this hand again >> visible=true")
    page.wait_for_selector(RON_FILLED_IN, state="attached")
    if is_reloaded:
        page.wait_for_url("**winner=1**")
        page.reload()
    page.wait_for_selector(RON_FILLED_IN, state="attached")
    page.wait_for_timeout(1000)
    assert outcomes(hanchan) == [FORGOTTEN, DRAW]

    fingers.tap(".confirm-button")

    wait_for_hand(page, 5)
    assert outcomes(hanchan) == [FORGOTTEN, DRAW, RON, EAST_TENPAI, DRAW]


def test_after_a_refused_hand_is_given_up_the_others_wait_for_a_touch(refused):
    hanchan, page, _fingers = refused
    page.tap("button:text('Do not send this hand') >> nth=0")
    page.wait_for_selector("text=The table was changed meanwhile.")
    page.reload()
    page.wait_for_selector("text=The table was changed meanwhile.")
    assert outcomes(hanchan) == [FORGOTTEN, DRAW]

    page.tap("text=Send now >> visible=true")

    wait_for_hand(page, 4)
    assert outcomes(hanchan) == [FORGOTTEN, DRAW, EAST_TENPAI, DRAW]


def test_another_hand_does_not_take_the_place_of_a_refused_one(refused):
    hanchan, page, fingers = refused
    page.tap("text=Fill in this hand again >> visible=true")
    page.wait_for_selector(RON_FILLED_IN, state="attached")
    fingers.tap("text=Start again")
    page.wait_for_selector(REFUSED)
    page.tap("#outbox summary")
    fingers.keep(FORGOTTEN)

    page.reload()

    page.wait_for_selector(REFUSED)
    assert page.locator("#outbox li").count() == 4
    assert outcomes(hanchan) == [FORGOTTEN, DRAW]


def test_a_refusal_does_not_cover_the_seats_while_a_hand_is_entered(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.touch_seat(Seat.EAST)
    play(hanchan, DRAW)
    page.context.set_offline(False)
    page.wait_for_selector(REFUSED)
    assert not page.evaluate("() => document.querySelector('#outbox details').open")

    fingers.touch_seat(Seat.SOUTH)
    fingers.tap("text=Start again")
    fingers.keep(EAST_TENPAI)

    page.wait_for_selector("#outbox details[open]")


def test_an_impossible_hand_comes_into_the_form_that_is_emptied(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    enter_impossible(fingers)
    page.wait_for_function(EMPTY)
    fingers.touch_seat(Seat.EAST)
    page.context.set_offline(False)
    page.wait_for_selector("#outbox[data-shows~=forbidden]")

    fingers.tap("text=Start again")

    page.wait_for_selector("text=cannot have 1 han and 25 fu >> visible=true")
    assert page.locator("[name=winner]:checked").first.get_attribute("value") == f"{Seat.SOUTH:d}"
    assert outcomes(hanchan) == []


def test_an_impossible_hand_outlives_the_browser(at_table, open_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    enter_impossible(fingers)
    page.context.set_offline(False)
    page.wait_for_selector("text=cannot have 1 han and 25 fu >> visible=true")

    page.goto("about:blank")
    page.goto(hanchan.table.get_absolute_url())

    page.wait_for_selector(REFUSED)
    page.wait_for_selector("#outbox >> text=cannot have 1 han and 25 fu")
    assert outcomes(hanchan) == []


def test_the_hands_of_a_cancelled_hanchan_are_shown_one_after_the_other(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    for outcome in (RON, EAST_TENPAI, DRAW):
        fingers.keep(outcome)
    restart(hanchan)

    page.context.set_offline(False)

    page.wait_for_selector(REFUSED)
    page.wait_for_selector("#outbox >> text=This hanchan was cancelled.")
    page.wait_for_timeout(1000)
    assert page.locator("#outbox li").count() == 3
    for left in (2, 1):
        page.tap("button:text('Do not send this hand') >> nth=0")
        page.tap("text=Send now >> visible=true")
        page.wait_for_selector(REFUSED)
        assert page.locator("#outbox li").count() == left


def test_hands_that_an_earlier_version_stored_are_sent(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(DRAW)
    page.evaluate("""() => new Promise((resolve) => {
        indexedDB.open("tenbo", 1).onsuccess = ({ target }) => {
            const store = target.result.transaction("outbox", "readwrite").objectStore("outbox");
            store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
                if (!cursor) { resolve(); return; }
                const { id, table, page, action, fields, number, words, isBlind, wasSent } = cursor.value;
                cursor.update({ id, table, page, action, fields, number, words, isBlind, wasSent });
                cursor.continue();
            };
        };
    })""")
    page.reload()

    page.context.set_offline(False)

    page.wait_for_function(NOTHING_WAITS)
    assert outcomes(hanchan) == [RON, DRAW]


def test_a_refused_hand_is_not_sent_by_another_tab(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(DRAW)
    second = page.context.new_page()
    second.goto(page.url)
    second.wait_for_selector("#outbox[data-shows~=waiting]")
    play(hanchan, EAST_TENPAI)

    page.context.set_offline(False)

    for tab in (page, second):
        tab.wait_for_selector(REFUSED)
    assert outcomes(hanchan) == [EAST_TENPAI]


@pytest.mark.parametrize("way", ["start again, then back", "another tab, then a reload"])
def test_a_refused_hand_that_comes_back_into_the_form_is_the_same_hand(at_table, way):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(RON)
    play(hanchan, DRAW)
    page.context.set_offline(False)
    page.wait_for_selector(REFUSED)
    page.tap("text=Fill in this hand again >> visible=true")
    page.wait_for_url("**winner=1**")
    if way == "start again, then back":
        fingers.tap("text=Start again")
        page.wait_for_selector(RON_FILLED_IN, state="detached")
        page.go_back()
    else:
        second = page.context.new_page()
        second.goto(hanchan.table.get_absolute_url())
        second.wait_for_selector(REFUSED)
        page.reload()
    page.wait_for_selector(RON_FILLED_IN, state="attached")

    fingers.tap(".confirm-button")

    wait_for_hand(page, 2)
    assert outcomes(hanchan) == [DRAW, RON]


def test_the_answer_to_a_hand_that_was_changed_meanwhile_does_not_bring_it_back(at_routed_table):
    hanchan, page, fingers = at_routed_table
    held = []

    def hold_the_first(route):
        if held:
            route.fallback()
        else:
            held.append((route, route.fetch()))

    page.context.set_offline(True)
    enter_impossible(fingers)
    page.wait_for_function(EMPTY)
    page.route("**/hands/", hold_the_first)
    page.context.set_offline(False)
    page.tap("#outbox summary")
    while not held:
        page.wait_for_timeout(100)
    page.tap("button:text-is('Change')")
    page.wait_for_selector(RON_FILLED_IN, state="attached")
    fingers.tap("text=Start again")
    fingers.keep(RON)
    ((route, answer),) = held

    route.fulfill(response=answer)

    wait_for_hand(page, 1)
    assert page.evaluate(EMPTY)
    assert outcomes(hanchan) == [RON]
