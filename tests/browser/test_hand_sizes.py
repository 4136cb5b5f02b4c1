"""The form of a hand on small screens, with large letters, and on a phone on its side."""

import pytest

from scoring.outcome import ExhaustiveDraw
from scoring.seats import Seat
from tests.browser.fingers import Fingers
from tests.factories import HanchanFactory, play

DRAW = ExhaustiveDraw(tenpai=frozenset({Seat.EAST}))
LARGE_LETTERS = "document.documentElement.style.fontSize = '200%'"

OUTSIDE = """(selector) => [...document.querySelectorAll(selector)].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width && (left < 0 || right > innerWidth || element.scrollWidth > element.clientWidth + 1);
}).map((element) => element.className || element.textContent)"""


@pytest.fixture
def hanchan():
    hanchan = HanchanFactory()
    play(hanchan, DRAW)
    return hanchan


@pytest.mark.parametrize("width", [320, 390])
def test_large_letters_stay_on_the_screen(open_table, hanchan, width):
    _hanchan, page = open_table(hanchan, width=width)

    page.evaluate(LARGE_LETTERS)

    parts = ".seat, .seat-face, .middle, .last-hand, .last-hand button, .call-form > :not(.visually-hidden)"
    assert page.evaluate(OUTSIDE, parts) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_confirm_of_a_draw_is_in_sight_on_a_phone_on_its_side(open_table, hanchan):
    _hanchan, page = open_table(hanchan, width=844, height=390)

    Fingers(page).choose(DRAW)

    page.wait_for_selector(".table-screen:not([data-outdated]) .preview-words")
    assert page.evaluate("document.querySelector('.confirm-button').getBoundingClientRect().bottom <= innerHeight")
