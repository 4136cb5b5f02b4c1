"""The storage of the phone cannot be read when a page is loaded: what is entered comes after the hands that wait in
it."""

import pytest

from tests.browser.fingers import Fingers
from tests.browser.saved_hands import (
    EAST_TENPAI,
    FORGOTTEN,
    NOTHING_WAITS,
    OPEN_LIST,
    RON,
    outcomes,
    wait_for_hand,
)

pytestmark = pytest.mark.slow

FAIL = """(() => {
    const transaction = IDBDatabase.prototype.transaction;
    window.isHeld = true;
    IDBDatabase.prototype.transaction = function (...options) {
        if (window.isHeld) throw new DOMException("Connection to Indexed Database server lost", "UnknownError");
        return transaction.apply(this, options);
    };
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


def test_hands_found_after_others_were_sent_are_compared_first(load_again):
    hanchan, page, fingers = load_again(FAIL, SEND_SOON)
    page.context.set_offline(False)
    fingers.keep(FORGOTTEN)
    wait_for_hand(page, 1)

    page.evaluate(LET_BE_READ)

    page.wait_for_selector(HELD)
    assert outcomes(hanchan) == [FORGOTTEN]


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


def test_a_phone_without_any_storage_sends_at_once(at_routed_table):
    hanchan, page, _fingers = at_routed_table
    page.context.add_init_script(FORBID)
    page.reload()

    Fingers(page).enter(RON)

    wait_for_hand(page, 1)
    page.wait_for_function(NOTHING_WAITS)
    assert outcomes(hanchan) == [RON]
