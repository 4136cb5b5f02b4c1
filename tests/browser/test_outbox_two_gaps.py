"""Two hands were given up that waited in the phone: each gap is asked about, and what is entered next comes after all
that wait."""

import pytest

from scoring.outcome import ExhaustiveDraw
from scoring.seats import Seat
from tests.browser.saved_hands import (
    ASK_FOR_NEWS,
    CLOSE_LIST,
    DRAW,
    EAST_TENPAI,
    FORGOTTEN,
    NORTH_TENPAI,
    OPEN_LIST,
    RON,
    give_up,
    outcomes,
    wait_for_hand,
)
from tests.factories import play

pytestmark = pytest.mark.slow

MISSING = "text=Missing before the hands saved on this phone: hand {}"
ENTER, NONE = (
    "button:text('Enter the missing hand') >> visible=true",
    "button:text('No hand is missing') >> visible=true",
)
HELD = "#outbox >> text=Compare the saved hands with the recorded hands."
SEND = "text=Send now >> visible=true"
UNDER_FINGER = 1000
"""Milliseconds after which a list that has moved takes a touch."""
SOUTH_TENPAI = ExhaustiveDraw(tenpai=frozenset({Seat.SOUTH}))


@pytest.fixture
def without_network(at_table):
    """A phone without network that keeps four hands."""
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    for hand in (RON, EAST_TENPAI, DRAW, NORTH_TENPAI):
        fingers.keep(hand)
    page.wait_for_timeout(1500)
    return hanchan, page, fingers


@pytest.fixture
def two_gaps(without_network):
    """Hands 1 and 3 of the four were given up, and hand 1 is asked about."""
    hanchan, page, fingers = without_network
    give_up(page, 1)
    give_up(page, 3)
    page.context.set_offline(False)
    page.wait_for_selector(MISSING.format(1))
    return hanchan, page, fingers


def touch(page, button):
    page.evaluate(OPEN_LIST)
    page.wait_for_timeout(UNDER_FINGER)
    page.tap(button)


def test_the_second_is_asked_about_when_no_hand_was_missing_first(two_gaps):
    hanchan, page, _fingers = two_gaps

    touch(page, NONE)

    page.wait_for_selector(MISSING.format(2))
    assert outcomes(hanchan) == [EAST_TENPAI]

    touch(page, NONE)

    wait_for_hand(page, 2)
    assert outcomes(hanchan) == [EAST_TENPAI, NORTH_TENPAI]


def test_the_second_is_entered_when_no_hand_was_missing_first(two_gaps):
    hanchan, page, fingers = two_gaps
    touch(page, NONE)
    page.wait_for_selector(MISSING.format(2))

    touch(page, ENTER)
    fingers.keep(FORGOTTEN)

    wait_for_hand(page, 3)
    assert outcomes(hanchan) == [EAST_TENPAI, FORGOTTEN, NORTH_TENPAI]


def test_a_missing_hand_that_another_phone_recorded_is_entered_no_more(two_gaps):
    """The form was for hand 1, and was not for the second missing hand after it was recorded."""
    hanchan, page, fingers = two_gaps
    touch(page, ENTER)
    play(hanchan, RON)
    page.evaluate(ASK_FOR_NEWS)
    page.wait_for_selector(HELD)

    page.evaluate(CLOSE_LIST)
    fingers.keep(FORGOTTEN)
    touch(page, SEND)
    page.wait_for_selector(MISSING.format(3))
    touch(page, NONE)

    wait_for_hand(page, 4)
    assert outcomes(hanchan) == [RON, EAST_TENPAI, NORTH_TENPAI, FORGOTTEN]


def test_the_next_hand_waits_behind_held_ones_after_another_phone_recorded_the_missing_one(without_network):
    hanchan, page, fingers = without_network
    give_up(page, 1)
    page.context.set_offline(False)
    page.wait_for_selector(MISSING.format(1))
    touch(page, ENTER)
    play(hanchan, RON)
    page.evaluate(ASK_FOR_NEWS)
    page.wait_for_selector(HELD)
    page.wait_for_timeout(UNDER_FINGER)
    give_up(page, 2)
    page.wait_for_timeout(500)

    fingers.keep(SOUTH_TENPAI)
    page.wait_for_timeout(2000)

    assert outcomes(hanchan) == [RON]


def test_a_gap_between_held_hands_is_asked_about_when_they_are_sent(without_network):
    hanchan, page, _fingers = without_network
    give_up(page, 1)
    play(hanchan, RON)
    page.context.set_offline(False)
    page.reload()
    page.wait_for_selector(HELD)
    page.wait_for_timeout(UNDER_FINGER)
    give_up(page, 3)
    page.wait_for_timeout(500)

    touch(page, SEND)

    page.wait_for_selector(MISSING.format(3))
    assert outcomes(hanchan) == [RON, EAST_TENPAI]
