"""An Undo beside hands that wait in the phone: what is entered next comes before them, also if the answer was lost."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.outcome import ExhaustiveDraw
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
    RON_FILLED_IN,
    lose_the_answer,
    outcomes,
    undo,
    wait_for_hand,
)
from tests.factories import UserFactory, play, visitor
from tournament.models import RoundClock
from tournament.table.actions.call_time import call_time, withdraw_time

pytestmark = pytest.mark.slow

SOUTH_TENPAI = ExhaustiveDraw(tenpai=frozenset({Seat.SOUTH}))


@pytest.fixture
def rejected(at_routed_table):
    """A phone without a service worker, whose hand was rejected because another phone recorded one."""
    hanchan, page, fingers = at_routed_table
    play(hanchan, DRAW)
    page.reload()
    page.context.set_offline(True)
    fingers.keep(RON)
    play(hanchan, FORGOTTEN)
    page.context.set_offline(False)
    page.wait_for_selector(REFUSED)
    page.evaluate(CLOSE_LIST)
    return hanchan, page, fingers


@pytest.mark.parametrize("is_slow", [False, True], ids=["lost, and the page follows the news", "slow, and reloaded"])
def test_a_hand_whose_undo_got_no_answer_is_entered_anew_before_the_rejected_one(rejected, is_slow):
    hanchan, page, fingers = rejected
    page.route("**/undo/", (lambda route: route.fetch()) if is_slow else lose_the_answer)
    page.tap("button:text-is('Undo')")
    page.wait_for_timeout(1000)
    assert outcomes(hanchan) == [DRAW]
    if is_slow:
        page.reload()
    else:
        page.evaluate(ASK_FOR_NEWS)
    page.unroute("**/undo/")
    page.wait_for_selector(".confirm [name=number][value='2']", state="attached")

    page.evaluate(CLOSE_LIST)
    fingers.keep(EAST_TENPAI)

    page.wait_for_selector(".confirm [name=number][value='3']", state="attached")
    page.wait_for_timeout(1000)  # the list takes no touch just after it has moved
    page.evaluate(OPEN_LIST)
    page.tap("button:text('Fill in this hand again') >> visible=true")
    page.wait_for_selector(RON_FILLED_IN, state="attached")
    fingers.tap(".confirm-button")
    wait_for_hand(page, 3)
    assert outcomes(hanchan) == [DRAW, EAST_TENPAI, RON]


@pytest.fixture
def over(at_table):
    """A phone with a sheet to sign, and with two hands that were entered after the end of the hanchan."""
    hanchan, page, fingers = at_table
    play(hanchan, *[DRAW] * 7)
    page.reload()
    page.context.set_offline(True)
    for outcome in (DRAW, RON, EAST_TENPAI):
        fingers.keep(outcome)
    page.context.set_offline(False)
    page.wait_for_selector("text=Hands entered after the end of the hanchan cannot count")
    page.evaluate(CLOSE_LIST)
    return hanchan, page, fingers


def give_up_the_first(page):
    page.evaluate(OPEN_LIST)
    page.tap("button:text('Do not send this hand') >> visible=true >> nth=0")
    page.evaluate(CLOSE_LIST)


def test_an_undo_behind_a_signature_without_network_leaves_the_screen(over):
    hanchan, page, _fingers = over
    page.context.set_offline(True)
    page.tap("button:text('confirms') >> nth=0")
    page.wait_for_timeout(3500)

    page.evaluate(CLOSE_LIST)
    page.tap("button:text-is('Undo')")

    page.wait_for_function("() => !document.getElementById('table-screen').inert", timeout=20_000)
    assert len(outcomes(hanchan)) == 8


def test_the_next_hand_does_not_take_the_place_of_one_that_was_given_up_after_an_undo(over):
    hanchan, page, fingers = over
    page.tap("button:text-is('Undo')")
    page.wait_for_selector("text=Missing before the hands saved on this phone: hand 8")
    give_up_the_first(page)
    fingers.keep(NORTH_TENPAI)
    page.wait_for_selector("text=Missing before the hands saved on this phone: hand 9")

    page.evaluate(CLOSE_LIST)
    fingers.keep(SOUTH_TENPAI)

    page.wait_for_timeout(1500)
    assert outcomes(hanchan) == [*[DRAW] * 7, NORTH_TENPAI]
    assert page.locator("#outbox li").count() == 2


def test_the_next_hand_does_not_take_the_place_of_one_that_was_given_up_before_an_undo(over):
    hanchan, page, fingers = over
    page.wait_for_timeout(1000)  # the list takes no touch just after it has moved
    give_up_the_first(page)
    page.tap("button:text-is('Undo')")
    page.wait_for_selector("text=Missing before the hands saved on this phone: hand 8")
    page.evaluate(CLOSE_LIST)
    fingers.keep(NORTH_TENPAI)
    page.wait_for_selector("text=Missing before the hands saved on this phone: hand 9")

    page.evaluate(CLOSE_LIST)
    fingers.keep(SOUTH_TENPAI)

    page.wait_for_timeout(1500)
    assert outcomes(hanchan) == [*[DRAW] * 7, NORTH_TENPAI]


def test_an_undone_hand_is_entered_first_also_after_the_one_behind_it_was_changed(over):
    hanchan, page, fingers = over
    page.wait_for_timeout(1000)  # the list takes no touch just after it has moved
    page.evaluate(OPEN_LIST)
    page.tap("button:text('Do not send this hand') >> visible=true >> nth=1")
    page.evaluate(CLOSE_LIST)
    page.tap("button:text-is('Undo')")
    page.wait_for_selector("text=Missing before the hands saved on this phone: hand 8")
    page.evaluate(OPEN_LIST)
    page.tap("button:text('Change') >> visible=true")
    page.wait_for_selector(RON_FILLED_IN, state="attached")

    fingers.tap(".confirm-button")

    page.wait_for_function(EMPTY)
    assert page.input_value("#hand [name=for]") == "8"
    fingers.choose(NORTH_TENPAI)
    fingers.tap(".confirm-button")
    page.wait_for_selector(".sheet")
    assert outcomes(hanchan) == [*[DRAW] * 7, NORTH_TENPAI, RON]


def test_an_undo_that_did_not_arrive_moves_nothing_when_the_hand_is_corrected(over):
    """As the notice advises."""
    hanchan, page, fingers = over
    page.context.set_offline(True)
    page.tap("button:text-is('Undo')")
    page.wait_for_selector("text=No connection. Touch again.")
    page.context.set_offline(False)
    undo(hanchan)
    play(hanchan, NORTH_TENPAI)

    page.reload()

    page.wait_for_selector(".confirm [name=number][value='9']", state="attached")
    page.wait_for_timeout(1000)
    page.evaluate(CLOSE_LIST)
    fingers.keep(SOUTH_TENPAI)
    page.wait_for_timeout(1500)
    assert outcomes(hanchan)[8:9] != [SOUTH_TENPAI]


def test_an_undo_that_did_not_arrive_moves_nothing_when_the_time_goes_on(at_table):
    hanchan, page, fingers = at_table
    by = visitor(UserFactory())
    play(hanchan, DRAW, DRAW)
    page.reload()
    page.context.set_offline(True)
    fingers.keep(RON)
    call_time(hanchan_id=hanchan.pk, revision=2, in_progress=False, after=2, by=by)
    page.context.set_offline(False)
    page.wait_for_selector("text=Hands entered after the end of the hanchan cannot count")
    page.evaluate(CLOSE_LIST)
    page.context.set_offline(True)
    page.tap("button:text-is('Undo')")
    page.wait_for_selector("text=No connection. Touch again.")
    page.context.set_offline(False)
    withdraw_time(hanchan_id=hanchan.pk, revision=3, by=by)

    page.reload()

    page.wait_for_function("() => document.querySelector('.confirm [name=number]')?.value >= 3")
    page.wait_for_timeout(1000)
    page.evaluate(CLOSE_LIST)
    fingers.keep(EAST_TENPAI)
    page.wait_for_timeout(1500)
    assert outcomes(hanchan)[2:3] != [EAST_TENPAI]


def test_an_answer_to_the_clock_s_question_before_it_does_not_make_the_next_hand_outdated(at_table):
    hanchan, page, fingers = at_table
    play(hanchan, DRAW)
    RoundClock.objects.create(round=hanchan.round, started_at=timezone.now() - timedelta(hours=2))
    page.reload()
    page.context.set_offline(True)
    page.tap("text=Yes, it was in progress")
    page.wait_for_function("() => !document.getElementById('table-screen').inert")
    page.tap("button:text-is('Undo')")
    page.wait_for_function("() => !document.getElementById('table-screen').inert")
    fingers.keep(RON)

    page.context.set_offline(False)

    page.wait_for_selector("#outbox[data-shows=recorded]")
    assert outcomes(hanchan) == [RON]
