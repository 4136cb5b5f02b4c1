"""Hands wait in a phone for a hanchan that was cancelled or removed meanwhile: each is shown, none vanishes."""

from uuid import uuid4

import pytest

from tests.browser.fingers import Fingers
from tests.browser.saved_hands import (
    DRAW,
    DRAW_FILLED_IN,
    EAST_TENPAI,
    NOTHING_WAITS,
    OPEN_LIST,
    REFUSED,
    RON,
    RON_FILLED_IN,
    cancel,
    give_up,
    outcomes,
    restart,
    wait_for_hand,
)
from tests.factories import HanchanFactory, UserFactory, play, visitor
from tournament.models import Table
from tournament.table.actions.cancel_hanchan import cancel_hanchan

pytestmark = pytest.mark.slow

GONE = "#outbox li >> text=This hanchan was cancelled or removed."
UNDER_FINGER = 1100  # milliseconds: the list takes no touch just after it has moved

FILL_IN = "button:text('Fill in this hand again') >> visible=true"


def fill_in_again(page, fingers, filled_in):
    page.tap(FILL_IN)
    page.wait_for_selector(filled_in, state="attached")
    fingers.tap(".confirm-button")


def test_each_hand_of_a_cancelled_hanchan_waits_for_a_decision(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(DRAW)
    again = restart(hanchan)

    page.context.set_offline(False)

    page.wait_for_selector("#outbox >> text=This hanchan was cancelled.")
    assert page.locator("#outbox li").count() == 2
    fill_in_again(page, fingers, RON_FILLED_IN)
    page.wait_for_selector("#outbox >> text=This hanchan was cancelled.")
    assert outcomes(again) == [RON]
    assert page.locator("#outbox li").count() == 1
    fill_in_again(page, fingers, DRAW_FILLED_IN)
    wait_for_hand(page, 2)
    assert outcomes(again) == [RON, DRAW]


@pytest.mark.parametrize("is_filled_in_first", [True, False])
def test_a_hand_of_the_new_hanchan_comes_after_those_of_the_cancelled_one(at_table, is_filled_in_first):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(DRAW)
    again = restart(hanchan)
    page.context.set_offline(False)
    page.wait_for_selector("#outbox >> text=This hanchan was cancelled.")
    if is_filled_in_first:
        fill_in_again(page, fingers, RON_FILLED_IN)
        page.wait_for_selector("#outbox >> text=This hanchan was cancelled.")
    page.tap("#outbox summary")
    fingers.keep(EAST_TENPAI)
    page.wait_for_timeout(1000)
    assert outcomes(again) == [RON] * is_filled_in_first

    page.tap("#outbox summary")
    if not is_filled_in_first:
        fill_in_again(page, fingers, RON_FILLED_IN)
        page.wait_for_selector("#outbox >> text=This hanchan was cancelled.")
    fill_in_again(page, fingers, DRAW_FILLED_IN)

    wait_for_hand(page, 3)
    assert outcomes(again) == [RON, DRAW, EAST_TENPAI]


def test_a_changed_hand_of_a_cancelled_hanchan_comes_after_the_one_before_it(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(DRAW)
    page.tap("#outbox summary")
    page.tap("button:text-is('Change') >> nth=1")
    page.wait_for_selector(DRAW_FILLED_IN, state="attached")
    again = restart(hanchan)
    page.context.set_offline(False)
    page.wait_for_selector("#outbox[data-shows~=rejected]")

    fingers.tap(".confirm-button")
    page.wait_for_timeout(1000)
    assert outcomes(again) == []
    fill_in_again(page, fingers, RON_FILLED_IN)

    wait_for_hand(page, 2)
    assert outcomes(again) == [RON, DRAW]


def test_a_hand_is_filled_in_as_soon_as_there_is_a_hanchan_again(at_table, complaints):
    complaints.expect("Response Status Error Code 404")
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(RON)
    cancel_hanchan(
        hanchan_id=hanchan.pk, revision=0, restart=False, key=uuid4(), reason="Wrong table", by=visitor(UserFactory())
    )
    page.context.set_offline(False)
    page.tap(FILL_IN)
    page.wait_for_selector("text=This hand cannot be added now: its hanchan is not being played.")
    again = HanchanFactory(round=hanchan.round, table=hanchan.table)

    fill_in_again(page, fingers, RON_FILLED_IN)

    wait_for_hand(page, 1)
    assert outcomes(again) == [RON]


def test_hands_of_a_round_whose_start_was_undone_are_filled_in_for_the_new_one(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(DRAW)
    hanchan.delete()
    again = HanchanFactory(round=hanchan.round, table=hanchan.table)

    page.context.set_offline(False)

    page.wait_for_selector("#outbox >> text=was removed or undone meanwhile")
    fill_in_again(page, fingers, RON_FILLED_IN)
    page.wait_for_selector("#outbox >> text=was removed or undone meanwhile")
    assert outcomes(again) == [RON]
    fill_in_again(page, fingers, DRAW_FILLED_IN)
    wait_for_hand(page, 2)
    assert outcomes(again) == [RON, DRAW]


@pytest.mark.parametrize("is_online", [True, False])
def test_a_confirmation_of_a_cancelled_hanchan_holds_up_no_hand(at_table, complaints, is_online):
    hanchan, page, fingers = at_table
    complaints.expect("409")
    play(hanchan, *[DRAW] * 8)
    page.reload()
    page.context.set_offline(not is_online)
    if is_online:
        again = restart(hanchan)
    page.tap(".signature button >> nth=0")
    if not is_online:
        page.wait_for_selector("#outbox li >> text=confirms", state="attached")
        again = restart(hanchan)
        page.context.set_offline(False)

    page.wait_for_selector(".confirm [name=number][value='1']", state="attached")
    fingers.keep(RON)
    wait_for_hand(page, 1)
    assert outcomes(again) == [RON]


@pytest.fixture
def held_in_two_tabs(at_table, complaints):
    """Two tabs of a phone in which a hand was refused, and another is held behind it."""
    complaints.expect("Response Status Error Code 404|status of 404")
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(DRAW)
    play(hanchan, EAST_TENPAI)
    page.context.set_offline(False)
    page.wait_for_selector(REFUSED)
    second = page.context.new_page()
    complaints.watch(second)
    second.goto(page.url)
    second.wait_for_selector(REFUSED)
    return hanchan, page, second


def give_up_the_first(page):
    page.evaluate(OPEN_LIST)
    page.wait_for_timeout(UNDER_FINGER)
    give_up(page, 1)


def test_a_held_hand_of_a_cancelled_hanchan_is_shown_as_refused(held_in_two_tabs):
    hanchan, page, second = held_in_two_tabs
    cancel(hanchan)

    give_up_the_first(second)

    page.wait_for_selector(f"{REFUSED} >> visible=true")
    page.wait_for_selector(GONE)
    assert page.locator("#outbox li").count() == 1
    page.reload()
    page.wait_for_selector(GONE)
    page.wait_for_timeout(UNDER_FINGER)
    page.tap("button:text('Do not send this hand') >> visible=true")
    page.wait_for_function(NOTHING_WAITS)
    second.wait_for_function(NOTHING_WAITS)


def test_a_held_hand_of_a_cancelled_hanchan_is_entered_in_the_next_one_of_its_round(held_in_two_tabs):
    hanchan, page, second = held_in_two_tabs
    cancel(hanchan)
    give_up_the_first(second)
    page.wait_for_selector(GONE)
    again = HanchanFactory(round=hanchan.round, table=hanchan.table)

    page.bring_to_front()
    page.wait_for_timeout(UNDER_FINGER)
    fill_in_again(page, Fingers(page), DRAW_FILLED_IN)

    wait_for_hand(page, 1)
    assert outcomes(again) == [DRAW]


def test_a_held_hand_stays_held_until_the_new_link_of_its_table_is_opened(held_in_two_tabs):
    hanchan, page, second = held_in_two_tabs
    nonce = hanchan.table.link_nonce
    Table.objects.filter(pk=hanchan.table.pk).update(link_nonce="renewed")

    give_up_the_first(second)

    page.wait_for_selector("#outbox >> text=This phone is no longer connected to the table.")
    page.wait_for_timeout(1500)
    assert page.locator("#outbox li [data-reason]:not(:empty)").count() == 0
    Table.objects.filter(pk=hanchan.table.pk).update(link_nonce=nonce)
    page.bring_to_front()
    page.reload()
    page.wait_for_selector("#outbox[data-shows~=held]")
    page.wait_for_timeout(UNDER_FINGER)
    page.tap("text=Send now >> visible=true")
    wait_for_hand(page, 2)
    assert outcomes(hanchan) == [EAST_TENPAI, DRAW]
