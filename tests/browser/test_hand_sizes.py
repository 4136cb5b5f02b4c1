"""The form of a hand on small screens, with large letters, and on a phone on its side."""

import pytest

from scoring.outcome import ExhaustiveDraw
from scoring.seats import Seat
from tests.browser.fingers import Fingers
from tests.factories import EntryFactory, HanchanFactory, TournamentFactory, play

pytestmark = pytest.mark.slow

DRAW = ExhaustiveDraw(tenpai=frozenset({Seat.EAST}))
LARGE_LETTERS = "document.documentElement.style.fontSize = '200%'"

OUTSIDE = """(selector) => [...document.querySelectorAll(selector)].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width && (left < 0 || right > innerWidth || element.scrollWidth > element.clientWidth + 1);
}).map((element) => element.className || element.textContent)"""


WORDS_OF_NAMES = """() => [...document.querySelectorAll(".seat-name")].map((name) => {
    const text = name.firstChild;
    return [...text.data.matchAll(/[^ -]+-?/g)].map(({ 0: word, index }) => {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length === 1 ? word : "cut: " + word;
    });
})"""
"""The words of each name, with a mark on those that stand on two lines."""


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


def test_large_letters_on_a_phone_on_its_side_leave_room_for_the_seats(open_table, hanchan):
    _hanchan, page = open_table(hanchan, width=844, height=390)

    page.evaluate(LARGE_LETTERS)

    seats, last = (page.locator(part).bounding_box() for part in (".mat", ".last-hand"))
    assert seats["x"] + seats["width"] <= last["x"]


def test_undo_is_in_sight_on_a_phone_on_its_side(open_table, hanchan):
    _hanchan, page = open_table(hanchan, width=844, height=390)

    button = page.locator(".last-hand button").bounding_box()
    assert button["y"] + button["height"] <= 390


def test_large_letters_have_no_fault(open_table, hanchan, assert_accessible):
    _hanchan, page = open_table(hanchan, width=320)

    for chosen in ("winner=1&discarder=self", "winner=1&discarder=2&value=3-30"):
        page.goto(f"{hanchan.table.get_absolute_url()}?{chosen}")
        page.evaluate(LARGE_LETTERS)
        page.evaluate("for (const folded of document.querySelectorAll('main details')) folded.open = true")
        assert_accessible(page)


@pytest.mark.parametrize("width", [320, 390])
def test_no_name_is_cut_within_a_word(open_table, width):
    names = (
        "Wawrzyniec Brzęczyszczykiewicz-Kowalski",
        "Maximiliane Schwarzenberger",
        "Jiří Novák",
        "Eszter Szentgyörgyi",
    )
    tournament = TournamentFactory()
    entries = [EntryFactory(tournament=tournament, player__name=name) for name in names]
    _hanchan, page = open_table(HanchanFactory(round__tournament=tournament, entries=entries), width=width)

    Fingers(page).choose(DRAW)

    page.wait_for_selector(".table-screen:not([data-outdated]) .preview-words")
    assert page.evaluate(WORDS_OF_NAMES) == [
        ["Wawrzyniec", "Brzęczyszczykiewicz-", "Kowalski"],
        ["Maximiliane", "Schwarzenberger"],
        ["Jiří", "Novák"],
        ["Eszter", "Szentgyörgyi"],
    ]


def test_confirm_of_a_draw_is_in_sight_on_a_phone_on_its_side(open_table, hanchan):
    _hanchan, page = open_table(hanchan, width=844, height=390)

    Fingers(page).choose(DRAW)

    page.wait_for_selector(".table-screen:not([data-outdated]) .preview-words")
    assert page.evaluate("document.querySelector('.confirm-button').getBoundingClientRect().bottom <= innerHeight")
