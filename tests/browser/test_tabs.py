"""The tabs of a tournament on a phone: more than fit beside each other."""

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory, UserFactory

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("tab", ["tournament", "desk", "penalties", "tournament-edit"])
def test_the_tab_that_is_shown_is_in_sight(phone, log_in, db, tab):
    owner = UserFactory()
    tournament = TournamentFactory(owner=owner)
    log_in(phone, owner)

    phone.goto(reverse(tab, args=[tournament.slug]))

    shown = phone.locator(".tabs [aria-current]").bounding_box()
    assert shown["x"] >= 0
    assert shown["x"] + shown["width"] <= phone.viewport_size["width"]
    assert phone.evaluate("scrollY") == 0
