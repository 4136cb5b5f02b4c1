"""The door in the morning: a phone, a name typed in part, one touch."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.factories import EntryFactory, TournamentFactory, UserFactory

pytestmark = pytest.mark.slow


@pytest.fixture
def at_the_door(db):
    referee = UserFactory()
    tournament = TournamentFactory(referees=[referee])
    for number, name in enumerate(("Zoë Żółć", "Jan Novák", "Anna", "Bo Li"), 1):
        EntryFactory(tournament=tournament, number=number, player__name=name, player__phone="+420 600 100 200")
    return referee, tournament


@pytest.mark.parametrize("javascript", [True, False])
def test_one_touch_checks_in_and_one_takes_back(device, log_in, at_the_door, javascript):
    referee, tournament = at_the_door
    phone = device("phone", width=320, javascript=javascript)
    log_in(phone, referee)
    phone.goto(reverse("check-in", args=[tournament.slug]))
    row = phone.get_by_role("button", name="Jan Novák")

    row.tap()
    expect(phone.locator("#arrivals-count")).to_have_text("1 of 4 here")
    expect(row).to_have_attribute("aria-pressed", "true")
    row.tap()
    expect(phone.locator("#arrivals-count")).to_have_text("0 of 4 here")

    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_list_follows_what_is_typed_and_who_else_checks_in(device, log_in, at_the_door):
    referee, tournament = at_the_door
    phone, other = device("phone"), device("phone")
    for page in (phone, other):
        log_in(page, referee)
        page.goto(reverse("check-in", args=[tournament.slug]))
    other.get_by_role("button", name="Anna").tap()
    expect(other.locator("#arrivals-count")).to_have_text("1 of 4 here")

    phone.get_by_label("Name or number").fill("zol")
    expect(phone.locator(".arrival")).to_have_count(1)
    phone.get_by_role("button", name="Zoë").tap()

    expect(phone.locator("#arrivals-count")).to_have_text("2 of 4 here")
    phone.get_by_label("Name or number").fill("")
    phone.get_by_label("Only missing players").check()
    expect(phone.locator(".arrival")).to_have_count(2)


def test_a_touch_counts_while_the_list_is_on_its_way(device, log_in, at_the_door):
    referee, tournament = at_the_door
    phone = device("phone")
    log_in(phone, referee)
    phone.goto(reverse("check-in", args=[tournament.slug]))
    on_its_way = []
    phone.route("**/check-in/?q=*", lambda route: on_its_way.append(route))

    phone.get_by_label("Name or number").fill("an")
    phone.wait_for_function("() => document.querySelector('.htmx-request')")
    with phone.expect_response(re.compile(r"/check-in/3/")) as answer:
        phone.get_by_role("button", name="Anna").tap()
    on_its_way[-1].continue_()

    assert answer.value.ok
    expect(phone.locator(".arrival")).to_have_count(2)
    expect(phone.locator("#arrivals-count")).to_have_text("1 of 4 here")
    expect(phone.get_by_role("button", name="Anna")).to_have_attribute("aria-pressed", "true")
