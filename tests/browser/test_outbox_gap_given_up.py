"""A hand that waited in the phone was given up, so one is missing before those behind it: somebody enters it, or says
that none is missing."""

import pytest

from tests.browser.saved_hands import (
    ASK_FOR_NEWS,
    DRAW,
    EAST_TENPAI,
    FORGOTTEN,
    NORTH_TENPAI,
    OPEN_LIST,
    REFUSED,
    RON,
    fill_in_again,
    lose_the_answer,
    outcomes,
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


def test_the_hand_behind_a_missing_one_that_was_refused_is_asked_about(at_table):
    """The missing hand was entered, but another phone has recorded the one behind it in its place."""
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(FORGOTTEN)
    fingers.keep(EAST_TENPAI)
    page.wait_for_timeout(1500)
    page.tap("#outbox summary")
    page.tap("button:text('Do not send this hand') >> nth=0")
    page.tap("button:text('Enter the missing hand') >> visible=true")
    fingers.keep(RON)
    page.wait_for_timeout(1500)  # it was tried to send it
    play(hanchan, EAST_TENPAI)
    page.context.set_offline(False)
    page.wait_for_selector(REFUSED)
    page.wait_for_timeout(1100)  # the list takes no touch just after it has moved

    fill_in_again(page, fingers)

    page.wait_for_selector("#outbox >> text=Compare the saved hands with the recorded hands.")
    page.wait_for_timeout(1000)
    assert outcomes(hanchan) == [EAST_TENPAI, RON]
