"""A hand was undone and others wait in the phone, so it is missing before them: it is entered anew first."""

import pytest

from scoring.seats import Seat
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
    fill_in_again,
    insert_before_the_first,
    outcomes,
    undo,
    wait_for_hand,
)
from tests.factories import play

pytestmark = pytest.mark.slow


@pytest.fixture
def undone(at_table):
    """A phone without network at which the second of two recorded hands was undone, and then entered otherwise."""
    hanchan, page, fingers = at_table
    play(hanchan, DRAW, RON)
    page.reload()
    page.context.set_offline(True)
    page.tap("button:text-is('Undo')")
    fingers.keep(EAST_TENPAI)
    return hanchan, page


def test_no_hand_is_missing_after_one_that_the_phone_itself_undoes(undone):
    hanchan, page = undone

    page.context.set_offline(False)

    wait_for_hand(page, 2)
    assert outcomes(hanchan) == [DRAW, EAST_TENPAI]


def test_a_correction_beside_the_phone_s_own_undo_is_asked_about(undone):
    hanchan, page = undone
    insert_before_the_first(hanchan)

    page.context.set_offline(False)

    page.wait_for_selector(REFUSED)
    assert page.locator("#outbox li").count() == 1


def test_the_last_hand_that_was_undone_is_entered_before_those_that_wait(at_table):
    """A wrong hand ended the hanchan, and another one waited behind it."""
    hanchan, page, fingers = at_table
    play(hanchan, *[DRAW] * 7)
    page.reload()
    page.context.set_offline(True)
    fingers.keep(DRAW)
    fingers.keep(RON)
    page.context.set_offline(False)
    page.wait_for_selector("text=Hands entered after the end of the hanchan cannot count")

    page.tap("button:text-is('Undo')")

    page.wait_for_selector("text=Missing before the hands saved on this phone: hand 8")
    page.wait_for_timeout(500)
    assert outcomes(hanchan) == [DRAW] * 7
    fingers.choose(NORTH_TENPAI)
    fingers.tap(".confirm-button")
    page.wait_for_selector(".sheet")
    assert outcomes(hanchan) == [*[DRAW] * 7, NORTH_TENPAI, RON]


@pytest.fixture
def undone_before_rejected(at_table):
    """A phone whose hand was rejected, because a referee inserted another one. Then the last recorded one is undone."""
    hanchan, page, fingers = at_table
    play(hanchan, DRAW, NORTH_TENPAI)
    page.reload()
    page.context.set_offline(True)
    fingers.keep(RON)
    insert_before_the_first(hanchan)
    page.context.set_offline(False)
    page.wait_for_selector(REFUSED)
    page.tap("#outbox summary")
    page.tap("button:text-is('Undo')")
    page.wait_for_selector(".confirm [name=number][value='3']", state="attached")
    return hanchan, page, fingers


@pytest.mark.parametrize("is_loaded_anew", [False, True])
def test_an_undone_hand_is_entered_anew_before_one_that_was_rejected(undone_before_rejected, is_loaded_anew):
    hanchan, page, fingers = undone_before_rejected
    if is_loaded_anew:
        page.reload()
        page.wait_for_selector(REFUSED)
        page.tap("#outbox summary")

    fingers.keep(EAST_TENPAI)

    page.wait_for_selector(".confirm [name=number][value='4']", state="attached")
    fill_in_again(page, fingers)
    wait_for_hand(page, 4)
    assert outcomes(hanchan) == [FORGOTTEN, DRAW, EAST_TENPAI, RON]


def test_two_undone_hands_are_entered_anew_before_one_that_was_rejected(undone_before_rejected):
    hanchan, page, fingers = undone_before_rejected
    page.tap("button:text-is('Undo')")
    page.wait_for_selector(".confirm [name=number][value='2']", state="attached")

    for number, hand in enumerate([NORTH_TENPAI, EAST_TENPAI], 3):
        fingers.keep(hand)
        page.wait_for_selector(f".confirm [name=number][value='{number}']", state="attached")

    fill_in_again(page, fingers)
    wait_for_hand(page, 4)
    assert outcomes(hanchan) == [FORGOTTEN, NORTH_TENPAI, EAST_TENPAI, RON]


def test_a_hand_that_another_phone_undid_is_offered_beside_one_that_was_rejected(at_table):
    hanchan, page, fingers = at_table
    play(hanchan, DRAW)
    page.reload()
    page.context.set_offline(True)
    fingers.keep(RON)
    insert_before_the_first(hanchan)
    page.context.set_offline(False)
    page.wait_for_selector(REFUSED)
    undo(hanchan)
    undo(hanchan)
    page.reload()
    page.wait_for_selector(REFUSED)

    page.tap("button:text('Enter the missing hand') >> visible=true")
    fingers.keep(EAST_TENPAI)

    page.wait_for_selector(".confirm [name=number][value='2']", state="attached")
    assert outcomes(hanchan) == [EAST_TENPAI]


def test_a_hand_is_undone_beside_a_rejected_one_only_with_an_answer(at_table):
    """Another phone recorded another version of the rejected hand."""
    hanchan, page, fingers = at_table
    play(hanchan, DRAW)
    page.reload()
    page.context.set_offline(True)
    fingers.keep(RON)
    play(hanchan, FORGOTTEN)
    page.context.set_offline(False)
    page.wait_for_selector(REFUSED)
    page.evaluate(CLOSE_LIST)
    page.context.set_offline(True)
    page.tap("button:text-is('Undo')")
    page.wait_for_selector("text=No connection. Touch again.")
    page.context.set_offline(False)
    page.wait_for_timeout(1000)
    assert outcomes(hanchan) == [DRAW, FORGOTTEN]

    page.tap("button:text-is('Undo')")
    page.wait_for_selector(".confirm [name=number][value='2']", state="attached")
    fill_in_again(page, fingers)

    wait_for_hand(page, 2)
    assert outcomes(hanchan) == [DRAW, RON]


def test_a_gap_after_an_undone_hand_is_asked_about_also_after_back(at_table):
    hanchan, page, fingers = at_table
    play(hanchan, *[DRAW] * 7)
    page.reload()
    page.context.set_offline(True)
    for hand in (DRAW, RON, EAST_TENPAI):
        fingers.keep(hand)
    page.context.set_offline(False)
    page.wait_for_selector("text=Hands entered after the end of the hanchan cannot count")
    page.tap("button:text-is('Undo')")
    page.wait_for_selector("text=Missing before the hands saved on this phone: hand 8")
    page.context.set_offline(True)
    fingers.keep(NORTH_TENPAI)
    page.evaluate(OPEN_LIST)
    page.tap("button:text('Do not send this hand') >> visible=true >> nth=1")
    page.evaluate(CLOSE_LIST)
    fingers.touch_seat(Seat.SOUTH)
    page.wait_for_selector("[name=winner]:checked", state="attached")

    page.go_back()
    page.wait_for_function(EMPTY)

    assert page.input_value("#hand [name=for]") == "11"
