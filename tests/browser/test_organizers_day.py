"""An organizer who has read nothing: from an empty database to printed results, by what the pages offer.

Every touch that is not entering hands or signing sheets is counted; the tables do these by themselves here.
"""

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from scoring.outcome import ExhaustiveDraw, HanFu, Ron, Win
from scoring.seats import Seat
from tests.factories import play, sign
from tournament.models import Hanchan, Tournament

NAMES = [f"Player Number{letter}" for letter in "ABCDEFGHIJKLMNOP"]
ROUNDS = 3
CLICKS_A_ROUND = 12

WON = Ron(discarder=Seat.SOUTH, wins=(Win(winner=Seat.WEST, value=HanFu(3, 30)),), riichi=frozenset({Seat.WEST}))


class Organizer:
    """Touches what is on the page, by its words."""

    def __init__(self, page):
        self.page = page
        self.clicks = 0

    def touch(self, words, role="button"):
        self.clicks += 1
        self.page.get_by_role(role, name=words, exact=True).first.click()
        self.page.wait_for_load_state()

    def follow(self, words):
        self.touch(words, role="link")

    def go_back(self):
        self.clicks += 1
        self.page.go_back()


def play_round(number):
    """What happens at the tables."""
    for hanchan in Hanchan.objects.filter(round__number=number):
        play(hanchan, WON, ExhaustiveDraw())
        sign(hanchan)


@pytest.mark.long
@pytest.mark.django_db
def test_from_an_empty_database_to_printed_results(laptop, tmp_path):
    organizer = Organizer(laptop)
    laptop.goto("/")
    organizer.follow("Sign up")
    laptop.get_by_label("Name", exact=True).fill("hanna")
    for field in laptop.locator("input[type=password]").all():
        field.fill("four winds of the east")
    organizer.touch("Sign up")
    organizer.follow("New tournament")
    laptop.get_by_label("Name", exact=True).fill("Autumn Open")
    organizer.touch("Create the tournament")
    organizer.follow("Add players")
    laptop.get_by_label("Names, one per line, or rows of a spreadsheet").fill(
        "\n".join(f"Player Number{letter}" for letter in "ABCDEFGHIJKLMNOP")
    )
    organizer.touch("Preview")
    organizer.touch("Add them")
    before_play = organizer.clicks

    organizer.follow("Desk")
    clicks = []
    for number in range(1, ROUNDS + 1):
        start = organizer.clicks
        organizer.follow(f"Start round {number}")
        organizer.touch(f"Start round {number}")
        organizer.follow("Print score sheets")
        organizer.go_back()
        organizer.follow("Clock")
        organizer.touch("Start the clock")
        organizer.follow("Desk")
        expect(laptop.locator("main")).to_contain_text(f"Round {number}")
        play_round(number)
        organizer.follow("Desk")
        expect(laptop.locator("main")).to_contain_text(f"Every sheet of round {number} is signed.")
        clicks.append(organizer.clicks - start)
    organizer.follow("Standings")
    printed = tmp_path / "standings.pdf"
    laptop.pdf(path=printed)

    assert max(clicks) <= CLICKS_A_ROUND
    assert before_play <= 12
    text = "".join(page.extract_text() for page in PdfReader(printed).pages)
    assert [name for name in NAMES if name not in text] == []
    tournament = Tournament.objects.get()
    assert tournament.rounds.count() == ROUNDS
    assert {hanchan.seats.count() for hanchan in Hanchan.objects.all()} == {4}
    assert Hanchan.objects.count() == ROUNDS * len(NAMES) // 4
