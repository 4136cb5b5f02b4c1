"""The storage of the phone fails for a moment, or does not answer, while hands are entered: they are sent without it,
and stored once it works again."""

import pytest

from tests.browser.fingers import Fingers
from tests.browser.saved_hands import EAST_TENPAI, NOTHING_WAITS, RON, give_up, outcomes, wait_for_hand

pytestmark = pytest.mark.slow

UNDER_FINGER = 1100  # milliseconds: the list takes no touch just after it has moved
LIMIT = 2500  # milliseconds: `PATIENCE` of database.js
MARGIN = 30_000  # a busy machine; without a limit they are never sent
SOON = 6_000  # less than three times `LIMIT`, for which each hand would wait again
BLIND = "#table-screen[data-blind]:not([inert])"

# `window.storage` is "works", "fails", "stalls" or, where the opening alone gets no answer, "stays shut". Where it
# "hides", a hand is stored, but the page does not learn it. A page begins with what its tab keeps for it.
SWITCH = """(() => {
    const transaction = IDBDatabase.prototype.transaction;
    window.storage = sessionStorage.storage ?? "works";
    IDBDatabase.prototype.transaction = function (...options) {
        if (window.storage === "fails") throw new DOMException("Connection lost", "UnknownError");
        if (window.storage !== "stalls") {
            const real = transaction.apply(this, options);
            if (window.storage !== "hides") return real;
            real.abort = () => { throw new DOMException("It is being committed.", "InvalidStateError"); };
            return Object.defineProperty(real, "oncomplete", { set() {} });
        }
        const request = () => ({});
        return { abort() {}, objectStore: () => ({ count: request, get: request, getAll: request, put: request }) };
    };
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...options) {
        return window.storage === "stays shut" ? {} : open.apply(this, options);
    };
})()"""
# 17 seconds are `SEND_WITHOUT_STORAGE_AFTER` less `ENTER_WITHOUT_STORAGE_AFTER` of outbox_loading.js.
SEND_SOON = """(() => {
    const real = window.setTimeout;
    window.setTimeout = (act, wait, ...values) => real(act, wait === 17000 ? 1000 : wait, ...values);
})()"""
# The first transaction of the page is aborted, and the next ones fail until it opens the database again.
EMPTY_AND_LOSE_CONNECTION = """() => new Promise((resolve) => {
    indexedDB.open("tenbo", 1).onsuccess = ({ target: { result: database } }) => {
        const emptying = database.transaction("outbox", "readwrite");
        emptying.objectStore("outbox").clear();
        emptying.oncomplete = () => { database.close(); resolve(); };
        const transaction = IDBDatabase.prototype.transaction;
        let lost = null;
        let isAborted = false;
        IDBDatabase.prototype.transaction = function (...options) {
            lost ??= this;
            if (this !== lost) return transaction.apply(this, options);
            if (isAborted) throw new DOMException("The database connection is closing.", "InvalidStateError");
            isAborted = true;
            const aborted = transaction.apply(this, options);
            queueMicrotask(() => aborted.abort());
            return aborted;
        };
    };
})"""
DELETE = """() => new Promise((resolve) => {
    const request = indexedDB.deleteDatabase("tenbo");
    request.onsuccess = () => resolve("deleted");
    request.onblocked = () => resolve("blocked");
})"""
# What failed is tried again once, after half a second, and then only if something else brings that about.
TRY_AGAIN_ONCE = """() => {
    const real = window.setTimeout;
    window.setTimeout = (act, wait, ...values) => real(act, [1000, 2000].includes(wait) ? 60000 : wait, ...values);
}"""
HIDE = """() => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
IS_ASKED_BEFORE_LEAVING = "() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))"
SET = "(state) => { window.storage = state; }"
SET_FROM_LOAD = "(state) => { sessionStorage.storage = state; }"
# Through a connection of its own. It ends when that many submissions are stored.
WAIT_FOR_STORED = """(count) => new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("They are not stored.")), 20000);
    indexedDB.open("tenbo", 1).onsuccess = ({ target: { result: database } }) => {
        database.onversionchange = () => database.close();
        const look = () => {
            if (window.storage !== "works") return setTimeout(look, 100);
            database.transaction("outbox").objectStore("outbox").getAll().onsuccess = ({ target }) => {
                if (target.result.filter(({ id }) => id !== "mark").length !== count) setTimeout(look, 100);
                else resolve(database.close());
            };
        };
        look();
    };
})"""


@pytest.fixture
def table(at_table):
    hanchan, page, _fingers = at_table
    page.context.add_init_script(SWITCH)
    page.reload()  # through the service worker, which keeps the scripts
    page.wait_for_function(NOTHING_WAITS)
    return hanchan, page, Fingers(page)


def load_again(page, storage):
    page.evaluate(SET_FROM_LOAD, storage)
    page.reload()
    page.wait_for_selector(BLIND)
    page.evaluate(SET_FROM_LOAD, "works")


def check_that_a_reload_loses_none(hanchan, page, hands):
    page.evaluate(WAIT_FOR_STORED, len(hands))
    page.reload()
    page.wait_for_selector("#outbox[data-shows~=waiting]")
    page.context.set_offline(False)

    wait_for_hand(page, len(hands))
    assert outcomes(hanchan) == hands


@pytest.mark.parametrize("is_at_load", [False, True], ids=["later", "at load"])
def test_hands_entered_while_the_storage_fails_are_stored_once_it_works(table, is_at_load):
    hanchan, page, fingers = table
    page.context.set_offline(True)
    if is_at_load:
        load_again(page, "fails")
    page.evaluate(SET, "fails")
    for outcome in (RON, EAST_TENPAI, RON):
        fingers.keep(outcome)

    page.evaluate(SET, "works")
    check_that_a_reload_loses_none(hanchan, page, [RON, EAST_TENPAI, RON])


def test_a_hand_that_cannot_be_stored_is_not_said_to_be_saved(table):
    hanchan, page, fingers = table
    page.context.set_offline(True)
    page.evaluate(SET, "fails")

    fingers.keep(RON)

    page.wait_for_selector("#outbox >> text=Not saved on this phone.")
    assert not page.is_visible("text=Saved on this phone")
    assert page.evaluate(IS_ASKED_BEFORE_LEAVING)
    page.evaluate(SET, "works")
    page.wait_for_selector("#outbox >> text=Saved on this phone")
    assert not page.is_visible("text=Not saved on this phone.")
    assert not page.evaluate(IS_ASKED_BEFORE_LEAVING)
    check_that_a_reload_loses_none(hanchan, page, [RON])


def test_a_hand_stored_later_than_entered_can_be_given_up(table):
    hanchan, page, fingers = table
    page.context.set_offline(True)
    page.evaluate(SET, "fails")
    for outcome in (RON, EAST_TENPAI):
        fingers.keep(outcome)
    page.evaluate(SET, "works")
    page.evaluate(WAIT_FOR_STORED, 2)
    page.wait_for_timeout(UNDER_FINGER)

    give_up(page, 2)
    page.evaluate(WAIT_FOR_STORED, 1)
    page.context.set_offline(False)

    wait_for_hand(page, 1)
    assert outcomes(hanchan) == [RON]


def test_a_hand_is_sent_soon_while_the_storage_does_not_answer(table):
    hanchan, page, fingers = table
    page.evaluate(SET, "stalls")
    page.set_default_timeout(LIMIT + MARGIN)

    fingers.keep(RON)
    wait_for_hand(page, 1)
    page.set_default_timeout(SOON)  # now it is known not to answer
    fingers.keep(EAST_TENPAI)
    wait_for_hand(page, 2)

    assert outcomes(hanchan) == [RON, EAST_TENPAI]


def test_hands_that_wait_are_sent_while_the_storage_does_not_answer(table):
    hanchan, page, fingers = table
    page.context.set_offline(True)
    for outcome in (RON, EAST_TENPAI):
        fingers.keep(outcome)
    page.evaluate(SET, "stalls")
    page.set_default_timeout(LIMIT + MARGIN)

    page.context.set_offline(False)

    wait_for_hand(page, 2)
    assert outcomes(hanchan) == [RON, EAST_TENPAI]


@pytest.mark.parametrize("storage", ["stalls", "stays shut"])
def test_a_page_loaded_while_the_storage_does_not_answer_sends(table, storage):
    hanchan, page, _fingers = table
    page.context.add_init_script(SEND_SOON)
    load_again(page, storage)
    page.set_default_timeout(LIMIT + MARGIN)

    Fingers(page).keep(RON)

    wait_for_hand(page, 1)
    assert outcomes(hanchan) == [RON]


@pytest.mark.parametrize("storage", ["stalls", "stays shut"])
def test_hands_are_stored_once_the_storage_answers_again(table, storage):
    hanchan, page, fingers = table
    page.context.set_offline(True)
    load_again(page, storage)
    for outcome in (RON, EAST_TENPAI):
        fingers.keep(outcome)

    page.evaluate(SET, "works")
    check_that_a_reload_loses_none(hanchan, page, [RON, EAST_TENPAI])


@pytest.fixture
def unstored(table):
    """A hand waits in a page that could not store it. The storage answers again, which the page does not know."""
    _hanchan, page, fingers = table
    page.context.set_offline(True)
    page.evaluate(TRY_AGAIN_ONCE)
    page.evaluate(SET, "stalls")
    fingers.keep(RON)
    page.wait_for_timeout(2 * LIMIT + 1000)  # it is tried again meanwhile
    page.evaluate(SET, "works")
    return table


def test_a_hand_is_stored_when_the_page_is_hidden_after_the_storage_did_not_answer(unstored):
    """A phone may throw the page away there."""
    hanchan, page, _fingers = unstored

    page.evaluate(HIDE)

    check_that_a_reload_loses_none(hanchan, page, [RON])


def test_a_hand_is_stored_as_soon_as_the_next_one_finds_that_the_storage_answers(unstored):
    hanchan, page, fingers = unstored

    fingers.keep(EAST_TENPAI)

    check_that_a_reload_loses_none(hanchan, page, [RON, EAST_TENPAI])


def test_hands_are_stored_again_where_a_script_deletes_the_database(table):
    hanchan, page, fingers = table
    page.context.set_offline(True)
    for outcome in (RON, EAST_TENPAI):
        fingers.keep(outcome)

    assert page.evaluate(DELETE) == "deleted"
    check_that_a_reload_loses_none(hanchan, page, [RON, EAST_TENPAI])


def test_a_hand_that_another_tab_gives_up_is_not_sent_by_one_that_did_not_learn_that_it_is_stored(table):
    hanchan, page, fingers = table
    second = page.context.new_page()
    second.goto(page.url)
    second.wait_for_function(NOTHING_WAITS)
    page.bring_to_front()
    page.context.set_offline(True)
    page.evaluate(SET, "hides")
    fingers.keep(RON)
    page.wait_for_selector("#outbox li", state="attached")
    second.bring_to_front()
    second.wait_for_selector("#outbox li", state="attached")
    second.wait_for_timeout(UNDER_FINGER)

    give_up(second, 1)
    page.wait_for_selector("#outbox li", state="detached")
    page.bring_to_front()
    page.evaluate(SET, "works")
    page.context.set_offline(False)

    page.wait_for_function(NOTHING_WAITS)
    second.wait_for_function(NOTHING_WAITS)
    assert outcomes(hanchan) == []


def test_hands_are_stored_again_where_the_page_learns_late_that_its_connection_is_closed(table):
    _hanchan, page, fingers = table
    page.context.set_offline(True)
    for outcome in (RON, EAST_TENPAI):
        fingers.keep(outcome)
    page.evaluate("() => { window.fetch = () => new Promise(() => {}); dispatchEvent(new Event('online')); }")
    page.wait_for_timeout(500)
    page.evaluate(EMPTY_AND_LOSE_CONNECTION)

    page.evaluate("() => { document.dispatchEvent(new Event('visibilitychange')); }")

    page.evaluate(WAIT_FOR_STORED, 2)
