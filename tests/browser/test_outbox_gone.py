"""Hands wait in a phone for a hanchan that was cancelled or removed meanwhile: each is shown, none vanishes."""

from uuid import uuid4

import pytest

from tests.browser.test_outbox import DRAW, EAST_TENPAI, NOTHING_WAITS, RON, outcomes
from tests.factories import HanchanFactory, UserFactory, visitor
from tournament.models import Hanchan
from tournament.table.actions.cancel_hanchan import cancel_hanchan

pytestmark = pytest.mark.slow

FILL_IN = "text=Fill in this hand again"


def test_each_hand_of_a_cancelled_hanchan_is_shown_before_the_next_is_sent(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(EAST_TENPAI)
    fingers.keep(DRAW)
    cancel_hanchan(
        hanchan_id=hanchan.pk, revision=0, restart=True, key=uuid4(), reason="Wrong table", by=visitor(UserFactory())
    )
    again = Hanchan.objects.valid().get()

    page.context.set_offline(False)

    page.wait_for_selector("text=This hanchan was cancelled.")
    assert "winner=1" in page.get_attribute(FILL_IN, "href")
    assert page.locator("#outbox li").count() == 2
    page.tap("text=The table was changed meanwhile.")  # folds the notice
    page.tap(FILL_IN)
    page.wait_for_selector("[name=winner][value='1']:checked", state="attached")
    fingers.tap(".confirm-button")
    page.wait_for_selector("text=Recorded: East 1")
    assert outcomes(again) == [RON]
    page.tap("text=Send now >> visible=true")
    page.wait_for_selector("text=This hanchan was cancelled.")
    assert "mode=draw&tenpai=0" in page.get_attribute(FILL_IN, "href")
    assert page.locator("#outbox li").count() == 1


def test_hands_of_a_round_whose_start_was_undone_are_shown_for_the_new_one(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(EAST_TENPAI)
    hanchan.delete()
    again = HanchanFactory(round=hanchan.round, table=hanchan.table)

    page.context.set_offline(False)

    page.wait_for_selector("text=was removed or undone meanwhile")
    assert page.get_attribute(FILL_IN, "href").startswith(f"{again.get_screen_url()}?winner=1")
    page.tap("text=Send now >> visible=true")
    page.wait_for_selector(f"{FILL_IN} >> nth=0")
    page.wait_for_function(NOTHING_WAITS)
    assert "mode=draw&tenpai=0" in page.get_attribute(FILL_IN, "href")
