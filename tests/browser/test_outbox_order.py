"""Answers and touches in any order: what one phone enters is never in conflict with itself."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.outcome import ExhaustiveDraw
from scoring.seats import Seat
from tests.browser.fingers import EMPTY
from tests.browser.saved_hands import (
    ASK_FOR_NEWS,
    EAST_TENPAI,
    REFUSED,
    RON,
    enter_impossible,
    lose_the_answer,
    outcomes,
    undo,
)
from tests.factories import UserFactory, play, visitor
from tournament.models import RoundClock
from tournament.table.actions.call_time import call_time

pytestmark = pytest.mark.slow


# What is removed from IndexedDB takes until `window.isHeld` is false.
HOLD_REMOVALS = """() => {
    const remove = IDBObjectStore.prototype.delete;
    window.isHeld = true;
    IDBObjectStore.prototype.delete = function (...ids) {
        const hold = () => { if (window.isHeld) this.count().onsuccess = hold; };
        hold();
        window.isRemoving = true;
        return remove.apply(this, ids);
    };
}"""

KEEP_WHILE_A_HAND_IS_UNDER_WAY = """async () => {
    document.getElementById("table-screen").inert = true;
    document.dispatchEvent(new CustomEvent("live:shown", { detail: "table-screen" }));
    const kept = async () => (await (await (await caches.open("tenbo-tables")).match(location.pathname)).text());
    while (!(await kept()).includes("inert=")) await new Promise((resolve) => { setTimeout(resolve, 20); });
}"""

FORGET_GAP_AFTER_THE_SECOND = """async () => {
    const files = performance.getEntriesByType("resource").map(({ name }) => name);
    const { forgetGap, state } = await import(files.find((name) => name.includes("/table/outbox_queue.")));
    const screen = document.getElementById("table-screen");
    const action = new URL(screen.dataset.records, location.href).href;
    const { queue } = state;
    state.queue = [1, 3, 4, 6].map((number) => ({ number, action, isBehindGap: true, fields: [] }));
    forgetGap(2, screen);
    const numbers = state.queue.filter(({ isBehindGap }) => isBehindGap).map(({ number }) => number);
    state.queue = queue;
    return numbers;
}"""


def test_a_hand_confirmed_while_the_one_before_leaves_the_outbox_has_its_own_number(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.choose(EAST_TENPAI)
    page.evaluate(HOLD_REMOVALS)
    page.context.set_offline(False)
    page.wait_for_function("() => window.isRemoving")

    fingers.tap(".confirm-button")
    page.evaluate("() => { window.isHeld = false; }")

    page.wait_for_selector("text=Recorded: East 2")
    assert outcomes(hanchan) == [RON, EAST_TENPAI]


def test_the_hand_after_one_given_up_that_was_recorded_has_a_key_of_its_own(at_routed_table):
    hanchan, page, fingers = at_routed_table

    page.route("**/hands/", lose_the_answer)
    fingers.keep(RON)
    page.unroute("**/hands/")
    page.context.set_offline(True)
    page.tap("text=Saved on this phone, will be sent automatically")
    page.tap("button:text('Do not send this hand')")
    page.context.set_offline(False)
    page.evaluate(ASK_FOR_NEWS)
    page.wait_for_selector("text=Recorded: East 1")

    fingers.keep(EAST_TENPAI)

    page.wait_for_selector("text=Recorded: East 2")
    assert outcomes(hanchan) == [RON, EAST_TENPAI]


def test_an_answer_to_the_clock_s_question_that_waits_does_not_make_the_next_hand_outdated(at_table):
    hanchan, page, fingers = at_table
    RoundClock.objects.create(round=hanchan.round, started_at=timezone.now() - timedelta(hours=2))
    page.reload()
    page.context.set_offline(True)
    page.tap("text=Yes, a hand was in progress")
    page.wait_for_function("() => !document.getElementById('table-screen').inert")
    fingers.keep(RON)

    page.context.set_offline(False)

    page.wait_for_selector("text=Recorded: East 1")
    hanchan.refresh_from_db()
    assert hanchan.time_hand_in_progress
    assert outcomes(hanchan) == [RON]


def test_a_hand_is_compared_although_another_phone_answered_the_clock_s_question_first(at_table):
    """The answer of this phone changes nothing, but is accepted. The changes meanwhile are not its own."""
    hanchan, page, fingers = at_table
    RoundClock.objects.create(round=hanchan.round, started_at=timezone.now() - timedelta(hours=2))
    page.reload()
    page.context.set_offline(True)
    page.tap("text=Yes, a hand was in progress")
    page.wait_for_function("() => !document.getElementById('table-screen').inert")
    fingers.keep(EAST_TENPAI)
    call_time(hanchan_id=hanchan.pk, revision=0, in_progress=True, by=visitor(UserFactory()))
    play(hanchan, EAST_TENPAI)
    undo(hanchan)

    page.context.set_offline(False)

    page.wait_for_selector(REFUSED)
    assert outcomes(hanchan) == []


def test_a_page_kept_while_a_hand_was_under_way_takes_touches(at_table):
    _hanchan, page, fingers = at_table
    page.wait_for_function(EMPTY)  # the screen is inert until the outbox is read, and must not be made so before
    page.evaluate(KEEP_WHILE_A_HAND_IS_UNDER_WAY)
    page.context.set_offline(True)

    page.reload()
    page.wait_for_function(EMPTY)
    fingers.touch_seat(Seat.EAST)
    page.wait_for_selector("[name=winner]:checked", state="attached")

    assert page.locator("[name=winner]:checked").first.get_attribute("value") == "0"


def test_an_answer_older_than_the_screen_is_not_drawn(at_routed_table):
    hanchan, page, fingers = at_routed_table
    held = []

    def hold_the_first_redraw(route):
        if held or route.request.headers.get("hx-target") != "table-screen":
            route.fallback()
        else:
            held.append((route, route.fetch()))

    page.route("**/tables/*/", hold_the_first_redraw)
    play(hanchan, RON)
    page.evaluate(ASK_FOR_NEWS)
    fingers.keep(EAST_TENPAI)  # as hand 1, which the other phone has recorded
    page.wait_for_selector("text=Recorded: East 1")
    page.tap("button:text('Do not send this hand')")
    fingers.keep(EAST_TENPAI)
    page.wait_for_selector("text=Recorded: East 2")
    play(hanchan, ExhaustiveDraw())
    fingers.touch_seat(Seat.EAST)
    page.evaluate(ASK_FOR_NEWS)
    page.wait_for_selector("text=Another phone changed this table.")
    fingers.tap("text=Start again")
    ((route, old),) = held

    route.fulfill(response=old)

    page.wait_for_selector("text=Recorded: East 3")
    assert page.locator("text=Recorded: East 1").count() == 0
    assert len(outcomes(hanchan)) == 3


@pytest.mark.parametrize("reason", ["forbidden to this phone", "impossible"])
def test_the_next_hand_waits_behind_one_that_was_not_taken(at_routed_table, reason):
    """Another phone has recorded the second hand in the place of the first."""
    hanchan, page, fingers = at_routed_table
    page.context.set_offline(True)
    if reason == "impossible":
        enter_impossible(fingers)
        page.wait_for_function(EMPTY)
        shown = "#outbox[data-shows~=forbidden]"
    else:
        page.route("**/hands/", lambda route: route.fulfill(status=403))
        fingers.keep(RON)
        shown = "#outbox[data-shows~=refused]"
    fingers.keep(EAST_TENPAI)
    fingers.touch_seat(Seat.EAST)
    page.context.set_offline(False)
    page.wait_for_selector(shown)
    play(hanchan, EAST_TENPAI)

    page.reload()
    page.wait_for_selector(".confirm [name=number][value='2']", state="attached")
    page.wait_for_timeout(1500)
    page.unroute("**/hands/")
    page.evaluate("() => dispatchEvent(new Event('online'))")

    page.wait_for_selector(REFUSED, state="attached")
    assert page.locator("#outbox li").count() == 2
    assert outcomes(hanchan) == [EAST_TENPAI]


def test_no_hand_is_missing_behind_a_recorded_one_whatever_waits_before_it(at_routed_table):
    _hanchan, page, _fingers = at_routed_table

    assert page.evaluate(FORGET_GAP_AFTER_THE_SECOND) == [1, 6]
