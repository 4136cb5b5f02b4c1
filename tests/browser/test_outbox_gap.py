"""A hand before those that wait in the phone is missing: somebody enters it, or says that none is missing."""

import pytest

from scoring.seats import Seat
from tests.browser.fingers import EMPTY
from tests.browser.saved_hands import (
    ASK_FOR_NEWS,
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
    lose_the_answer,
    outcomes,
    undo,
    wait_for_hand,
)
from tests.factories import play

pytestmark = pytest.mark.slow

MISSING = "text=Missing before the hands saved on this phone: hand 1"


@pytest.fixture
def missing(at_table):
    """A phone whose first hand was given up after its first attempt to send it, and whose second hand waits."""
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(EAST_TENPAI)
    page.wait_for_timeout(1500)
    page.tap("#outbox summary")
    page.tap("button:text('Do not send this hand') >> nth=0")
    page.context.set_offline(False)
    page.wait_for_selector(MISSING)
    assert outcomes(hanchan) == []
    return hanchan, page, fingers


def test_the_missing_hand_is_entered(missing):
    hanchan, page, fingers = missing
    page.tap("text=Enter the missing hand >> visible=true")

    fingers.keep(FORGOTTEN)

    wait_for_hand(page, 2)
    assert outcomes(hanchan) == [FORGOTTEN, EAST_TENPAI]


def test_the_next_hand_does_not_take_its_place(missing):
    hanchan, page, fingers = missing
    page.tap("#outbox summary")
    fingers.keep(FORGOTTEN)
    page.wait_for_selector(MISSING)
    assert outcomes(hanchan) == []
    page.tap("#outbox summary")

    page.tap("button:text('No hand is missing') >> visible=true")

    wait_for_hand(page, 2)
    assert outcomes(hanchan) == [EAST_TENPAI, FORGOTTEN]


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


def test_the_missing_hand_stays_in_the_form_when_the_page_is_loaded_anew(missing):
    hanchan, page, fingers = missing
    page.tap("button:text('Enter the missing hand') >> visible=true")
    fingers.choose(FORGOTTEN)
    page.wait_for_function("() => location.search.includes('value=')")

    page.reload()

    page.wait_for_selector("[data-hand-number] >> text=1 >> visible=true")
    fingers.tap(".confirm-button")
    wait_for_hand(page, 2)
    assert outcomes(hanchan) == [FORGOTTEN, EAST_TENPAI]


@pytest.mark.parametrize("is_loaded_anew", [False, True])
def test_those_behind_a_hand_that_another_phone_has_recorded_are_asked_about(missing, is_loaded_anew):
    """It may be the first of those that wait."""
    hanchan, page, _fingers = missing
    play(hanchan, FORGOTTEN)

    if is_loaded_anew:
        page.reload()
    else:
        page.evaluate(ASK_FOR_NEWS)

    page.wait_for_selector("#outbox >> text=Compare the saved hands with the recorded hands.")
    assert outcomes(hanchan) == [FORGOTTEN]
    page.tap("text=Send now >> visible=true")
    wait_for_hand(page, 2)
    assert outcomes(hanchan) == [FORGOTTEN, EAST_TENPAI]


def test_a_hand_that_is_changed_behind_such_a_gap_is_asked_about_too(missing):
    hanchan, page, fingers = missing
    page.evaluate(OPEN_LIST)
    page.tap("button:text('Change') >> visible=true >> nth=0")
    play(hanchan, EAST_TENPAI)
    page.reload()
    page.wait_for_selector("text=You are changing hand")

    fingers.tap(".confirm-button")

    page.wait_for_selector("#outbox >> text=Compare the saved hands with the recorded hands.")
    assert outcomes(hanchan) == [EAST_TENPAI]


def test_a_hand_that_is_changed_behind_a_refused_one_is_held_with_the_others(at_table):
    """Another phone has recorded it, and the one before it was never played."""
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    for outcome in (RON, FORGOTTEN, EAST_TENPAI):
        fingers.keep(outcome)
    page.tap("#outbox summary")
    page.tap("button:text('Change') >> visible=true >> nth=1")
    play(hanchan, FORGOTTEN)
    page.context.set_offline(False)
    page.wait_for_selector(REFUSED)
    page.evaluate(OPEN_LIST)
    page.wait_for_timeout(1000)

    page.tap("button:text('Do not send this hand') >> visible=true >> nth=0")

    page.tap("button:text('Leave this hand unchanged') >> visible=true")
    page.wait_for_selector("#outbox >> text=Compare the saved hands with the recorded hands.")
    page.wait_for_timeout(1000)
    assert outcomes(hanchan) == [FORGOTTEN]


def test_a_gap_behind_a_hand_without_an_answer_is_asked_about(at_routed_table):
    """Another phone records the hand behind it in its place, before this phone knows that the first one arrived."""
    hanchan, page, fingers = at_routed_table
    page.route("**/hands/", lose_the_answer)
    fingers.keep(NORTH_TENPAI)
    page.wait_for_timeout(500)
    page.context.set_offline(True)
    page.unroute("**/hands/")
    fingers.keep(DRAW)
    fingers.keep(RON)
    page.tap("#outbox summary")
    page.tap("button:text('Do not send this hand') >> nth=1")
    play(hanchan, RON)

    page.context.set_offline(False)

    page.wait_for_selector("#outbox >> text=Compare the saved hands with the recorded hands.")
    assert outcomes(hanchan) == [NORTH_TENPAI, RON]


def test_a_hand_entered_after_such_a_gap_is_held_with_those_behind_it(at_routed_table):
    hanchan, page, fingers = at_routed_table
    page.route("**/hands/", lose_the_answer)
    fingers.keep(NORTH_TENPAI)
    page.wait_for_timeout(500)
    page.context.set_offline(True)
    page.unroute("**/hands/")
    fingers.keep(DRAW)
    fingers.keep(RON)
    page.tap("#outbox summary")
    page.tap("button:text('Do not send this hand') >> nth=1")
    page.tap("#outbox summary")
    fingers.keep(FORGOTTEN)
    play(hanchan, RON, FORGOTTEN)

    page.context.set_offline(False)

    page.wait_for_selector("#outbox >> text=Compare the saved hands with the recorded hands.")
    page.wait_for_timeout(1000)
    assert outcomes(hanchan) == [NORTH_TENPAI, RON, FORGOTTEN]


def test_the_missing_hand_whose_answer_was_lost_raises_no_question(at_routed_table):
    hanchan, page, fingers = at_routed_table
    page.context.set_offline(True)
    fingers.keep(DRAW)
    fingers.keep(RON)
    page.tap("#outbox summary")
    page.tap("button:text('Do not send this hand') >> nth=0")
    page.context.set_offline(False)
    page.wait_for_selector(MISSING)
    page.tap("text=Enter the missing hand >> visible=true")
    page.route("**/hands/", lose_the_answer)
    fingers.keep(NORTH_TENPAI)
    page.wait_for_timeout(500)
    page.unroute("**/hands/")

    page.reload()

    wait_for_hand(page, 2)
    assert outcomes(hanchan) == [NORTH_TENPAI, RON]


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


def test_each_missing_hand_is_asked_about(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    for hand in (RON, RON, EAST_TENPAI):
        fingers.keep(hand)
    page.wait_for_timeout(1500)
    page.tap("#outbox summary")
    for _hand in range(2):
        page.tap("button:text('Do not send this hand') >> nth=0")
    page.context.set_offline(False)
    page.wait_for_selector(MISSING)
    page.tap("text=Enter the missing hand >> visible=true")
    fingers.keep(FORGOTTEN)
    page.wait_for_selector("text=Missing before the hands saved on this phone: hand 2")

    fingers.keep(DRAW)
    page.evaluate(OPEN_LIST)
    page.tap("button:text('No hand is missing') >> visible=true")

    wait_for_hand(page, 3)
    assert outcomes(hanchan) == [FORGOTTEN, EAST_TENPAI, DRAW]


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
