"""Another phone has recorded a hand in the place of one that this phone has given up, undone or moved: it may be the
next one that waits here. That one is sent only after a person has compared it, whatever else happens meanwhile."""

import pytest

from tests.browser.fingers import EMPTY
from tests.browser.saved_hands import (
    ASK_FOR_NEWS,
    CLOSE_LIST,
    DRAW,
    DRAW_FILLED_IN,
    EAST_TENPAI,
    FORGOTTEN,
    NORTH_TENPAI,
    NOTHING_WAITS,
    OPEN_LIST,
    REFUSED,
    RON,
    RON_FILLED_IN,
    enter_impossible,
    fill_in_again,
    give_up,
    outcomes,
)
from tests.factories import HanchanFactory, RoundFactory, play

pytestmark = pytest.mark.slow

UNDER_FINGER = 1100  # milliseconds: the list takes no touch just after it has moved
MISSING = "text=Missing before the hands saved on this phone: hand"


@pytest.fixture
def three(at_routed_table):
    """A phone without network that keeps three hands, the second of which was never played."""
    hanchan, page, fingers = at_routed_table
    page.context.set_offline(True)
    for outcome in (RON, FORGOTTEN, EAST_TENPAI):
        fingers.keep(outcome)
    page.wait_for_timeout(UNDER_FINGER)
    return hanchan, page, fingers


@pytest.fixture(params=[True, False], ids=["sent", "given up"])
def check_that_a_person_decides(request):
    """Return a function that checks that the hands that wait were not sent, decides about them and checks what was
    recorded then."""

    def check(hanchan, page, *, recorded, waiting):
        page.wait_for_selector("#outbox[data-shows~=held]", timeout=10_000)
        page.wait_for_timeout(1500)
        assert outcomes(hanchan) == recorded
        assert page.locator("#outbox li").count() == len(waiting)

        page.evaluate(OPEN_LIST)
        if request.param:
            page.tap("text=Send now >> visible=true")
        else:
            for _hand in waiting:
                page.wait_for_timeout(UNDER_FINGER)
                page.tap("button:text('Do not send this hand') >> visible=true >> nth=0")

        page.wait_for_function(NOTHING_WAITS)
        assert outcomes(hanchan) == recorded + (waiting if request.param else [])

    return check


def begin_next_round(hanchan):
    HanchanFactory(round=RoundFactory(tournament=hanchan.tournament, number=2), table=hanchan.table)


def change(page, number, filled_in):
    page.evaluate(OPEN_LIST)
    page.tap(f"#outbox li:has([data-number]:text-is('{number}')) >> button:text-is('Change')")
    page.wait_for_selector(filled_in, state="attached")
    page.evaluate(CLOSE_LIST)


def test_the_screen_of_the_next_round_sends_no_hand_behind_one_that_was_given_up(three, check_that_a_person_decides):
    hanchan, page, _fingers = three
    give_up(page, 2)
    page.wait_for_timeout(500)
    page.goto("about:blank")
    play(hanchan, RON, EAST_TENPAI)
    begin_next_round(hanchan)
    page.context.set_offline(False)

    page.goto(hanchan.table.get_absolute_url())

    check_that_a_person_decides(hanchan, page, recorded=[RON, EAST_TENPAI], waiting=[EAST_TENPAI])


@pytest.mark.parametrize("is_loaded_anew", [False, True])
def test_the_next_round_does_not_end_the_question_about_a_missing_hand(
    three, is_loaded_anew, check_that_a_person_decides
):
    hanchan, page, _fingers = three
    give_up(page, 2)
    page.context.set_offline(False)
    page.wait_for_function("() => document.querySelectorAll('#outbox li').length === 1")
    page.wait_for_selector(MISSING)
    page.evaluate(CLOSE_LIST)
    play(hanchan, EAST_TENPAI)
    begin_next_round(hanchan)

    if is_loaded_anew:
        page.goto(hanchan.table.get_absolute_url())
    else:
        for _shown in ("recorded", "next round"):
            page.evaluate(ASK_FOR_NEWS)
            page.wait_for_timeout(1500)

    check_that_a_person_decides(hanchan, page, recorded=[RON, EAST_TENPAI], waiting=[EAST_TENPAI])


def test_the_screen_of_the_next_round_sends_no_hand_behind_an_undone_one(at_routed_table, check_that_a_person_decides):
    """The undone hand had ended the hanchan."""
    hanchan, page, fingers = at_routed_table
    play(hanchan, *[DRAW] * 7)
    page.reload()
    page.context.set_offline(True)
    for outcome in (DRAW, NORTH_TENPAI):
        fingers.keep(outcome)
    page.context.set_offline(False)
    page.wait_for_selector("text=Hands entered after the end of the hanchan cannot count")
    page.evaluate(CLOSE_LIST)
    page.tap("button:text-is('Undo')")
    page.wait_for_selector(MISSING)
    play(hanchan, NORTH_TENPAI)
    begin_next_round(hanchan)

    page.goto(hanchan.table.get_absolute_url())

    check_that_a_person_decides(hanchan, page, recorded=[*[DRAW] * 7, NORTH_TENPAI], waiting=[NORTH_TENPAI])


def test_a_hand_given_up_on_the_screen_of_the_next_round_leaves_a_gap(three, check_that_a_person_decides):
    hanchan, page, _fingers = three
    page.route("**/hands/", lambda route: route.abort())
    begin_next_round(hanchan)
    page.context.set_offline(False)
    page.goto(hanchan.table.get_absolute_url())
    page.wait_for_selector("#outbox[data-shows~=waiting]")
    page.wait_for_timeout(UNDER_FINGER)
    give_up(page, 2)
    play(hanchan, RON, EAST_TENPAI)
    page.unroute("**/hands/")

    page.evaluate("() => dispatchEvent(new Event('online'))")

    check_that_a_person_decides(hanchan, page, recorded=[RON, EAST_TENPAI], waiting=[EAST_TENPAI])


def test_a_changed_hand_that_is_confirmed_sends_none_behind_one_that_was_given_up(three, check_that_a_person_decides):
    hanchan, page, fingers = three
    change(page, 1, RON_FILLED_IN)
    play(hanchan, RON, EAST_TENPAI)
    page.context.set_offline(False)
    page.reload()
    page.wait_for_selector("text=You are changing hand")
    page.wait_for_timeout(UNDER_FINGER)
    give_up(page, 2)
    page.wait_for_selector(RON_FILLED_IN, state="attached")

    fingers.tap(".confirm-button")

    check_that_a_person_decides(hanchan, page, recorded=[RON, EAST_TENPAI], waiting=[EAST_TENPAI])


@pytest.mark.parametrize("way", ["at once", "loaded anew", "changed itself"])
def test_a_hand_that_is_held_stays_so_when_the_one_before_it_is_changed(three, way, check_that_a_person_decides):
    hanchan, page, fingers = three
    play(hanchan, RON, EAST_TENPAI)
    page.route("**/hands/", lambda route: route.abort())
    page.context.set_offline(False)
    page.reload()
    page.wait_for_selector(".confirm [name=number][value='3']", state="attached")
    page.wait_for_timeout(UNDER_FINGER)
    give_up(page, 2)
    page.wait_for_selector("#outbox[data-shows~=held]")
    page.wait_for_timeout(UNDER_FINGER)
    if way == "loaded anew":
        page.reload()
        page.wait_for_selector("#outbox[data-shows~=held]")
    if way == "changed itself":
        change(page, 3, DRAW_FILLED_IN)
        fingers.tap(".confirm-button")
        page.wait_for_function(EMPTY)
    change(page, 1, RON_FILLED_IN)
    page.unroute("**/hands/")

    fingers.tap(".confirm-button")

    page.wait_for_function("() => document.querySelectorAll('#outbox li').length === 1")
    check_that_a_person_decides(hanchan, page, recorded=[RON, EAST_TENPAI], waiting=[EAST_TENPAI])


def test_an_impossible_hand_that_is_put_right_sends_none_behind_one_that_was_given_up(
    at_table, check_that_a_person_decides
):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    enter_impossible(fingers)
    page.wait_for_function(EMPTY)
    for outcome in (FORGOTTEN, EAST_TENPAI):
        fingers.keep(outcome)
    page.context.set_offline(False)
    page.wait_for_selector("#outbox[data-shows~=rejected]")
    play(hanchan, DRAW, EAST_TENPAI)
    page.reload()
    page.wait_for_selector(".confirm [name=number][value='3']", state="attached")
    page.wait_for_timeout(UNDER_FINGER)
    give_up(page, 2)
    page.evaluate(OPEN_LIST)
    page.tap("button:text('Fill in this hand again') >> visible=true")
    page.wait_for_selector(RON_FILLED_IN, state="attached")
    page.evaluate(CLOSE_LIST)
    fingers.tap("text=Start again")
    page.wait_for_function(EMPTY)

    fingers.keep(RON)

    check_that_a_person_decides(hanchan, page, recorded=[DRAW, EAST_TENPAI, RON], waiting=[EAST_TENPAI])


def test_a_refused_hand_sends_none_behind_one_that_was_given_up(three, check_that_a_person_decides):
    hanchan, page, fingers = three
    play(hanchan, DRAW, EAST_TENPAI)
    page.context.set_offline(False)
    page.wait_for_selector(REFUSED)
    page.wait_for_timeout(UNDER_FINGER)
    give_up(page, 2)
    page.wait_for_timeout(UNDER_FINGER)

    fill_in_again(page, fingers)

    check_that_a_person_decides(hanchan, page, recorded=[DRAW, EAST_TENPAI, RON], waiting=[EAST_TENPAI])


def test_a_hand_entered_behind_one_that_is_held_waits_with_it(three, check_that_a_person_decides):
    hanchan, page, fingers = three
    play(hanchan, DRAW, DRAW)
    page.context.set_offline(False)
    page.wait_for_selector(REFUSED)
    page.wait_for_timeout(UNDER_FINGER)
    give_up(page, 2)
    fingers.keep(NORTH_TENPAI)
    page.wait_for_timeout(UNDER_FINGER)

    fill_in_again(page, fingers)

    check_that_a_person_decides(hanchan, page, recorded=[DRAW, DRAW, RON], waiting=[EAST_TENPAI, NORTH_TENPAI])


def test_a_refused_hand_does_not_send_the_next_whose_place_is_taken_too(at_routed_table, check_that_a_person_decides):
    hanchan, page, fingers = at_routed_table
    page.context.set_offline(True)
    for outcome in (RON, EAST_TENPAI, NORTH_TENPAI):
        fingers.keep(outcome)
    play(hanchan, DRAW, EAST_TENPAI)
    page.context.set_offline(False)
    page.wait_for_selector(REFUSED)
    page.wait_for_timeout(UNDER_FINGER)

    fill_in_again(page, fingers)

    check_that_a_person_decides(hanchan, page, recorded=[DRAW, EAST_TENPAI, RON], waiting=[EAST_TENPAI, NORTH_TENPAI])
