"""A phone that will not get online again hands its hands over in a code that another phone scans."""

import io

import pytest
import zxingcpp
from PIL import Image

from scoring.outcome import ExhaustiveDraw, HanFu, Ron, Tsumo, Win
from scoring.seats import Seat
from tests.browser.saved_hands import OPEN_LIST

pytestmark = pytest.mark.slow

OUTCOMES = [
    Ron(discarder=Seat.WEST, wins=(Win(winner=Seat.SOUTH, value=HanFu(3, 30)),), riichi=frozenset({Seat.SOUTH})),
    ExhaustiveDraw(tenpai=frozenset({Seat.EAST})),
    Tsumo(win=Win(winner=Seat.NORTH, value=HanFu(2, 40))),
]
NOTHING_WAITS = "() => ['', 'recorded'].includes(document.getElementById('outbox').dataset.shows ?? '')"


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


def test_the_code_ends_before_a_hand_that_is_missing(at_table, open_table):
    """Another phone may have recorded those behind it, whose places only a person can tell."""
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    for outcome in OUTCOMES:
        fingers.keep(outcome)
    page.wait_for_timeout(1000)  # the list takes no touch just after it has moved
    page.evaluate(OPEN_LIST)
    page.tap("#outbox li:has([data-number]:text-is('2')) >> button:text('Do not send this hand')")
    page.tap("text=Show as QR code")
    page.wait_for_selector("#outbox-code[open]")

    assert page.text_content("#outbox-code [data-hands]") == "1"
    assert page.is_visible("text=Hands behind a missing one are not in the code")
    _hanchan, second = open_table(hanchan)
    second.goto(scanned(page))
    assert second.locator(".handed-hands li").count() == 1
