"""A finger that taps twice where it meant once: the second tap presses nothing of what came in between."""

import pytest

from scoring.outcome import ExhaustiveDraw, HanFu
from scoring.seats import Seat
from tests.browser.fingers import Fingers
from tests.factories import HanchanFactory, play

pytestmark = pytest.mark.slow


def tap_twice(page, selector):
    """On its left half, where what comes after it has buttons."""
    box = page.locator(selector).bounding_box()
    there = box["x"] + box["width"] / 4, box["y"] + box["height"] / 2
    with page.expect_response("**/hanchans/**"):
        page.touchscreen.tap(*there)
    page.wait_for_timeout(150)
    page.touchscreen.tap(*there)
    page.wait_for_timeout(600)


def test_undo_takes_back_one_hand(open_table):
    hanchan = HanchanFactory()
    play(hanchan, ExhaustiveDraw(), ExhaustiveDraw(), ExhaustiveDraw())
    _hanchan, page = open_table(hanchan)
    page.wait_for_timeout(500)

    tap_twice(page, "button:has-text('Undo')")

    assert hanchan.hands.filter(superseded_by=None).count() == 2
    page.tap("button:has-text('Undo')")
    page.wait_for_selector("text=Recorded: East 1")
    assert hanchan.hands.filter(superseded_by=None).count() == 1


def test_confirm_calls_no_referee(open_table):
    """The call is where Confirm was."""
    hanchan, page = open_table()
    fingers = Fingers(page)
    fingers.touch_seat(Seat.SOUTH)
    fingers.touch_seat(Seat.WEST)
    fingers.touch_value(HanFu(3, 30), "ron")
    page.wait_for_timeout(500)

    tap_twice(page, ".confirm-button")

    assert hanchan.hands.count() == 1
    assert hanchan.table.calls.count() == 0
