"""A hand that somebody confirmed is not offered again as the next one, and each keeps its place when one is undone."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.browser.fingers import EMPTY
from tests.browser.saved_hands import (
    DRAW,
    DRAW_FILLED_IN,
    EAST_TENPAI,
    FORGOTTEN,
    NOTHING_WAITS,
    REFUSED,
    RON,
    RON_FILLED_IN,
    insert_before_the_first,
    outcomes,
    wait_for_hand,
)
from tests.factories import HanchanFactory, RoundFactory, play
from tournament.models import RoundClock

pytestmark = pytest.mark.slow

PATIENCE = 3_300
"""Milliseconds after which the form takes the next hand, whether the server has answered or not."""

DELAY_UNDO = """() => {
    const real = window.fetch;
    window.fetch = async (...request) => {
        const answer = await real(...request);
        if (String(request[0]).includes("undo")) await new Promise((go) => { window.letUndoBeAnswered = go; });
        return answer;
    };
}"""

GIVE_UP_WHAT_MOVES_UP = """() => {
    const list = document.querySelector("#outbox ol");
    const before = list.children.length;
    const observer = new MutationObserver(() => {
        if (!list.children.length || list.children.length === before) return;
        observer.disconnect();
        window.touched = list.children.length;
        list.querySelector("[data-forget]").click();
    });
    observer.observe(list, { childList: true });
}"""


def test_a_page_loaded_anew_while_a_hand_is_sent_has_an_empty_form(at_routed_table):
    hanchan, page, fingers = at_routed_table
    page.route("**/hands/", lambda _route: None, times=1)
    fingers.choose(RON)
    page.wait_for_function("() => location.search.includes('value=')")
    with page.expect_request("**/hands/"):
        fingers.tap(".confirm-button")

    page.reload()

    wait_for_hand(page, 1)
    page.wait_for_function(EMPTY)
    assert outcomes(hanchan) == [RON]


def test_a_hand_recorded_while_its_page_is_loaded_anew_is_not_recorded_again(at_routed_table):
    """The old page has its answer and forgets the hand, but the new one was drawn before, with the form filled in: the
    server takes what is confirmed there for the same hand."""
    hanchan, page, fingers = at_routed_table
    fingers.choose(RON)
    page.wait_for_function("() => location.search.includes('value=')")
    address = page.url
    drawn_before = page.context.request.get(address).text()
    fingers.tap(".confirm-button")
    wait_for_hand(page, 1)
    page.route(address, lambda route: route.fulfill(body=drawn_before, content_type="text/html"), times=1)
    page.goto(address)
    page.wait_for_selector(RON_FILLED_IN, state="attached")

    fingers.tap(".confirm-button")

    wait_for_hand(page, 1)
    page.wait_for_function(EMPTY)
    assert outcomes(hanchan) == [RON]


def test_the_late_answer_to_an_undone_hand_does_not_bring_the_next_one_back(at_table):
    hanchan, page, fingers = at_table
    play(hanchan, DRAW, RON)
    page.reload()
    page.evaluate(DELAY_UNDO)
    page.tap("button:text-is('Undo')")
    page.wait_for_timeout(PATIENCE)
    fingers.choose(EAST_TENPAI)
    fingers.tap(".confirm-button")

    page.evaluate("() => window.letUndoBeAnswered()")

    wait_for_hand(page, 2)
    page.wait_for_function(EMPTY)
    assert outcomes(hanchan) == [DRAW, EAST_TENPAI]


def test_what_is_half_entered_stays_in_the_form_when_an_undone_hand_is_answered(at_table):
    hanchan, page, fingers = at_table
    play(hanchan, DRAW, RON)
    page.reload()
    page.context.set_offline(True)
    page.tap("button:text-is('Undo')")
    page.wait_for_timeout(PATIENCE)
    fingers.choose(RON)

    page.context.set_offline(False)

    page.wait_for_selector(".confirm [name=number][value='2']", state="attached")
    page.wait_for_selector(RON_FILLED_IN, state="attached")
    fingers.tap(".confirm-button")
    wait_for_hand(page, 2)
    assert outcomes(hanchan) == [DRAW, RON]


def test_an_undone_hand_comes_before_a_refused_one(at_table):
    hanchan, page, fingers = at_table
    play(hanchan, DRAW)
    page.reload()
    page.context.set_offline(True)
    fingers.keep(RON)
    insert_before_the_first(hanchan)
    page.context.set_offline(False)
    page.wait_for_selector(REFUSED)
    page.tap("#outbox summary")
    page.tap("button:text-is('Undo')")
    page.wait_for_selector(".confirm [name=number][value='2']", state="attached")

    fingers.keep(EAST_TENPAI)

    page.wait_for_selector(".confirm [name=number][value='3']", state="attached")
    assert outcomes(hanchan) == [FORGOTTEN, EAST_TENPAI]
    page.wait_for_selector(REFUSED)
    if page.locator("button:text('Fill in this hand again') >> visible=true").count() == 0:
        page.tap("#outbox summary")
    page.tap("button:text('Fill in this hand again') >> visible=true")
    fingers.tap(".confirm-button")
    wait_for_hand(page, 3)
    assert outcomes(hanchan) == [FORGOTTEN, EAST_TENPAI, RON]


def test_an_undone_hand_does_not_take_the_place_of_one_that_is_being_changed(at_table):
    hanchan, page, fingers = at_table
    play(hanchan, DRAW, DRAW)
    page.reload()
    page.context.set_offline(True)
    fingers.keep(RON)
    page.tap("#outbox summary")
    page.tap("button:text-is('Change')")
    page.wait_for_selector(RON_FILLED_IN, state="attached")
    page.context.set_offline(False)
    page.reload()
    page.wait_for_selector(RON_FILLED_IN, state="attached")
    fingers.tap("text=Start again")
    page.tap("button:text-is('Undo')")
    page.wait_for_selector(".confirm [name=number][value='2']", state="attached")

    fingers.keep(EAST_TENPAI)

    page.wait_for_selector(".confirm [name=number][value='3']", state="attached")
    assert outcomes(hanchan) == [DRAW, EAST_TENPAI]
    page.wait_for_selector("#outbox[data-shows~=changed]")


def test_a_changed_hand_older_than_a_correction_is_asked_about_after_the_clock_s_question(at_table):
    hanchan, page, fingers = at_table
    play(hanchan, DRAW)
    page.reload()
    page.context.set_offline(True)
    fingers.keep(DRAW)
    page.tap("#outbox summary")
    page.tap("button:text-is('Change')")
    page.wait_for_selector(DRAW_FILLED_IN, state="attached")
    insert_before_the_first(hanchan)
    RoundClock.objects.create(round=hanchan.round, started_at=timezone.now() - timedelta(minutes=90))
    page.context.set_offline(False)
    page.reload()
    page.wait_for_selector("#outbox[data-shows~=changed]")
    answer = page.locator(".time-question >> text=Yes, a hand was in progress")
    answer.evaluate("(button) => button.click()")  # under a finger just before it is hidden
    answer.wait_for(state="detached")

    fingers.tap(".confirm-button")

    page.wait_for_selector(REFUSED)
    assert outcomes(hanchan) == [FORGOTTEN, DRAW]


def test_a_late_undo_of_the_round_before_leaves_the_screen_of_this_round(at_table):
    hanchan, page, fingers = at_table
    play(hanchan, *[DRAW] * 7)
    page.reload()
    page.context.set_offline(True)
    page.tap("button:text-is('Undo')")
    page.wait_for_timeout(PATIENCE)
    fingers.keep(EAST_TENPAI)
    page.goto("about:blank")
    later = HanchanFactory(round=RoundFactory(tournament=hanchan.tournament, number=2), table=hanchan.table)
    page.context.set_offline(False)

    with page.expect_response("**/hands/"):
        page.goto(hanchan.table.get_absolute_url())

    page.wait_for_function(NOTHING_WAITS)
    assert outcomes(hanchan) == [*[DRAW] * 6, EAST_TENPAI]
    fingers.keep(RON)
    wait_for_hand(page, 1)
    assert outcomes(later) == [RON]


def test_a_touch_on_a_line_that_has_just_moved_up_gives_up_no_hand(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    for outcome in (RON, EAST_TENPAI, DRAW):
        fingers.keep(outcome)
    page.tap("#outbox summary")
    page.evaluate(GIVE_UP_WHAT_MOVES_UP)

    page.context.set_offline(False)

    wait_for_hand(page, 3)
    assert page.evaluate("() => window.touched") == 2
    assert outcomes(hanchan) == [RON, EAST_TENPAI, DRAW]


def test_a_second_touch_on_undo_leaves_no_place_for_a_hand(at_table):
    """The button stays while the first touch waits for the network."""
    hanchan, page, fingers = at_table
    play(hanchan, DRAW, RON)
    page.reload()
    page.context.set_offline(True)
    page.tap("button:text-is('Undo')")
    page.wait_for_timeout(PATIENCE)
    fingers.keep(EAST_TENPAI)
    page.tap("#outbox summary")
    page.tap("button:text-is('Change') >> visible=true")
    fingers.tap("text=Start again")
    page.tap("button:text-is('Undo')")
    fingers.keep(FORGOTTEN)

    page.context.set_offline(False)

    wait_for_hand(page, 2)
    assert outcomes(hanchan) == [DRAW, FORGOTTEN]
