"""The browser empties or closes the storage of the phone while the page is open, or has no room in it: what waits is
still in memory, and is neither lost nor stuck."""

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from tests.browser.fingers import Fingers
from tests.browser.saved_hands import (
    DRAW,
    EAST_TENPAI,
    NORTH_TENPAI,
    NOTHING_WAITS,
    OPEN_LIST,
    REFUSED,
    RON,
    give_up,
    outcomes,
    wait_for_hand,
)
from tests.factories import HanchanFactory, play
from tournament.core.requests import SESSION_TABLES
from tournament.models import RoundClock

pytestmark = pytest.mark.slow

BOTH = "() => document.querySelectorAll('#outbox ol > li').length === 2"
UNDER_FINGER = 1100  # milliseconds: the list takes no touch just after it has moved

EMPTY_STORAGE = """() => new Promise((resolve) => {
    indexedDB.open("tenbo", 1).onsuccess = ({ target: { result: database } }) => {
        const transaction = database.transaction("outbox", "readwrite");
        transaction.objectStore("outbox").clear();
        transaction.oncomplete = () => { database.close(); resolve(); };
    };
})"""
# Opening a database that does not exist would make one without a table of hands.
BOTH_STORED = """async () => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === "tenbo")) return false;
    return new Promise((resolve) => {
        indexedDB.open("tenbo", 1).onsuccess = ({ target: { result: database } }) => {
            const count = database.transaction("outbox").objectStore("outbox").count();
            count.onsuccess = () => { database.close(); resolve(count.result === 2); };
        };
    });
}"""
# Until `window.isFull` is false.
LEAVE_NO_ROOM = """() => {
    const put = IDBObjectStore.prototype.put;
    window.isFull = true;
    IDBObjectStore.prototype.put = function (...values) {
        const request = put.apply(this, values);
        if (window.isFull) this.transaction.abort();
        return request;
    };
}"""
# A tab that cannot use the storage until `window.isHeld` is false.
READ_NOTHING = """() => {
    const transaction = IDBDatabase.prototype.transaction;
    window.isHeld = true;
    IDBDatabase.prototype.transaction = function (...options) {
        if (window.isHeld) throw new DOMException("held", "InvalidStateError");
        return transaction.apply(this, options);
    };
}"""
# No request is answered.
ANSWER_NOTHING = "() => { window.fetch = () => new Promise(() => {}); }"
SHOW_AGAIN = "() => { document.dispatchEvent(new Event('visibilitychange')); }"
TRY_TO_SEND = "() => { dispatchEvent(new Event('online')); }"


def empty(page):
    page.evaluate(EMPTY_STORAGE)


def close(page):
    """Remove the database, as the browser does it where somebody clears the data of the site."""
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(page.url))
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb"})


def open_beside(page, hanchan):
    """Open another table's page in the same browser."""
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    session = SessionStore(cookies[settings.SESSION_COOKIE_NAME])
    session[SESSION_TABLES] = session[SESSION_TABLES] | {str(hanchan.table.pk): hanchan.table.link_nonce}
    session.save()
    second = page.context.new_page()
    second.goto(hanchan.table.get_absolute_url())
    return second


@pytest.fixture
def two(at_table):
    """A phone without network that keeps two hands."""
    hanchan, page, fingers = at_table
    page.reload()  # through the service worker, which keeps the scripts
    page.context.set_offline(True)
    for outcome in (RON, EAST_TENPAI):
        fingers.keep(outcome)
    return hanchan, page, fingers


@pytest.mark.parametrize("lose", [empty, close])
def test_hands_are_sent_after_the_storage_is_lost(two, lose):
    hanchan, page, _fingers = two

    lose(page)
    page.context.set_offline(False)

    page.wait_for_function(NOTHING_WAITS)
    assert outcomes(hanchan) == [RON, EAST_TENPAI]


@pytest.mark.parametrize("lose", [empty, close])
@pytest.mark.parametrize("event", [SHOW_AGAIN, TRY_TO_SEND], ids=["shown again", "tried again"])
def test_hands_are_stored_again_after_the_storage_is_lost(two, lose, event):
    hanchan, page, _fingers = two
    lose(page)

    page.evaluate(event)
    page.wait_for_function(BOTH_STORED)
    assert page.evaluate(BOTH)
    page.reload()
    page.wait_for_function(BOTH)
    page.context.set_offline(False)

    page.wait_for_function(NOTHING_WAITS)
    assert outcomes(hanchan) == [RON, EAST_TENPAI]


def test_a_hand_entered_after_the_storage_is_lost_takes_no_other_s_place(two):
    hanchan, page, fingers = two
    close(page)

    fingers.keep(RON)
    page.reload()
    page.wait_for_selector("#outbox[data-shows~=waiting]")
    page.context.set_offline(False)

    page.wait_for_function(NOTHING_WAITS)
    assert outcomes(hanchan) == [RON, EAST_TENPAI, RON]


def test_a_hand_given_up_after_the_storage_is_lost_is_not_sent_by_another_tab(two):
    hanchan, page, _fingers = two
    second = page.context.new_page()
    second.goto(page.url)
    second.wait_for_function(BOTH)
    second.evaluate(READ_NOTHING)
    page.bring_to_front()
    empty(page)

    page.evaluate(OPEN_LIST)
    page.wait_for_timeout(UNDER_FINGER)
    page.tap("button:text('Do not send this hand') >> nth=1")
    page.wait_for_timeout(1000)
    second.evaluate("() => { window.isHeld = false; }")
    second.evaluate(SHOW_AGAIN)
    second.wait_for_timeout(500)
    second.evaluate("() => { dispatchEvent(new Event('focus')); }")
    page.context.set_offline(False)

    for tab in (page, second):
        tab.wait_for_function("() => document.querySelectorAll('#outbox li').length === 0")
    assert outcomes(hanchan) == [RON]


def test_a_hand_that_a_person_sends_goes_out_where_that_cannot_be_stored(two):
    hanchan, page, _fingers = two
    play(hanchan, DRAW)
    page.context.set_offline(False)
    page.wait_for_selector(REFUSED)
    page.wait_for_timeout(UNDER_FINGER)
    give_up(page, 1)
    page.wait_for_selector("#outbox[data-shows~=held]")
    page.wait_for_timeout(UNDER_FINGER)
    page.evaluate(LEAVE_NO_ROOM)

    page.context.set_offline(True)
    page.evaluate(OPEN_LIST)
    page.tap("text=Send now >> visible=true")
    page.evaluate(SHOW_AGAIN)
    page.wait_for_timeout(500)
    page.context.set_offline(False)

    page.wait_for_function(NOTHING_WAITS)
    assert outcomes(hanchan) == [DRAW, EAST_TENPAI]


def test_two_lost_hands_replace_neither_each_other_nor_that_of_another_table(at_table):
    hanchan, page, fingers = at_table
    page.reload()
    other = HanchanFactory()
    second = open_beside(page, other)
    page.context.set_offline(True)
    page.bring_to_front()
    for outcome in (RON, EAST_TENPAI):
        fingers.keep(outcome)
    close(page)

    second.bring_to_front()
    Fingers(second).keep(DRAW)  # the first in the new storage
    page.bring_to_front()
    page.evaluate(SHOW_AGAIN)
    page.wait_for_timeout(1000)
    page.reload()
    page.wait_for_function(BOTH)
    page.context.set_offline(False)

    for tab in (page, second):
        tab.evaluate(TRY_TO_SEND)
        tab.wait_for_function(NOTHING_WAITS)
    assert outcomes(hanchan) == [RON, EAST_TENPAI]
    assert outcomes(other) == [DRAW]


def test_a_button_of_the_list_is_for_the_same_hand_after_the_storage_is_lost(at_table):
    """Three hands have the ids 1 to 3, and the two that are left have the ids 1 and 2 in the new storage."""
    hanchan, page, fingers = at_table
    page.reload()
    fingers.enter(RON)
    page.wait_for_function(NOTHING_WAITS)
    page.context.set_offline(True)
    for outcome in (EAST_TENPAI, NORTH_TENPAI):
        fingers.keep(outcome)
    page.wait_for_timeout(UNDER_FINGER)
    close(page)
    page.evaluate(ANSWER_NOTHING)

    page.evaluate(TRY_TO_SEND)
    page.wait_for_timeout(500)
    give_up(page, 3)
    page.wait_for_timeout(500)
    page.reload()
    page.wait_for_selector("#outbox li", state="attached")
    page.context.set_offline(False)

    page.wait_for_function(NOTHING_WAITS)
    assert outcomes(hanchan) == [RON, EAST_TENPAI]


def test_equal_answers_of_two_tables_to_the_clock_s_question_are_both_stored_again(at_table):
    hanchan, page, _fingers = at_table
    other = HanchanFactory()
    for round_ in (hanchan.round, other.round):
        RoundClock.objects.create(round=round_, started_at=timezone.now() - timedelta(hours=2))
    page.reload()
    second = open_beside(page, other)
    page.context.set_offline(True)
    for tab in (page, second):
        tab.bring_to_front()
        tab.tap("text=Yes, a hand was in progress")
        tab.wait_for_function("() => !document.getElementById('table-screen').inert")
    close(page)

    for tab in (second, page):
        tab.bring_to_front()
        tab.evaluate(SHOW_AGAIN)
        tab.wait_for_timeout(1000)
    page.context.set_offline(False)

    for tab in (page, second):
        tab.evaluate(TRY_TO_SEND)
        tab.wait_for_function(NOTHING_WAITS)
    for each in (hanchan, other):
        each.refresh_from_db()
        assert each.time_hand_in_progress


def test_a_page_opened_without_room_in_the_phone_stores_its_hands_again(at_table):
    hanchan, page, fingers = at_table
    page.evaluate("indexedDB.deleteDatabase('tenbo')")
    page.add_init_script(f"({LEAVE_NO_ROOM})()")
    page.reload()
    page.wait_for_timeout(500)
    page.context.set_offline(True)
    page.evaluate("() => { window.isFull = false; }")
    for outcome in (RON, EAST_TENPAI):
        fingers.keep(outcome)

    empty(page)
    page.evaluate(SHOW_AGAIN)
    page.wait_for_timeout(500)
    page.context.set_offline(False)

    page.wait_for_function(NOTHING_WAITS)
    assert outcomes(hanchan) == [RON, EAST_TENPAI]


def test_a_hand_given_up_while_the_storage_fails_does_not_come_back(two):
    hanchan, page, _fingers = two
    page.wait_for_timeout(UNDER_FINGER)
    page.evaluate(READ_NOTHING)
    give_up(page, 2)
    page.wait_for_timeout(500)

    page.evaluate("() => { window.isHeld = false; }")
    page.evaluate(SHOW_AGAIN)
    page.wait_for_timeout(500)
    assert page.locator("#outbox li").count() == 1
    page.context.set_offline(False)
    page.reload()

    wait_for_hand(page, 1)
    page.wait_for_timeout(500)
    assert outcomes(hanchan) == [RON]


def test_a_hand_given_up_while_the_storage_fails_is_not_sent_by_another_tab(two):
    hanchan, page, _fingers = two
    second = page.context.new_page()
    second.goto(page.url)
    second.wait_for_function(BOTH)
    for tab in (page, second):
        tab.evaluate(READ_NOTHING)
    page.bring_to_front()
    page.wait_for_timeout(UNDER_FINGER)
    give_up(page, 2)
    page.wait_for_timeout(500)

    second.bring_to_front()
    second.evaluate("() => { dispatchEvent(new Event('focus')); }")
    page.context.set_offline(False)

    second.wait_for_function(NOTHING_WAITS)
    assert outcomes(hanchan) == [RON]
