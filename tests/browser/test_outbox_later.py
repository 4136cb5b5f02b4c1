"""Hands that are entered while a refused one waits for a decision come after it, also if one was undone meanwhile."""

import pytest

from scoring.seats import Seat
from tests.browser.saved_hands import (
    DRAW,
    EAST_TENPAI,
    FORGOTTEN,
    NOTHING_WAITS,
    REFUSED,
    RON,
    RON_FILLED_IN,
    insert_before_the_first,
    outcomes,
    undo,
    wait_for_hand,
)
from tests.factories import HanchanFactory, RoundFactory, play

pytestmark = pytest.mark.slow


@pytest.fixture
def refused(at_table):
    """A phone with two hands that waited while another one undid the hand before them; the first was refused."""
    hanchan, page, fingers = at_table
    play(hanchan, DRAW)
    page.reload()
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(EAST_TENPAI)
    undo(hanchan)
    page.context.set_offline(False)
    page.wait_for_selector(REFUSED)
    return hanchan, page, fingers


def test_a_later_hand_does_not_go_ahead_of_a_refused_one(refused):
    hanchan, page, fingers = refused
    page.tap("#outbox summary")
    fingers.keep(FORGOTTEN)
    page.wait_for_timeout(1000)
    assert outcomes(hanchan) == []

    page.tap("#outbox summary")
    page.tap("text=Fill in this hand again >> visible=true")
    page.wait_for_selector(RON_FILLED_IN, state="attached")
    fingers.tap(".confirm-button")
    page.wait_for_selector("text=Missing before the hands saved on this phone: hand")
    assert outcomes(hanchan) == [RON]
    page.tap("#outbox summary")
    page.tap("button:text('No hand is missing') >> visible=true")

    wait_for_hand(page, 3)
    assert outcomes(hanchan) == [RON, EAST_TENPAI, FORGOTTEN]


def test_a_later_hand_does_not_go_ahead_of_those_behind_one_that_was_given_up(refused):
    hanchan, page, fingers = refused
    page.tap("button:text('Do not send this hand') >> nth=0")
    page.wait_for_selector("text=The table was changed meanwhile.")
    page.tap("#outbox summary")
    fingers.keep(FORGOTTEN)
    page.wait_for_timeout(1000)
    assert outcomes(hanchan) == []

    page.tap("#outbox summary")
    page.tap("text=Send now >> visible=true")

    wait_for_hand(page, 2)
    assert outcomes(hanchan) == [EAST_TENPAI, FORGOTTEN]


def test_another_hand_does_not_take_the_place_of_one_whose_form_was_emptied_by_its_winner(refused):
    hanchan, page, fingers = refused
    page.tap("text=Fill in this hand again >> visible=true")
    page.wait_for_selector(RON_FILLED_IN, state="attached")
    fingers.touch_seat(Seat.SOUTH)
    page.wait_for_selector(REFUSED)
    page.tap("#outbox summary")
    fingers.keep(FORGOTTEN)

    page.reload()

    page.wait_for_selector(REFUSED)
    assert page.locator("#outbox li").count() == 3
    assert outcomes(hanchan) == []


def test_a_hand_that_was_renumbered_is_not_taken_for_an_equal_one_of_another_phone(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(DRAW)
    page.tap("#outbox summary")
    page.tap("button:text('Do not send this hand') >> nth=0")
    page.context.set_offline(False)
    page.wait_for_selector("text=Missing before the hands saved on this phone: hand")
    play(hanchan, DRAW)

    page.tap("button:text('No hand is missing') >> visible=true")

    page.wait_for_selector("#outbox[data-shows~=rejected] >> text=Another phone has recorded this hand meanwhile.")
    assert page.locator("#outbox li").count() == 1


def test_hands_of_the_round_before_are_sent_when_somebody_has_decided(refused):
    hanchan, page, _fingers = refused
    second = HanchanFactory(round=RoundFactory(tournament=hanchan.tournament, number=2), table=hanchan.table)
    page.goto(hanchan.table.get_absolute_url())
    page.wait_for_selector(REFUSED)
    page.tap("button:text('Do not send this hand') >> nth=0")
    page.wait_for_selector("text=The table was changed meanwhile.")
    play(hanchan, DRAW, DRAW)

    page.tap("text=Send now >> visible=true")

    page.wait_for_function(NOTHING_WAITS)
    assert outcomes(hanchan) == [DRAW, DRAW, EAST_TENPAI]
    assert outcomes(second) == []


def test_a_held_hand_is_not_taken_for_an_equal_one_that_moved_to_its_number(at_table):
    hanchan, page, fingers = at_table
    play(hanchan, DRAW)
    page.reload()
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(DRAW)
    for _forgotten in range(2):
        insert_before_the_first(hanchan)
    page.context.set_offline(False)
    page.wait_for_selector(REFUSED)
    page.tap("button:text('Do not send this hand') >> nth=0")
    page.wait_for_selector("text=The table was changed meanwhile.")

    page.tap("text=Send now >> visible=true")

    page.wait_for_selector(REFUSED)
    assert page.locator("#outbox li").count() == 1
    assert outcomes(hanchan) == [FORGOTTEN, FORGOTTEN, DRAW]
