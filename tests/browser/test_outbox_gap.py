"""A hand before those that wait in the phone is missing: somebody enters it, or says that none is missing."""

import pytest

from tests.browser.saved_hands import (
    DRAW,
    EAST_TENPAI,
    FORGOTTEN,
    REFUSED,
    RON,
    insert_before_the_first,
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

    page.tap("text=Send now >> visible=true")

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
