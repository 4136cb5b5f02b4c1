"""A phone that will not get online again hands its hands over in a code that another phone scans."""

import io

import pytest
import zxingcpp
from PIL import Image

from scoring.outcome import ExhaustiveDraw, HanFu, Ron, Tsumo, Win
from scoring.seats import Seat
from tests.browser.saved_hands import NOTHING_WAITS, OPEN_LIST, give_up, outcomes, wait_for_hand
from tests.factories import play

pytestmark = pytest.mark.slow

OUTCOMES = [
    Ron(discarder=Seat.WEST, wins=(Win(winner=Seat.SOUTH, value=HanFu(3, 30)),), riichi=frozenset({Seat.SOUTH})),
    ExhaustiveDraw(tenpai=frozenset({Seat.EAST})),
    Tsumo(win=Win(winner=Seat.NORTH, value=HanFu(2, 40))),
]
UNDER_FINGER = 1100  # milliseconds: the list takes no touch just after it has moved
BEHIND = "text=Hands behind a missing one are not in the code"
NO_HAND_IS_MISSING = "button:text('No hand is missing') >> visible=true"


def scanned(page):
    """The address in the code that the phone shows."""
    (code,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(page.locator("#outbox-code canvas").screenshot())))
    return code.text


def test_another_phone_records_what_this_one_kept_and_each_hand_counts_once(at_table, open_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    for outcome in OUTCOMES:
        fingers.keep(outcome)
    page.reload()
    page.tap("text=Saved on this phone, will be sent automatically")
    page.tap("text=Show as QR code")
    page.wait_for_selector("#outbox-code[open]")

    address = scanned(page)

    _hanchan, second = open_table(hanchan)
    second.goto(address)
    assert second.locator(".handed-hands li").count() == 3
    second.tap("text=Record these hands")
    second.wait_for_selector("text=3 hands of the other phone were recorded.")
    page.tap("text=Close")
    page.context.set_offline(False)
    page.wait_for_function(NOTHING_WAITS)
    recorded = hanchan.hands.filter(superseded_by=None).order_by("number")
    assert [hand.parsed_outcome() for hand in recorded] == OUTCOMES


@pytest.fixture
def gap(at_table):
    """A phone without network whose second of three hands was given up."""
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    for outcome in OUTCOMES:
        fingers.keep(outcome)
    page.wait_for_timeout(UNDER_FINGER)
    give_up(page, 2)
    page.wait_for_function("() => document.querySelectorAll('#outbox li').length === 2")
    return hanchan, page, fingers


def show_code(page):
    page.evaluate(OPEN_LIST)
    page.tap("text=Show as QR code")
    page.wait_for_selector("#outbox-code[open]")


def record_on_another_phone(open_table, hanchan, page):
    _hanchan, second = open_table(hanchan)
    second.goto(scanned(page))
    second.tap("text=Record these hands")
    return second


def test_the_code_ends_before_a_hand_that_is_missing(gap, open_table):
    """Another phone may have recorded those behind it, whose places only a person can tell."""
    hanchan, page, _fingers = gap

    show_code(page)

    assert page.text_content("#outbox-code [data-hands]") == "1"
    assert page.is_visible(BEHIND)
    _hanchan, second = open_table(hanchan)
    second.goto(scanned(page))
    assert second.locator(".handed-hands li").count() == 1


def test_without_network_somebody_says_that_no_hand_is_missing(gap, open_table):
    hanchan, page, _fingers = gap
    page.evaluate(OPEN_LIST)

    page.tap(NO_HAND_IS_MISSING)

    page.wait_for_selector("text=Saved on this phone, will be sent automatically")
    show_code(page)
    assert page.text_content("#outbox-code [data-hands]") == "1, 2"
    assert not page.is_visible(BEHIND)
    second = record_on_another_phone(open_table, hanchan, page)
    second.wait_for_selector("text=2 hands of the other phone were recorded.")
    page.tap("text=Close")
    page.context.set_offline(False)
    wait_for_hand(page, 2)
    assert outcomes(hanchan) == [OUTCOMES[0], OUTCOMES[2]]


def test_without_network_the_missing_hand_is_entered(gap, open_table):
    hanchan, page, fingers = gap
    page.evaluate(OPEN_LIST)
    page.tap("button:text('Enter the missing hand') >> visible=true")

    fingers.keep(OUTCOMES[1])

    page.wait_for_selector("text=Saved on this phone, will be sent automatically")
    show_code(page)
    assert page.text_content("#outbox-code [data-hands]") == "1, 2, 3"
    assert not page.is_visible(BEHIND)
    second = record_on_another_phone(open_table, hanchan, page)
    second.wait_for_selector("text=3 hands of the other phone were recorded.")
    page.tap("text=Close")
    page.context.set_offline(False)
    wait_for_hand(page, 3)
    assert outcomes(hanchan) == OUTCOMES


@pytest.mark.parametrize("way", ["sent", "scanned"])
@pytest.mark.parametrize("answer", ["none missing", "entered"])
def test_a_hand_that_another_phone_recorded_is_asked_about_after_an_answer_without_network(
    gap, answer, way, open_table
):
    """Another phone has recorded the third hand in the place of the second."""
    hanchan, page, fingers = gap
    page.evaluate(OPEN_LIST)
    if answer == "none missing":
        page.tap(NO_HAND_IS_MISSING)
    else:
        page.tap("button:text('Enter the missing hand') >> visible=true")
        fingers.keep(OUTCOMES[1])
    play(hanchan, OUTCOMES[0], OUTCOMES[2])

    if way == "sent":
        page.context.set_offline(False)
        page.wait_for_selector("#outbox[data-shows~=rejected]")
        page.wait_for_timeout(1500)
    else:
        show_code(page)
        second = record_on_another_phone(open_table, hanchan, page)
        second.wait_for_selector("text=Hand 2 was not recorded.")

    assert outcomes(hanchan) == [OUTCOMES[0], OUTCOMES[2]]
