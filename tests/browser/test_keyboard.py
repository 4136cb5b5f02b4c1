"""A hand entered without a finger: by one key for each touch, and by somebody who hears the page."""

import pytest

from scoring.outcome import Limit
from tests.browser.fingers import EMPTY
from tests.scoring.shorthand import A, B, C, D, chombo, draw, ron, tsumo
from tournament.games.queries.game import load_game

pytestmark = pytest.mark.slow

KEYED = [
    (ron(B, C, "3/30"), "2 3 d Enter"),
    (tsumo(A, "2/40"), "1 t r Enter"),
    (ron(D, A, Limit.HANEMAN, riichi=[D]), "r 4 1 b Enter"),
    (draw(), "d Enter"),
    (draw(A, C, riichi=[A]), "q d 3 Enter"),
    (chombo(B), "c 2 Enter"),
]
"""An outcome and its keys: as many as a phone needs touches."""


@pytest.fixture
def desk(open_table):
    """A table's screen on a laptop, and its hanchan."""
    hanchan, page = open_table(width=1280, height=800, has_touch=False, is_mobile=False)
    return hanchan, page


def test_a_hand_takes_as_many_keys_as_touches(desk):
    hanchan, page = desk
    page.wait_for_selector("[data-of='KeyT']:has-text('T')", state="attached")

    for count, (_outcome, keys) in enumerate(KEYED, 1):
        page.wait_for_function(EMPTY)
        for key in keys.split():
            page.keyboard.press(key)
        page.wait_for_selector(f".table-screen:has-text('{count} hand')")

    assert load_game(hanchan).outcomes == tuple(outcome for outcome, _keys in KEYED)
    assert page.get_attribute("#seat-bottom .ask-winner", "data-key") == "1"


def test_the_keys_are_listed_and_leave_text_alone(desk, assert_accessible):
    _hanchan, page = desk
    page.wait_for_selector("[data-of='KeyT']:has-text('T')", state="attached")

    page.focus("#call-word")
    page.keyboard.type("2?")
    assert page.input_value("#call-word") == "2?"
    assert page.is_visible("text=Touch the winner")

    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("?")
    page.wait_for_selector("#shortcuts:popover-open")
    assert_accessible(page)
    page.get_by_role("checkbox", name="Keyboard shortcuts are on").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    assert page.is_visible("text=Touch the winner")


def test_somebody_who_hears_the_page_enters_a_hand(desk):
    hanchan, page = desk
    names = load_game(hanchan).names
    page.wait_for_selector("[data-of='KeyT']:has-text('T')", state="attached")

    page.get_by_role("radio", name=f"{names[A]} wins").focus()
    page.keyboard.press("ArrowUp")
    assert page.get_by_role("radio", name=f"{names[C]} wins").evaluate("radio => radio === document.activeElement")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert page.evaluate("document.activeElement.name") == "discarder"
    page.get_by_role("radio", name=f"{names[C]} discarded").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.value") == "mangan"
    page.get_by_role("radio", name="3 han 30 fu: 3,900").press("Space")

    sentence = (
        f"{names[B]} wins by ron from {names[C]}, 3 han 30 fu: {names[B]} +3,900, {names[C]} −3,900; next: East 2."
    )
    page.wait_for_selector(f"[role=status]:has-text('{sentence}')", state="attached")
    assert f"- status: {sentence}" in page.locator(".hand").aria_snapshot().replace('"', "")
    assert page.get_by_role("button", name="Confirm").evaluate("button => button === document.activeElement")
    page.keyboard.press("Enter")

    page.wait_for_selector(f"#table-spoken:has-text('Recorded: East 1 {names[B]} wins by ron')", state="attached")
    assert page.evaluate("document.activeElement.name") == "winner"
    assert load_game(hanchan).outcomes == (ron(B, C, "3/30"),)
