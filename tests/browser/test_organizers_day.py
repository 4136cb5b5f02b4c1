"""An organizer's whole day by what the pages offer, with phones and on paper: clicks and keys are counted, not timed.

40 players, 8 rounds, a cut to 16 and one to 4, a ceremony. What happens at the tables is not the organizer's work: with
phones the hands and signatures are simply there, on paper ten sheets lie on the desk. `make clicks` prints the counts.
"""

import json
from random import Random

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from scoring.outcome import HanFu, Ron, Win
from scoring.seats import Seat
from tests.factories import UserFactory, play, sign
from tournament.models import Hanchan, Membership, Role, SignedBy, SignedSheet, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

TABLES = 10
NAMES = [f"Player Number{chr(65 + number // 20)}{chr(65 + number % 20)}" for number in range(4 * TABLES)]
WHOLE, SHORT = (8, {5: 16, 7: 4}), (3, {1: 16, 2: 4})
"""Rounds, and how many advance after which of them; the short day is for every run of the long tests."""

MOST_CLICKS_WITH_PHONES, MOST_CLICKS_ON_PAPER = 7, 12
MOST_KEYS = 360
"""What somebody types in three minutes who strikes 120 keys a minute."""


class Hands:
    """Somebody at a laptop, who touches what is on the page by its words."""

    def __init__(self, page):
        self.page, self.clicks, self.keys = page, 0, 0

    def touch(self, words, role="button"):
        self.clicks += 1
        self.page.get_by_role(role, name=words, exact=True).first.click()
        self.page.wait_for_load_state()

    def follow(self, words):
        self.touch(words, role="link")

    def key(self, text):
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")
        self.keys += len(text) + 1

    def counted(self):
        """Clicks and keys since the last call."""
        counts = self.clicks, self.keys
        self.clicks = self.keys = 0
        return counts


class Day:
    def __init__(self, page, rounds, cuts, random, second=None):
        self.organizer, self.rounds, self.cuts, self.random = Hands(page), rounds, cuts, random
        self.second = Hands(second) if second else None
        """Who enters the sheets again; only on paper."""
        self.clicks, self.keys, self.cut_clicks = [], [], []

    @property
    def is_on_paper(self):
        return self.second is not None

    def sign_up_and_enter(self):
        organizer, page = self.organizer, self.organizer.page
        page.goto("/")
        organizer.follow("Sign up")
        page.get_by_label("Name", exact=True).fill("hanna")
        for field in page.locator("input[type=password]").all():
            field.fill("four winds of the east")
        organizer.touch("Sign up")
        organizer.follow("New tournament")
        page.get_by_label("Name", exact=True).fill("Autumn Open")
        if self.is_on_paper:
            organizer.clicks += 1
            page.get_by_label("On paper", exact=True).check()
        organizer.touch("Create the tournament")
        organizer.follow("Add players")
        page.get_by_label("Names, one per line, or rows of a spreadsheet").fill("\n".join(NAMES))
        organizer.touch("Preview")
        organizer.touch("Add the players")
        organizer.follow("Desk")
        self.before_play = organizer.counted()[0]
        self.tournament = Tournament.objects.get()

    def play(self, number):
        organizer = self.organizer
        organizer.follow("Start the next round" if number - 1 in self.cuts else f"Start round {number}")
        organizer.touch(f"Start round {number}")
        if self.is_on_paper:
            organizer.follow("Print score sheets")
            organizer.touch("Print")
        organizer.follow("Desk")
        organizer.touch("Start the clock")
        expect(organizer.page.locator(".desk-clock")).to_contain_text("Signal at")
        if number == self.rounds:
            self._hold_back()
        if self.is_on_paper:
            self._play_on_paper(number)
        else:
            self._play_by_phone(number)
        expect(organizer.page.locator("main")).to_contain_text(f"Every sheet of round {number} is signed.")
        if number in self.cuts:
            self._cut(self.cuts[number])

    def _play_by_phone(self, number):
        for hanchan in Hanchan.objects.filter(round__number=number):
            play(hanchan, *(_win(self.random) for _hand in range(6)))
            sign(hanchan)
        self.organizer.page.reload()  # as the open page does by itself
        self.organizer.follow("Double-check")
        self.organizer.touch("Approve the results")
        self.clicks.append(self.organizer.counted()[0])

    def _play_on_paper(self, number):
        organizer, second = self.organizer, self.second
        written = list(_sheets(self.random))
        organizer.follow("Enter from paper")
        _key_in(organizer, written)
        organizer.page.wait_for_selector("text=10 tables are saved.")
        second.page.goto(f"/t/{self.tournament.slug}/desk/")  # as the open page shows by itself
        second.follow("Enter from paper")
        _key_in(second, written)
        second.page.wait_for_selector("text=both entries agree")
        second.follow("Double-check and approve")
        second.touch("Approve the results")
        organizer.follow("Desk")
        (clicks, keys), (more, keys_again) = organizer.counted(), second.counted()
        self.clicks.append(clicks + more)
        self.keys += [keys, keys_again]

    def _cut(self, count):
        organizer = self.organizer
        organizer.follow("Cut to the final")
        organizer.page.get_by_label("How many advance").fill(str(count))
        organizer.touch("Show who advances")
        if organizer.page.get_by_text("Tied at the cut").is_visible():
            organizer.follow("Draw")
        organizer.touch("Accept the cut")
        expect(organizer.page.locator("main")).to_contain_text(f"{count} players advance")
        self.cut_clicks.append(organizer.counted()[0])

    def _hold_back(self):
        """Keep the last round for the ceremony; counted as a part of it."""
        organizer, page = self.organizer, self.organizer.page
        before = organizer.counted()
        organizer.follow("Settings")
        organizer.follow("Visibility")
        page.get_by_text(f"Other times for round {self.rounds}", exact=True).click()
        times = page.locator(f"form[action$='/rounds/{self.rounds}/visibility/']")
        for choice in times.locator("select").all():
            choice.select_option("held")
        organizer.clicks += 1 + times.locator("select").count()
        organizer.touch(f"Save for round {self.rounds}")
        organizer.follow("Desk")
        self.ceremony_clicks = organizer.counted()[0]
        organizer.clicks, organizer.keys = before

    def celebrate(self):
        """Reveal the first three, and end the ceremony for everybody to see."""
        organizer = self.organizer
        organizer.follow("Ceremony")
        for step in ("Begin: third, second, winner", "Reveal place 3", "Reveal place 2", "Reveal the winner"):
            organizer.touch(step)
        expect(organizer.page.locator("#ceremony")).to_contain_text("Every place is revealed.")
        organizer.touch(f"End the ceremony and release round {self.rounds}")
        expect(organizer.page.locator("#ceremony")).to_contain_text("Begin: third, second, winner")
        self.ceremony_clicks += organizer.counted()[0]


def _win(random):
    winner, discarder = random.sample(list(Seat), 2)
    value = HanFu(random.randint(1, 4), random.choice([30, 40, 50]))
    return Ron(discarder=discarder, wins=(Win(winner=winner, value=value),), riichi=frozenset())


def _sheets(random):
    """Ten paper sheets: four points and the bets left."""
    for _table in range(TABLES):
        bets = random.choice([0, 0, 0, 1])
        three = [100 * random.randint(50, 450) for _seat in range(3)]
        yield [*three, 120_000 - 1_000 * bets - sum(three)], bets


def _key_in(hands, written):
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
    hands.key("")


@pytest.mark.parametrize("way", ["phones", "paper"])
@pytest.mark.parametrize(
    ("rounds", "cuts"), [pytest.param(*SHORT, marks=pytest.mark.long), pytest.param(*WHOLE, marks=pytest.mark.soak)]
)
def test_a_whole_day_takes_few_clicks_and_keys(device, log_in, live_server, tmp_path, capsys, way, rounds, cuts):
    second = device("laptop") if way == "paper" else None
    day = Day(device("laptop"), rounds, cuts, Random(f"a day with {way}"), second)
    day.sign_up_and_enter()
    if second:
        boris = UserFactory(username="boris")
        Membership.objects.create(tournament=day.tournament, user=boris, role=Role.ORGANIZER)
        log_in(second, boris)
    for number in range(1, rounds + 1):
        day.play(number)
    day.celebrate()
    day.organizer.follow("Standings")
    day.organizer.page.pdf(path=tmp_path / "standings.pdf")

    counts = {
        "day": way, "clicks a round": day.clicks, "keys for ten tables": max(day.keys, default=0),
        "clicks for the cuts": day.cut_clicks, "for the ceremony": day.ceremony_clicks, "before play": day.before_play,
    }  # fmt: skip
    with capsys.disabled():
        print(f"\n{json.dumps(counts)}")
    assert max(day.clicks) <= (MOST_CLICKS_ON_PAPER if second else MOST_CLICKS_WITH_PHONES)
    assert max(day.keys, default=0) <= MOST_KEYS
    assert len(day.clicks) == day.tournament.rounds.exclude(approved_by=None).count() == rounds
    method = SignedBy.KEYED_TWICE if second else SignedBy.PLAYERS
    assert SignedSheet.objects.current().filter(method=method).count() == rounds * TABLES
    printed = "".join(page.extract_text() for page in PdfReader(tmp_path / "standings.pdf").pages)
    assert [name for name in NAMES if name not in printed] == []
