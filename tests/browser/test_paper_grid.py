"""The grid of a round on paper: it answers while somebody types, and what was typed stays."""

import pytest

from tests.factories import HanchanFactory, TournamentFactory, UserFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def test_the_sum_shows_as_it_is_typed(device, log_in):
    owner = UserFactory()
    hanchan = HanchanFactory(round__tournament=TournamentFactory(owner=owner, is_on_paper=True))
    page = device("laptop")
    log_in(page, owner)
    page.goto(hanchan.get_paper_url())

    first = page.locator(".paper-field").first
    first.press_sequentially("304")

    page.wait_for_selector("text=Sum 30,400")
    assert first.evaluate("field => field === document.activeElement")  # it was not left


def test_what_was_typed_stays_when_nobody_answers(device, log_in, complaints, assert_accessible):
    owner = UserFactory()
    tournament = TournamentFactory(owner=owner, is_on_paper=True)
    hanchan = HanchanFactory(round__tournament=tournament)
    complaints.expect("ERR_INTERNET_DISCONNECTED|htmx:sendError|Failed to fetch|Status Error Code 403")
    page = device("laptop")
    log_in(page, owner)
    page.goto(hanchan.get_paper_url())
    first = page.locator(".paper-field").first
    first.fill("30.4")
    assert_accessible(page)

    page.context.set_offline(True)
    page.locator("[data-save]").click()
    page.wait_for_selector("text=Nothing was saved")
    assert first.input_value() == "30.4"

    page.context.set_offline(False)
    cookies = page.context.cookies()
    page.context.clear_cookies()  # logged out meanwhile
    page.locator("[data-save]").click()
    page.wait_for_selector("text=Nothing was saved")
    assert first.input_value() == "30.4"
    page.context.add_cookies(cookies)
    page.locator("[data-save]").click()
    page.wait_for_selector("text=A player’s points are missing")
    assert first.input_value() == "30.4"
