"""Correcting hands at the table's phone, with JavaScript and without."""

import pytest
from django.urls import reverse

from scoring.seats import Seat
from tests.browser.fingers import Fingers
from tests.factories import play
from tests.table.corrections import A, B, C, D, draw, ron, tsumo
from tournament.games.queries.game import load_game

pytestmark = pytest.mark.slow


def tap_and_wait(page, selector):
    with page.expect_navigation():
        page.tap(selector)


@pytest.mark.parametrize("javascript", [True, False], ids=["javascript", "no javascript"])
def test_a_wrong_winner_is_corrected_and_what_follows_is_decided(open_table, assert_accessible, javascript):
    hanchan, page = open_table(javascript=javascript)
    play(hanchan, tsumo(A), ron(D, C), draw(B))
    page.reload()
    fingers = Fingers(page, javascript=javascript)

    fingers.unfold("More for this table")
    tap_and_wait(page, "text=Correct hands")
    if javascript:
        assert_accessible(page)
    tap_and_wait(page, "button:has-text('Change') >> nth=-1")
    fingers.tap("text=Start again")
    fingers.touch_seat(Seat.SOUTH)
    fingers.tap(".self-draw")
    fingers.touch_cell("3-30")
    if not javascript:
        fingers.touch("text=Show the payments")
    tap_and_wait(page, "text=See what changes")
    page.wait_for_selector("text=2 later hands are affected")
    if javascript:
        assert_accessible(page)
    tap_and_wait(page, "text=Keep this hand >> nth=0")
    tap_and_wait(page, ".correction-open button:has-text('Remove')")
    page.fill("input[name=reason]", "South won")
    if javascript:
        assert_accessible(page)
    tap_and_wait(page, "text=Accept the correction")

    page.wait_for_selector("text=The hanchan is corrected.")
    assert load_game(hanchan).outcomes == (tsumo(B), ron(D, C))
    assert hanchan.log.last().reason == "South won"


def test_a_correction_goes_on_after_a_failed_answer(open_table, complaints):
    complaints.expect("503")
    hanchan, page = open_table()
    play(hanchan, draw(B))
    page.goto(f"{reverse('correction-hand', args=[hanchan.tournament.slug, hanchan.pk])}?replace=1")
    page.wait_for_selector("html[data-form]")
    page.wait_for_selector("text=See what changes")
    page.route("**/correction/hand/**", lambda route: route.fulfill(status=503, body=""))
    page.tap("#seat-bottom")
    page.wait_for_selector(".unanswered:has-text('Exhaustive draw')")
    page.wait_for_selector("[name=finish]")
    page.unroute("**/correction/hand/**")

    tap_and_wait(page, "text=See what changes >> visible=true")

    page.wait_for_selector("text=Accept the correction")
