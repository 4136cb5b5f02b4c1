"""Every outcome that a ruleset has, entered once on a phone, and told in words afterwards."""

import pytest

from scoring.outcome import AbortReason, Limit, Yakuman
from tests.browser.fingers import Fingers
from tests.scoring.shorthand import (
    ALL,
    MANGAN,
    A,
    B,
    C,
    D,
    abort,
    chombo,
    claims,
    draw,
    nagashi,
    redeal,
    ron,
    tsumo,
    win,
)
from tournament.queries.game import load_game
from tournament.templatetags.hands import outcome_words

TENHOU = [
    abort("four_winds"),
    abort("nine_terminals", riichi=[A]),
    abort("four_kongs"),
    abort("four_riichi", riichi=ALL),
    abort("three_winners", riichi=[B]),
    claims(C, win(A, "1/30"), win(B, "1/30"), win(D, "2/30")),
    nagashi(B, C, tenpai=[A, D], riichi=[D]),
    claims(A, win(B, "1/30"), win(D, "1/30"), riichi=[B]),
    ron(D, B, "2/40"),
    tsumo(C, Yakuman(2), liable=D),  # and D has no points left
]
EMA_2016 = [
    claims(C, win(B, "3/30"), win(A, MANGAN), win(D, "2/25"), riichi=[B]),
    claims(A, win(B, Limit.YAKUMAN, liable=C), win(D, "1/30")),
    draw(A, D, dead=[C], riichi=[C, D]),
    redeal(riichi=[A]),
    chombo(B, C, riichi=[A]),
]


@pytest.mark.parametrize(
    ("ruleset", "outcomes", "javascript"),
    [("tenhou", TENHOU, True), ("ema_2016", EMA_2016, False)],
    ids=["tenhou with htmx", "ema_2016 in plain HTML"],
)
def test_each_outcome_is_entered_once(open_table, ruleset, outcomes, javascript):
    hanchan, page = open_table(ruleset=ruleset, javascript=javascript)
    fingers = Fingers(page, javascript=javascript)

    for outcome in outcomes:
        touches = fingers.enter(outcome)

        assert load_game(hanchan).outcomes[-1] == outcome
        assert touches <= 14

    game = load_game(hanchan)
    told = [outcome_words(hand.outcome, game.names, played) for hand, played in game.hands_played]
    assert [words for words in told if words not in page.text_content(".hands")] == []
    page.goto(hanchan.get_absolute_url())
    assert [words for words in told if words not in page.text_content("main")] == []


def test_what_is_seldom_asked_is_accessible(open_table, assert_accessible):
    hanchan, page = open_table(ruleset="tenhou")
    page.tap("text=More outcomes")
    assert page.locator("button[value^='abort:']").count() == len(AbortReason)
    assert_accessible(page)

    page.goto(f"{hanchan.table.get_absolute_url()}?winner=1&discarder=2&value=yakuman&liable=1:0")
    page.tap("text=Another winner")
    assert_accessible(page)


@pytest.mark.parametrize("javascript", [True, False], ids=["htmx", "no javascript"])
def test_yaku_are_picked_without_moving_confirm(open_table, assert_accessible, javascript):
    hanchan, page = open_table(ruleset="tenhou", javascript=javascript)
    page.goto(f"{hanchan.table.get_absolute_url()}?winner=1&discarder=2&value=3-30")
    fingers = Fingers(page, javascript=javascript)

    def place():
        return page.evaluate("document.querySelector('.confirm').getBoundingClientRect().bottom + scrollY")

    confirm = place()
    assert page.locator(".confirm-button").bounding_box()["y"] + 44 < 844
    fingers.unfold("Yaku (not needed)")
    page.locator("button[value='yaku:1:chun']").scroll_into_view_if_needed()
    scrolled = page.evaluate("scrollY")
    fingers.touch("button[value='yaku:1:chun']")
    if javascript:
        assert page.evaluate("scrollY") == scrolled
        assert_accessible(page)
    fingers.touch("button[value='yaku:1:dora']")
    fingers.touch("button[value='yaku:1:dora']")

    assert page.is_visible("button[value='no-yaku:1:dora']")
    page.evaluate("scrollTo(0, 0)")
    assert place() == confirm
    fingers.touch("text=Confirm")
    assert load_game(hanchan).outcomes == (ron(B, C, "3/30", yaku=("chun", "dora", "dora")),)
    assert "3 han 30 fu (chun, dora 2)" in page.text_content(".last-hand")
