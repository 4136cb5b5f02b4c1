"""A hand that waits in the phone is given up: what comes after it does not take its place without a question."""

import pytest

from tests.browser.fingers import EMPTY
from tests.browser.saved_hands import (
    CLOSE_LIST,
    DRAW,
    EAST_TENPAI,
    FORGOTTEN,
    NORTH_TENPAI,
    OPEN_LIST,
    REFUSED,
    RON,
    RON_FILLED_IN,
    enter_impossible,
    fill_in_again,
    give_up,
    lose_the_answer,
    outcomes,
    wait_for_hand,
)
from tests.factories import play

pytestmark = pytest.mark.slow

UNDER_FINGER = 1100  # milliseconds: the list takes no touch just after it has moved
# That the second hand is sent takes until `window.isHeld` is false, also beyond the limit of database.js.
HOLD_MARK_OF_SECOND = """() => {
    const { put } = IDBObjectStore.prototype;
    window.isHeld = true;
    IDBObjectStore.prototype.put = function (submission) {
        if (submission.number === 2 && submission.wasSent) {
            const hold = () => { if (window.isHeld) this.count().onsuccess = hold; };
            hold();
            window.isMarking = true;
        }
        return put.call(this, submission);
    };
    const real = window.setTimeout;
    window.setTimeout = (act, wait, ...values) => real(act, wait === 2500 ? 60000 : wait, ...values);
}"""


@pytest.fixture
def undone(at_table):
    """A phone without network at which the second of two recorded hands was undone, and three were entered since."""
    hanchan, page, fingers = at_table
    play(hanchan, DRAW, RON)
    page.reload()
    page.context.set_offline(True)
    page.tap("button:text-is('Undo')")
    for outcome in (EAST_TENPAI, FORGOTTEN, NORTH_TENPAI):
        fingers.keep(outcome)
    page.wait_for_timeout(1000)  # the list takes no touch just after it has moved
    return hanchan, page, fingers


def test_a_hand_given_up_behind_an_undo_stays_a_gap(undone):
    """It was entered anew, behind a later one."""
    hanchan, page, fingers = undone
    give_up(page, 4)
    fingers.keep(RON)

    page.context.set_offline(False)

    page.wait_for_selector("text=Missing before the hands saved on this phone: hand 3")
    assert outcomes(hanchan) == [DRAW, EAST_TENPAI]


def test_one_hand_is_missing_where_the_first_behind_an_undo_was_given_up(undone):
    hanchan, page, fingers = undone
    give_up(page, 3)
    page.context.set_offline(False)
    page.wait_for_selector("text=Missing before the hands saved on this phone: hand 2")
    page.evaluate(OPEN_LIST)
    page.tap("button:text('Enter the missing hand') >> visible=true")

    fingers.keep(RON)

    wait_for_hand(page, 4)
    assert outcomes(hanchan) == [DRAW, RON, FORGOTTEN, NORTH_TENPAI]


def test_hands_entered_after_an_undo_without_an_answer_keep_their_numbers(at_routed_table):
    """The page was loaded anew when the server had done the Undo; then the first of them was given up."""
    hanchan, page, fingers = at_routed_table
    play(hanchan, DRAW, RON)
    page.reload()
    page.route("**/undo/", lose_the_answer)
    with page.expect_event("requestfailed"):  # the server has done it
        page.tap("button:text-is('Undo')")
    page.reload()
    page.wait_for_selector(".confirm [name=number][value='2']", state="attached")
    for outcome in (EAST_TENPAI, NORTH_TENPAI):
        fingers.keep(outcome)
    page.wait_for_timeout(1000)  # the list takes no touch just after it has moved
    give_up(page, 2)

    page.unroute("**/undo/")

    page.wait_for_function("() => document.querySelectorAll('#outbox li').length === 1", timeout=20_000)
    page.wait_for_selector("text=Missing before the hands saved on this phone: hand 2")
    assert page.text_content("#outbox li [data-number]") == "3"
    assert outcomes(hanchan) == [DRAW]


@pytest.fixture
def never_played(at_routed_table):
    """A phone without network that keeps a hand that was never played, and one behind it."""
    _hanchan, page, fingers = at_routed_table
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(FORGOTTEN)
    page.wait_for_timeout(1000)  # the list takes no touch just after it has moved
    return at_routed_table


def check_that_the_next_is_asked_about(hanchan, page):
    """Another phone has recorded it in the place of the one that was given up."""
    page.wait_for_selector("#outbox[data-shows~=held]")
    page.wait_for_timeout(1000)
    assert outcomes(hanchan) == [FORGOTTEN]


def test_the_hand_behind_one_that_was_being_changed_is_asked_about(never_played):
    hanchan, page, _fingers = never_played
    page.evaluate(OPEN_LIST)
    page.tap("button:text('Change') >> visible=true >> nth=0")
    page.wait_for_selector(RON_FILLED_IN, state="attached")
    play(hanchan, FORGOTTEN)
    page.context.set_offline(False)
    page.reload()
    page.wait_for_selector("text=You are changing hand")
    page.wait_for_timeout(1000)

    give_up(page, 1)

    check_that_the_next_is_asked_about(hanchan, page)


def test_the_hand_behind_one_that_did_not_arrive_is_asked_about(never_played):
    hanchan, page, _fingers = never_played
    play(hanchan, FORGOTTEN)
    page.route("**/hands/", lambda route: route.abort())
    page.context.set_offline(False)
    page.reload()
    page.wait_for_selector(".confirm [name=number][value='2']", state="attached")
    page.wait_for_timeout(1000)

    give_up(page, 1)

    page.unroute("**/hands/")
    check_that_the_next_is_asked_about(hanchan, page)


def test_the_hand_behind_an_impossible_one_is_asked_about(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    enter_impossible(fingers)
    page.wait_for_function(EMPTY)
    fingers.keep(FORGOTTEN)
    page.context.set_offline(False)
    page.wait_for_selector("#outbox[data-shows~=rejected]")
    play(hanchan, FORGOTTEN)
    page.reload()
    page.wait_for_selector(".confirm [name=number][value='2']", state="attached")
    page.wait_for_timeout(1000)

    give_up(page, 1)

    check_that_the_next_is_asked_about(hanchan, page)


def give_up_behind_the_refused_one(page, fingers):
    """With the network, give up the second hand, enter another one, and fill in the refused hand again."""
    page.context.set_offline(False)
    page.wait_for_selector(REFUSED)
    page.wait_for_timeout(1000)
    give_up(page, 2)
    page.wait_for_timeout(500)
    page.evaluate(CLOSE_LIST)
    fingers.keep(NORTH_TENPAI)

    page.wait_for_timeout(1000)
    fill_in_again(page, fingers)


def test_a_hand_given_up_behind_a_refused_one_stays_a_gap(never_played):
    """It was entered anew, behind a later one, and then the refused one moves."""
    hanchan, page, fingers = never_played
    fingers.keep(EAST_TENPAI)
    play(hanchan, DRAW)
    give_up_behind_the_refused_one(page, fingers)

    page.wait_for_selector("text=Missing before the hands saved on this phone: hand 3")
    assert outcomes(hanchan) == [DRAW, RON]
    assert page.locator("#outbox li [data-number]").all_text_contents() == ["4", "5"]


def test_one_hand_is_missing_where_one_entered_behind_a_refused_one_was_given_up(at_routed_table):
    """It was entered on a screen that was three hands ahead of the refused one."""
    hanchan, page, fingers = at_routed_table
    page.context.set_offline(True)
    fingers.keep(RON)
    play(hanchan, DRAW, DRAW, DRAW)
    page.context.set_offline(False)
    page.wait_for_selector(REFUSED)
    page.evaluate(CLOSE_LIST)
    for outcome in (FORGOTTEN, EAST_TENPAI):
        fingers.keep(outcome)
    page.wait_for_timeout(1000)  # the list takes no touch just after it has moved
    give_up(page, 4)
    page.wait_for_timeout(1000)

    fill_in_again(page, fingers)

    page.wait_for_selector("text=Missing before the hands saved on this phone: hand 5")
    assert page.locator("#outbox li [data-number]").all_text_contents() == ["6"]
    assert outcomes(hanchan) == [DRAW, DRAW, DRAW, RON]


def test_hands_entered_behind_a_refused_one_follow_it_without_a_gap(never_played):
    """Two were recorded meanwhile, so the number of the next one is higher than that of the refused one by two."""
    hanchan, page, fingers = never_played
    play(hanchan, DRAW, DRAW)
    give_up_behind_the_refused_one(page, fingers)

    wait_for_hand(page, 4)
    assert outcomes(hanchan) == [DRAW, DRAW, RON, NORTH_TENPAI]


@pytest.mark.parametrize("button", ["Do not send this hand", "Change"])
def test_a_hand_about_which_somebody_decides_before_it_is_sent_stays_in_the_phone(at_table, button):
    """That it is sent is stored first, for which some phones take seconds."""
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    for hand in (DRAW, RON):
        fingers.keep(hand)
    page.evaluate(HOLD_MARK_OF_SECOND)
    page.context.set_offline(False)
    page.wait_for_function("() => window.isMarking")
    page.evaluate(OPEN_LIST)
    page.wait_for_timeout(UNDER_FINGER)

    page.tap(f"button:text('{button}') >> visible=true")
    page.evaluate("() => { window.isHeld = false; }")

    page.wait_for_timeout(1000)
    assert outcomes(hanchan) == [DRAW]
    if button == "Change":
        page.wait_for_selector(RON_FILLED_IN, state="attached")
        fingers.tap(".confirm-button")
        wait_for_hand(page, 2)
        assert outcomes(hanchan) == [DRAW, RON]
