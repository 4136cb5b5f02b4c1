"""The storage of the phone cannot be read when a page is loaded: what is entered comes after the hands that wait in
it."""

import pytest

from tests.browser.fingers import Fingers
from tests.browser.saved_hands import (
    ASK_FOR_NEWS,
    DRAW,
    EAST_TENPAI,
    FORGOTTEN,
    NOTHING_WAITS,
    OPEN_LIST,
    REFUSED,
    RON,
    RON_FILLED_IN,
    fill_in_again,
    give_up,
    outcomes,
    restart,
    wait_for_hand,
)
from tests.factories import HanchanFactory, RoundFactory, play

pytestmark = pytest.mark.slow

FAIL = """(() => {
    const transaction = IDBDatabase.prototype.transaction;
    window.isHeld = true;
    IDBDatabase.prototype.transaction = function (...options) {
        if (window.isHeld) throw new DOMException("Connection to Indexed Database server lost", "UnknownError");
        return transaction.apply(this, options);
    };
})()"""
FAIL_TO_READ = FAIL.replace("(window.isHeld)", "(window.isHeld && options[1] === 'readonly')")
# What is stored already cannot be changed.
FAIL_TO_CHANGE = """() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (stored) {
        return stored.id === "mark" ? put.call(this, stored) : this.add(stored);
    };
}"""
CUT = """(() => {
    const real = window.fetch;
    window.isCut = true;
    window.fetch = (...options) => window.isCut ? Promise.reject(new TypeError("cut")) : real(...options);
})()"""
FORBID = "Object.defineProperty(window, 'indexedDB', { get: () => { throw new DOMException('', 'SecurityError'); } })"
# A second after hands can be entered: `SEND_WITHOUT_STORAGE_AFTER` less `ENTER_WITHOUT_STORAGE_AFTER` of
# outbox_loading.js is 17 seconds.
SEND_SOON = """(() => {
    const real = window.setTimeout;
    window.setTimeout = (act, wait, ...values) => real(act, wait === 17000 ? 1000 : wait, ...values);
})()"""
LET_BE_READ = "() => { window.isHeld = false; }"
BLIND = "#table-screen[data-blind]:not([inert])"
SHOW_AGAIN = "() => { document.dispatchEvent(new Event('visibilitychange')); }"
UNDER_FINGER = 1100  # milliseconds: the list takes no touch just after it has moved
HELD = "#outbox[data-shows~=held]"


@pytest.fixture
def load_again(at_table):
    """Keep two hands in a phone without network, load its page anew with a script, and return its hanchan, page and
    fingers."""
    hanchan, page, fingers = at_table
    page.reload()  # through the service worker, which keeps the scripts
    page.context.set_offline(True)
    for outcome in (RON, EAST_TENPAI):
        fingers.keep(outcome)

    def load_again(*scripts):
        for script in scripts:
            page.context.add_init_script(script)
        page.reload()
        page.wait_for_selector(BLIND)
        return hanchan, page, Fingers(page)

    return load_again


@pytest.mark.parametrize("third", [RON, FORGOTTEN], ids=["equal", "other"])
def test_a_hand_entered_before_the_storage_is_read_comes_after_those_in_it(load_again, third):
    hanchan, page, fingers = load_again(FAIL)
    page.context.set_offline(False)
    fingers.keep(third)
    assert outcomes(hanchan) == []

    page.evaluate(LET_BE_READ)

    wait_for_hand(page, 3)
    assert outcomes(hanchan) == [RON, EAST_TENPAI, third]


def test_a_storage_whose_connection_is_being_closed_is_not_one_that_is_forbidden(load_again):
    hanchan, page, fingers = load_again(FAIL.replace("UnknownError", "InvalidStateError"))
    page.context.set_offline(False)
    fingers.keep(FORGOTTEN)
    page.wait_for_timeout(500)
    assert outcomes(hanchan) == []

    page.evaluate(LET_BE_READ)

    wait_for_hand(page, 3)
    assert outcomes(hanchan) == [RON, EAST_TENPAI, FORGOTTEN]


@pytest.fixture
def sent_unread(load_again):
    """Send a hand from a page that does not know what waits; it is recorded as the first. Returns hanchan, page and
    fingers."""

    def sent_unread(hand):
        hanchan, page, fingers = load_again(FAIL, SEND_SOON)
        page.context.set_offline(False)
        fingers.keep(hand)
        wait_for_hand(page, 1)
        return hanchan, page, fingers

    return sent_unread


def test_hands_found_after_others_were_sent_are_compared_first(sent_unread):
    hanchan, page, _fingers = sent_unread(FORGOTTEN)

    page.evaluate(LET_BE_READ)

    page.wait_for_selector(HELD)
    assert outcomes(hanchan) == [FORGOTTEN]


def test_hands_found_by_a_later_page_after_an_equal_one_was_sent_are_compared_first(sent_unread):
    """Sent at once, the first would be taken for the equal one that is recorded under its number."""
    hanchan, page, fingers = sent_unread(RON)

    page.reload()
    page.evaluate(LET_BE_READ)

    page.wait_for_selector(HELD)
    assert outcomes(hanchan) == [RON]
    page.evaluate(OPEN_LIST)
    page.wait_for_timeout(UNDER_FINGER)
    page.tap("text=Send now >> visible=true")
    page.wait_for_selector(REFUSED)
    assert outcomes(hanchan) == [RON]
    fill_in_again(page, fingers)
    wait_for_hand(page, 3)
    assert outcomes(hanchan) == [RON, RON, EAST_TENPAI]


def test_hands_of_the_round_before_that_a_later_page_finds_are_compared_first(sent_unread):
    hanchan, page, _fingers = sent_unread(RON)
    second = HanchanFactory(round=RoundFactory(tournament=hanchan.tournament, number=2), table=hanchan.table)

    page.goto(hanchan.table.get_absolute_url())
    page.evaluate(LET_BE_READ)

    page.wait_for_selector(HELD)
    assert (outcomes(hanchan), outcomes(second)) == ([RON], [])


def test_hands_are_compared_on_the_next_page_if_this_one_cannot_store_that_they_wait(sent_unread):
    hanchan, page, _fingers = sent_unread(RON)
    page.reload()
    page.evaluate(FAIL_TO_CHANGE)
    page.evaluate(LET_BE_READ)
    page.wait_for_selector(HELD)

    page.reload()
    page.evaluate(LET_BE_READ)

    page.wait_for_selector(HELD)
    assert outcomes(hanchan) == [RON]


def test_hands_found_when_a_tab_is_shown_again_are_compared_before_a_later_one_is_sent(load_again):
    hanchan, page, fingers = load_again(FAIL, SEND_SOON)
    page.wait_for_timeout(8500)  # the storage is next read after 8 s, or after 15
    fingers.keep(RON)

    page.evaluate(LET_BE_READ)
    page.evaluate(SHOW_AGAIN)
    page.wait_for_selector(HELD)
    page.context.set_offline(False)
    page.wait_for_timeout(1000)
    assert outcomes(hanchan) == []
    page.evaluate(OPEN_LIST)
    page.tap("text=Send now >> visible=true")

    wait_for_hand(page, 3)
    assert outcomes(hanchan) == [RON, EAST_TENPAI, RON]


def test_a_screen_stays_blind_while_another_phone_records_and_nobody_knows_what_waits(load_again):
    hanchan, page, _fingers = load_again(FAIL)
    page.context.set_offline(False)
    play(hanchan, DRAW)

    page.evaluate(ASK_FOR_NEWS)
    page.wait_for_selector(".confirm [name=number][value='2']", state="attached")
    page.wait_for_timeout(500)

    assert page.locator(BLIND).count() == 1


def test_a_screen_stays_blind_where_the_only_known_hand_is_given_up(load_again):
    hanchan, page, fingers = load_again(FAIL)
    page.context.set_offline(False)
    fingers.keep(FORGOTTEN)
    page.wait_for_timeout(UNDER_FINGER)

    give_up(page, 1)
    page.wait_for_timeout(500)
    assert page.locator(BLIND).count() == 1
    page.evaluate(LET_BE_READ)

    wait_for_hand(page, 2)
    assert outcomes(hanchan) == [RON, EAST_TENPAI]


def test_hands_found_after_an_undo_was_touched_do_not_take_the_place_of_the_undone_one(at_table):
    hanchan, page, fingers = at_table
    play(hanchan, DRAW)
    page.reload()
    page.wait_for_function(NOTHING_WAITS)
    page.context.set_offline(True)
    for outcome in (RON, EAST_TENPAI):
        fingers.keep(outcome)
    for script in (FAIL, SEND_SOON):
        page.context.add_init_script(script)
    page.context.set_offline(False)
    page.reload()
    page.wait_for_selector("#table-screen:not([data-blind], [inert])")
    page.context.set_offline(True)

    page.evaluate("() => { document.querySelector('.last-hand').open = true; }")
    page.tap("form[data-undoes] button")
    page.wait_for_timeout(500)
    page.evaluate(LET_BE_READ)
    page.evaluate(SHOW_AGAIN)
    page.wait_for_selector(HELD)
    page.context.set_offline(False)
    page.evaluate(OPEN_LIST)
    page.tap("text=Send now >> visible=true")

    wait_for_hand(page, 3)
    assert outcomes(hanchan) == [DRAW, RON, EAST_TENPAI]


def test_a_hand_half_entered_comes_back_once_the_storage_is_read(at_table):
    _hanchan, page, fingers = at_table
    page.reload()  # through the service worker, which keeps the scripts
    page.context.set_offline(True)
    for outcome in (RON, EAST_TENPAI):
        fingers.keep(outcome)
    fingers.choose(RON)
    page.wait_for_function("() => location.search.includes('value=')")
    page.context.add_init_script(FAIL)
    page.reload()
    page.wait_for_selector(BLIND)
    assert page.locator(RON_FILLED_IN).count() == 0

    page.evaluate(LET_BE_READ)

    page.wait_for_selector(RON_FILLED_IN, state="attached")
    assert page.locator("#hand [name=for]").input_value() == "3"


def test_a_hand_confirmed_just_before_is_not_filled_in_while_the_storage_is_not_read(at_table):
    """As number 1, it is that of the screen, which does not know yet that the hand waits."""
    hanchan, page, fingers = at_table
    page.reload()
    page.context.set_offline(True)
    fingers.choose(RON)
    page.wait_for_function("() => location.search.includes('value=')")
    address = page.url
    fingers.tap(".confirm-button")
    page.wait_for_function("() => !location.search")
    page.evaluate("address => history.replaceState(null, '', address)", address)
    page.context.add_init_script(FAIL)
    page.reload()
    page.wait_for_selector(BLIND)
    assert page.locator(RON_FILLED_IN).count() == 0

    page.evaluate(LET_BE_READ)
    page.context.set_offline(False)

    wait_for_hand(page, 1)
    assert page.locator(RON_FILLED_IN).count() == 0
    assert outcomes(hanchan) == [RON]


def test_back_brings_no_confirmed_hand_while_the_storage_is_not_read(at_table):
    hanchan, page, fingers = at_table
    page.reload()
    page.context.set_offline(True)
    fingers.keep(RON)
    page.context.add_init_script(FAIL)
    page.reload()
    page.wait_for_selector(BLIND)

    page.evaluate("() => history.back()")

    page.wait_for_function("() => location.search.includes('winner=')")
    page.wait_for_timeout(500)
    assert page.locator(RON_FILLED_IN).count() == 0
    page.evaluate(LET_BE_READ)
    page.context.set_offline(False)
    wait_for_hand(page, 1)
    assert page.locator(RON_FILLED_IN).count() == 0
    assert outcomes(hanchan) == [RON]


def test_a_phone_without_any_storage_sends_at_once(at_routed_table):
    hanchan, page, _fingers = at_routed_table
    page.context.add_init_script(FORBID)
    page.reload()
    page.wait_for_selector("#table-screen:not([inert])")
    assert page.locator("#table-screen[data-blind]").count() == 0

    Fingers(page).enter(RON)

    wait_for_hand(page, 1)
    page.wait_for_function(NOTHING_WAITS)
    assert outcomes(hanchan) == [RON]


@pytest.mark.parametrize("third", [RON, FORGOTTEN], ids=["equal", "other"])
def test_a_hand_of_a_page_closed_before_the_storage_was_read_comes_after_those_in_it(load_again, third):
    hanchan, page, fingers = load_again(FAIL_TO_READ)
    fingers.keep(third)

    page.reload()
    page.evaluate(LET_BE_READ)
    page.context.set_offline(False)

    wait_for_hand(page, 3)
    assert outcomes(hanchan) == [RON, EAST_TENPAI, third]


def test_a_hand_of_a_tab_closed_before_the_storage_was_read_comes_after_those_in_it(load_again):
    hanchan, page, fingers = load_again(FAIL_TO_READ)
    second = page.context.new_page()
    second.goto(page.url)
    second.evaluate(LET_BE_READ)
    second.wait_for_function("() => document.querySelectorAll('#outbox li').length === 2")
    fingers.keep(RON)
    second.wait_for_function("() => document.querySelectorAll('#outbox li').length === 3")

    page.close()
    second.evaluate("() => { dispatchEvent(new Event('focus')); }")
    second.context.set_offline(False)

    wait_for_hand(second, 3)
    assert outcomes(hanchan) == [RON, EAST_TENPAI, RON]


def test_a_hand_of_the_new_hanchan_waits_for_those_of_the_former_one_that_are_found_late(load_again):
    hanchan, page, _fingers = load_again(CUT)
    new = restart(hanchan)
    page.context.set_offline(False)
    _hanchan, page, fingers = load_again(FAIL)
    fingers.keep(EAST_TENPAI)

    page.evaluate(LET_BE_READ)
    page.wait_for_function("() => document.querySelectorAll('#outbox li').length === 3")
    page.evaluate("() => { window.isCut = false; dispatchEvent(new Event('online')); }")

    page.wait_for_selector("#outbox[data-shows~=rejected]")
    assert outcomes(new) == []


def test_no_codes_are_offered_before_it_is_known_what_waits(load_again):
    _hanchan, page, fingers = load_again(FAIL)
    fingers.keep(FORGOTTEN)
    page.evaluate(OPEN_LIST)
    assert not page.is_visible("#outbox [data-share]")

    page.evaluate(LET_BE_READ)

    page.wait_for_selector("#outbox [data-share]")
