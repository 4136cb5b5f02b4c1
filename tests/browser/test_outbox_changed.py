"""A hand that waits in the phone is changed: until it is confirmed again, it stays there and is not sent."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.browser.fingers import EMPTY
from tests.browser.saved_hands import (
    DRAW,
    DRAW_FILLED_IN,
    EAST_TENPAI,
    FORGOTTEN,
    REFUSED,
    RON,
    RON_FILLED_IN,
    insert_before_the_first,
    lose_the_answer,
    outcomes,
    wait_for_hand,
)
from tests.factories import play
from tournament.models import RoundClock

pytestmark = pytest.mark.slow

CHANGED = "#outbox[data-shows~=changed] >> text=You are changing hand 1"


@pytest.fixture
def changing(at_table):
    """A phone without network in which two hands wait, the first of which is in the form again."""
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(EAST_TENPAI)
    page.tap("#outbox summary")
    page.tap("button:text-is('Change') >> nth=0")
    page.wait_for_selector(RON_FILLED_IN, state="attached")
    return hanchan, page, fingers


def test_it_outlives_the_page(changing):
    hanchan, page, fingers = changing
    page.goto("about:blank")
    page.context.set_offline(False)
    page.goto(hanchan.table.get_absolute_url())

    page.wait_for_selector(CHANGED)
    page.wait_for_timeout(1000)
    assert outcomes(hanchan) == []

    page.wait_for_selector(RON_FILLED_IN, state="attached")
    fingers.tap(".confirm-button")
    wait_for_hand(page, 2)
    assert outcomes(hanchan) == [RON, EAST_TENPAI]


@pytest.mark.parametrize("is_online", [False, True])
def test_what_is_entered_after_start_again_takes_its_place(changing, is_online):
    hanchan, page, fingers = changing
    page.context.set_offline(not is_online)
    fingers.tap("text=Start again")
    fingers.choose(FORGOTTEN)
    assert outcomes(hanchan) == []

    fingers.tap(".confirm-button")
    page.wait_for_function(EMPTY)
    page.context.set_offline(False)

    wait_for_hand(page, 2)
    assert outcomes(hanchan) == [FORGOTTEN, EAST_TENPAI]


def test_it_is_left_as_it_was(changing):
    hanchan, page, fingers = changing
    fingers.tap("text=Start again")
    page.tap("#outbox summary")
    page.tap("text=Leave this hand unchanged >> visible=true")
    page.tap("#outbox summary")
    fingers.keep(FORGOTTEN)

    page.context.set_offline(False)

    wait_for_hand(page, 3)
    assert outcomes(hanchan) == [RON, EAST_TENPAI, FORGOTTEN]


def test_it_takes_its_own_place_when_the_hand_before_it_is_recorded_meanwhile(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    for outcome in (RON, EAST_TENPAI, DRAW):
        fingers.keep(outcome)
    page.tap("#outbox summary")
    page.tap("button:text-is('Change') >> nth=1")
    page.wait_for_selector(DRAW_FILLED_IN, state="attached")
    fingers.tap("text=Start again")
    page.context.set_offline(False)
    page.wait_for_selector("text=Recorded: East 1")

    fingers.choose(FORGOTTEN)
    fingers.tap(".confirm-button")

    wait_for_hand(page, 3)
    assert outcomes(hanchan) == [RON, FORGOTTEN, DRAW]


def test_one_that_was_recorded_although_its_answer_got_lost_counts_once(at_routed_table):
    hanchan, page, fingers = at_routed_table

    page.route("**/hands/", lose_the_answer)
    fingers.keep(RON)
    page.tap("#outbox summary")
    page.tap("button:text-is('Change')")
    page.wait_for_selector(RON_FILLED_IN, state="attached")
    page.unroute("**/hands/")
    page.goto(hanchan.table.get_absolute_url())

    page.wait_for_selector(RON_FILLED_IN, state="attached")
    fingers.tap(".confirm-button")

    page.wait_for_selector("text=Another phone has already recorded the same hand.")
    assert outcomes(hanchan) == [RON]


def test_only_the_first_of_those_that_wait_for_a_decision_is_changed(at_table):
    hanchan, page, fingers = at_table
    play(hanchan, DRAW)
    page.reload()
    page.context.set_offline(True)
    for outcome in (RON, EAST_TENPAI, DRAW):
        fingers.keep(outcome)
    insert_before_the_first(hanchan)
    page.context.set_offline(False)
    page.wait_for_selector(REFUSED)
    page.tap("button:text('Do not send this hand') >> nth=0")

    page.wait_for_selector("text=The table was changed meanwhile.")

    assert page.locator("#outbox li").count() == 2
    assert page.locator("button:text-is('Change') >> visible=true").count() == 1


def test_it_keeps_its_number_behind_a_hand_that_is_missing(changing):
    hanchan, page, fingers = changing
    page.tap("#outbox summary")
    page.tap("button:text('Do not send this hand') >> nth=0")
    page.wait_for_function(EMPTY)
    page.tap("button:text-is('Change')")
    page.wait_for_selector(DRAW_FILLED_IN, state="attached")
    fingers.tap(".confirm-button")
    page.wait_for_function(EMPTY)

    page.context.set_offline(False)

    page.wait_for_selector("text=Missing before the hands saved on this phone: hand")
    assert outcomes(hanchan) == []


def test_another_phone_that_was_first_is_asked_about(changing):
    hanchan, page, fingers = changing
    play(hanchan, DRAW)
    fingers.tap(".confirm-button")
    page.wait_for_function(EMPTY)

    page.context.set_offline(False)

    page.wait_for_selector("#outbox[data-shows~=rejected] >> text=Another phone has recorded this hand meanwhile.")
    assert outcomes(hanchan) == [DRAW]


def test_one_that_was_renumbered_is_still_not_taken_for_an_equal_one(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(EAST_TENPAI)
    fingers.keep(DRAW)
    page.tap("#outbox summary")
    page.tap("button:text('Do not send this hand') >> nth=0")
    page.wait_for_selector("text=Missing before the hands saved on this phone")
    page.tap("button:text('No hand is missing') >> visible=true")
    page.tap("button:text-is('Change') >> nth=1")
    page.wait_for_selector(DRAW_FILLED_IN, state="attached")
    page.context.set_offline(False)
    page.wait_for_selector(".confirm [name=number][value='2']", state="attached")
    play(hanchan, DRAW)

    fingers.tap(".confirm-button")

    page.wait_for_selector("#outbox[data-shows~=rejected] >> text=Another phone has recorded this hand meanwhile.")
    assert outcomes(hanchan) == [EAST_TENPAI, DRAW]


def test_what_is_entered_after_back_takes_its_place(changing):
    hanchan, page, fingers = changing
    page.go_back()
    page.wait_for_function(EMPTY)
    page.wait_for_selector(CHANGED)

    fingers.keep(FORGOTTEN)
    page.context.set_offline(False)

    wait_for_hand(page, 2)
    assert outcomes(hanchan) == [FORGOTTEN, EAST_TENPAI]


def test_it_is_in_the_form_again_after_start_again_and_a_reload(changing):
    _hanchan, page, fingers = changing
    fingers.tap("text=Start again")
    page.wait_for_function(EMPTY)
    page.context.set_offline(False)

    page.reload()

    page.wait_for_selector(CHANGED)
    page.wait_for_selector(RON_FILLED_IN, state="attached")
    assert page.input_value("#hand [name=for]") == "1"


def test_which_hand_was_in_progress_is_asked_when_it_is_recorded(changing):
    hanchan, page, fingers = changing
    RoundClock.objects.create(round=hanchan.round, started_at=timezone.now() - timedelta(hours=2))
    page.context.set_offline(False)
    page.reload()
    page.wait_for_selector(CHANGED)
    page.wait_for_selector(".time-question", state="hidden")

    fingers.tap(".confirm-button")

    page.wait_for_selector("text=Was East 1 in progress then?")
    assert outcomes(hanchan) == [RON, EAST_TENPAI]
