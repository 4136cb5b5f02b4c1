"""Hands are entered without a network: kept in the phone, recorded in order when the server answers, each once."""

from dataclasses import replace

import pytest
from playwright.sync_api import Error

from scoring.outcome import ExhaustiveDraw, HanFu, Ron, Win
from scoring.seats import Seat
from tests.browser.fingers import Fingers
from tests.browser.saved_hands import (
    EAST_TENPAI,
    NOTHING_WAITS,
    PAGE_IS_KEPT,
    RON,
    RON_FILLED_IN,
    enter_impossible,
    wait_for_hand,
    wait_until,
)
from tests.browser.test_hanchan import WRC_HANCHAN
from tests.factories import play
from tests.table.corrections import insert_forgotten
from tournament.games.queries.game import load_game

pytestmark = pytest.mark.slow

OUTCOMES = [outcome for outcome, _points in WRC_HANCHAN]
FINAL = WRC_HANCHAN[-1][1]

KEPT_WITH_THE_FIRST_HAND = """async () => {
    const cache = await caches.open("tenbo-tables");
    return (await (await cache.match(location.pathname))?.text())?.includes("Recorded: East 1");
}"""

NO_ROOM = """() => {
    Cache.prototype.put = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
}"""


def current(hanchan):
    return hanchan.hands.filter(superseded_by=None).count()


@pytest.mark.long
def test_a_whole_hanchan_is_entered_without_a_network(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    for outcome in OUTCOMES:
        fingers.keep(outcome)
    assert current(hanchan) == 0

    page.context.set_offline(False)

    page.wait_for_selector(".sheet")
    page.wait_for_selector(f"text=Hands recorded: {len(OUTCOMES)}")
    page.wait_for_function(NOTHING_WAITS)
    assert load_game(hanchan).situation.points == FINAL
    assert current(hanchan) == len(OUTCOMES)


def test_the_page_opens_from_the_phone_with_what_waits_and_what_is_half_entered(at_table):
    hanchan, page, fingers = at_table
    fingers.enter(OUTCOMES[0])
    wait_until(page, KEPT_WITH_THE_FIRST_HAND)
    page.context.set_offline(True)
    fingers.keep(OUTCOMES[1])
    fingers.touch_seat(Seat.EAST)
    page.wait_for_url("**winner=0**")  # a moment after the choice is drawn

    page.reload()

    page.wait_for_selector("text=Saved on this phone, will be sent automatically >> visible=true")
    page.wait_for_selector("text=Touch the discarder")
    assert current(hanchan) == 1
    page.context.set_offline(False)
    page.wait_for_function(NOTHING_WAITS)
    assert current(hanchan) == 2
    page.wait_for_selector("text=Touch the discarder")
    page.wait_for_selector("text=East 2")


def test_a_page_that_cannot_be_kept_leaves_no_older_one(at_table):
    """The older one would offer the first hand again."""
    _hanchan, page, fingers = at_table
    wait_until(page, PAGE_IS_KEPT)
    page.wait_for_timeout(1000)  # nor is it being kept just now
    page.evaluate(NO_ROOM)

    fingers.enter(RON)
    wait_for_hand(page, 1)

    wait_until(page, f"async () => !(await ({PAGE_IS_KEPT})())")
    page.context.set_offline(True)
    with pytest.raises(Error, match="ERR_"):
        page.reload()


def test_a_hand_of_another_phone_stops_the_queue_until_somebody_decides(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(ExhaustiveDraw())
    play(hanchan, EAST_TENPAI)

    page.context.set_offline(False)

    page.wait_for_selector("#outbox >> text=Another phone has recorded this hand meanwhile")
    page.tap("button:text('Do not send this hand') >> nth=0")
    page.wait_for_selector("text=The table was changed meanwhile.")
    assert current(hanchan) == 1
    page.tap("text=Send now")
    page.wait_for_function(NOTHING_WAITS)
    assert [hand.parsed_outcome() for hand in hanchan.hands.order_by("number")] == [
        EAST_TENPAI,
        ExhaustiveDraw(),
    ]


def test_a_hand_equal_to_the_one_before_is_not_lost_when_a_forgotten_hand_is_inserted(at_table):
    hanchan, page, fingers = at_table
    fingers.enter(EAST_TENPAI)
    page.context.set_offline(True)
    fingers.keep(EAST_TENPAI)
    fingers.keep(ExhaustiveDraw())
    insert_forgotten(hanchan, replace(RON, wins=(replace(RON.wins[0], winner=Seat.EAST),)))

    page.context.set_offline(False)

    page.wait_for_selector("#outbox >> text=The table or its rules were changed meanwhile.")
    assert page.locator("#outbox li").count() == 2
    assert current(hanchan) == 2


def test_a_hand_that_the_rules_refuse_stops_the_queue_until_it_is_put_right(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    liable = Ron(discarder=Seat.WEST, wins=(Win(winner=Seat.SOUTH, value=HanFu(1, 30)),))
    enter_impossible(fingers)
    page.wait_for_selector("[data-hand-number] >> text=2")
    fingers.keep(ExhaustiveDraw())

    page.context.set_offline(False)

    page.wait_for_selector("text=cannot have 1 han and 25 fu")
    assert current(hanchan) == 0
    page.tap("text=Start again")
    fingers.choose(liable)
    fingers.tap(".confirm-button")
    page.wait_for_function(NOTHING_WAITS)
    assert [hand.parsed_outcome() for hand in hanchan.hands.order_by("number")] == [liable, ExhaustiveDraw()]


def test_a_kept_hand_can_be_changed_or_given_up(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(ExhaustiveDraw())
    page.tap("text=Saved on this phone, will be sent automatically")
    page.tap("button:text('Do not send this hand') >> nth=1")
    page.tap("[data-change] >> nth=0")
    page.wait_for_selector(RON_FILLED_IN, state="attached")
    fingers.tap(".change-row label")
    fingers.touch_value(HanFu(4, 30), "ron")
    fingers.tap(".confirm-button")

    page.context.set_offline(False)

    page.wait_for_selector("text=Recorded: East 1")
    (hand,) = hanchan.hands.all()
    assert hand.parsed_outcome().wins[0].value == HanFu(4, 30)


def test_two_phones_keep_the_same_hand_once(at_table, open_table):
    hanchan, page, _fingers = at_table
    _hanchan, second = open_table(hanchan)
    for phone in (page, second):
        phone.context.set_offline(True)
        Fingers(phone).keep(RON)

    for phone in (page, second):
        phone.context.set_offline(False)

    for phone in (page, second):
        phone.wait_for_function(NOTHING_WAITS)
    assert current(hanchan) == 1


def test_a_table_is_an_app_and_keeps_the_screen_awake(at_table):
    _hanchan, page, _fingers = at_table

    manifest = page.evaluate("async () => (await fetch(document.querySelector('[rel=manifest]').href)).json()")

    assert manifest["start_url"] == page.url.removeprefix(page.evaluate("location.origin"))
    for icon in manifest["icons"]:
        assert page.request.get(icon["src"]).ok
