"""Standings, players, hanchans and leagues on a phone: found by typing, and never wider than the screen."""

import pytest
from playwright.sync_api import expect

from scoring.outcome import Chombo
from scoring.seats import Seat
from tests.factories import LeagueFactory, play, sign
from tests.standings.results import DRAW, MANGAN, tournament_with

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

FORTY = "Maximiliana von Hohenzollern-Sigmaringen"
NAMES = [FORTY, "Břetislav Příhoda", "Nagy-Szentgyörgyi Boglárka", "Wojciech Brzęczyszczykiewicz"]


@pytest.fixture
def tournament():
    tournament, _entries, (first, second) = tournament_with(NAMES, rounds=2)
    play(first, *[MANGAN] * 5, Chombo(offenders=frozenset({Seat.SOUTH})))
    sign(first)
    play(second, DRAW)
    return tournament


@pytest.fixture
def addresses(tournament):
    league = LeagueFactory(tournaments=[tournament])
    hanchan = tournament.rounds.get(number=1).hanchans.get()
    standings = f"/t/{tournament.slug}/standings/"
    return [standings, f"/t/{tournament.slug}/players/1/", hanchan.get_absolute_url(), league.get_absolute_url()]


def test_typing_a_name_finds_it_and_keeps_the_address(laptop, tournament):
    laptop.goto(f"/t/{tournament.slug}/standings/")
    laptop.get_by_label("Find a player").press_sequentially("brzecz")

    laptop.wait_for_url("**q=brzecz*")
    expect(laptop.locator(".leaderboard tbody tr")).to_have_count(1)
    assert laptop.get_by_label("Find a player").input_value() == "brzecz"


def test_without_javascript_a_name_is_found_by_its_button(device, tournament):
    laptop = device("laptop", javascript=False)
    laptop.goto(f"/t/{tournament.slug}/standings/?show=official")
    laptop.get_by_label("Find a player").fill("brzecz")
    with laptop.expect_navigation():
        laptop.get_by_role("button", name="Find").click()

    assert laptop.locator(".leaderboard tbody tr").count() == 1
    assert "show=official" in laptop.url


def test_no_page_is_wider_than_a_small_phone_or_hard_to_read(device, addresses, assert_accessible):
    phone = device("phone", width=320)
    for address in addresses:
        phone.goto(address)
        too_wide = phone.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert too_wide == 0, address
        assert_accessible(phone)
