"""A day on paper in two browsers, with clicks and keys counted: 40 players, 8 rounds, each sheet entered twice."""

from random import Random

import pytest

from tests.factories import EntryFactory, HanchanFactory, TournamentFactory, UserFactory, enter
from tournament.models import SignedBy, SignedSheet

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

ROUNDS, TABLES = 8, 10
MOST_CLICKS = 12
MOST_KEYS = 360
"""What somebody types in three minutes who strikes 120 keys a minute."""


class Hands:
    """Somebody at a laptop, whose clicks and keys are counted."""

    def __init__(self, page):
        self.page, self.clicks, self.keys = page, 0, 0

    def click(self, name, role="link"):
        self.page.get_by_role(role, name=name, exact=True).first.click()
        self.clicks += 1

    def key(self, text):
        for sign in text:
            self.page.keyboard.type(sign)
        self.page.keyboard.press("Enter")
        self.keys += len(text) + 1


def sheets(random):
    """Ten paper sheets: four points and the bets left."""
    for _table in range(TABLES):
        bets = random.choice([0, 0, 0, 1])
        three = [100 * random.randint(50, 450) for _seat in range(3)]
        yield [*three, 120_000 - 1_000 * bets - sum(three)], bets


def key_in(hands, written):
    """Type all sheets in the order of the fields, and save; Enter on the last field leads to the button."""
    page = hands.page
    page.wait_for_selector("#paper-round")
    page.wait_for_load_state()  # until its script runs, no field is chosen and Enter sends the form
    for points, bets in written:
        for amount in points:
            hands.key(str(amount))
        hands.key(str(bets or ""))
        hands.key("")
    page.wait_for_function("() => document.querySelectorAll('.paper-answer-right').length === 10")
    hands.page.keyboard.press("Enter")
    hands.keys += 1


def test_a_day_on_paper_takes_few_clicks_and_keys(device, log_in, live_server):
    people = [UserFactory(username=name) for name in ("anna", "boris")]
    tournament = TournamentFactory(owner=people[0], organizers=people[1:], is_on_paper=True)
    enter(EntryFactory.build_batch(4 * TABLES, tournament=tournament))
    anna, boris = (Hands(device("laptop")) for _person in people)
    for hands, person in zip((anna, boris), people, strict=True):
        log_in(hands.page, person)
        hands.page.goto(f"/t/{tournament.slug}/desk/")
    random = Random("a day on paper")

    for number in range(1, ROUNDS + 1):
        written = list(sheets(random))
        anna.clicks = anna.keys = boris.clicks = boris.keys = 0
        anna.click(f"Start round {number}")
        anna.click(f"Start round {number}", "button")
        anna.click("Desk")
        anna.click("Print score sheets")
        anna.click("Print", "button")
        anna.click("Desk")
        anna.click("Enter from paper")
        key_in(anna, written)
        anna.page.wait_for_selector("text=10 tables are saved.")
        boris.page.goto(f"/t/{tournament.slug}/desk/")  # as the open page shows by itself
        boris.click("Enter from paper")
        key_in(boris, written)
        boris.page.wait_for_selector("text=both entries agree")
        boris.click("Double-check and approve")
        boris.click("Approve the results", "button")
        anna.click("Desk")

        assert anna.clicks + boris.clicks <= MOST_CLICKS
        assert max(anna.keys, boris.keys) <= MOST_KEYS
        assert tournament.rounds.get(number=number).approved_by_id
    assert SignedSheet.objects.current().filter(method=SignedBy.KEYED_TWICE).count() == ROUNDS * TABLES


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
    page.wait_for_selector("text=An amount is missing")
    assert first.input_value() == "30.4"
