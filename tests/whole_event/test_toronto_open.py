"""A Toronto open through the site's own pages, from sign-up to the federation's package, compared with a reckoning of
its own.

The format is that of the opens of 2025 and 2026, as the club announced them on 2025-03-24 and 2026-03-26: after the
sixth hanchan the best eight go on with a quarter of their score, the finals are seated by seed, `[1,2,7,8] [3,4,5,6]`,
then `[1,3,6,8] [2,4,5,7]`, and at the signal the hand in progress and one more are played, between hands two more.
Points come from paper, as North American qualifiers ask for (no scoring apps; nariichi.org, minutes of 2024-02-28 and
2024-10-22), and so do member numbers, preferred and legal names and the published rules and cut. The rulebook of the
day is not announced with the format: WRC 2015 stands in, whose uma is 15, 5, −5, −15 and is shared by equals.
"""

import csv
import io
import json
import re
import zipfile
from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from django.urls import reverse

from scoring.check import document_faults
from scoring.profiles import profile_faults, profile_of
from tests.whole_event.paper_labels import player_at
from tournament.rehearsal.browser import Browser

pytestmark = [pytest.mark.django_db, pytest.mark.long]

PLAYERS = 24
FINALISTS = 8
QUALIFICATION = range(1, 7)
FINAL_SEATS = {7: ((1, 2, 7, 8), (3, 4, 5, 6)), 8: ((1, 3, 6, 8), (2, 4, 5, 7))}
UMA = (15, 5, -5, -15)
NAMES = [f"Player {number:02}" for number in range(1, PLAYERS + 1)]


def legal(name):
    """Every third player has another name in the passport."""
    number = int(name[-2:])
    return f"Legal Name {number:02}" if number % 3 == 0 else name


def member(name):
    return f"RC-{100 + int(name[-2:])}"


class Open:
    """The organizer's browser, and the scores of each player by hanchan."""

    def __init__(self):
        self.browser = Browser()
        self.random = Random(2026)
        self.scores = {name: [] for name in NAMES}
        self.at = ""

    def sign_up(self):
        secret = "thirty-four tiles"
        form = self.browser.open(reverse("signup")).form("username", "password1", "password2")
        self.browser.change(form.filled(username="toronto", password1=secret, password2=secret))
        form = self.browser.open(reverse("tournament-new")).form("ruleset_key")
        made = form.filled(
            name="Toronto Open", place="Toronto, Canada", starts_on="2026-05-02", ruleset_key="wrc_2015",
            is_on_paper="on", is_public="on",
        )  # fmt: skip
        self.at = "/".join(self.browser.change(made, follow=True).address.split("/")[:3]) + "/"

    def enter(self):
        lines = [f"{name};{legal(name)};{member(name)};CA" for name in NAMES]
        form = self.browser.open(f"{self.at}players/new/").form("names")
        pasted = "\n".join(["Name;Legal name;Riichi Canada number;Country", *lines])
        preview = self.browser.send(form.filled(names=pasted))
        self.browser.change(preview.form(ending="/players/new/"))

    def announce(self):
        """Set what the club announced, all of it before the first hanchan."""
        form = self.browser.open(f"{self.at}rules/edit/").form("time_policy")
        self.browser.change(form.filled(time_policy="finish_current_plus_one", one_more_between_hands="on"))
        form = self.browser.open(f"{self.at}finals/").form("final_seats")
        seats = "\n".join(" ".join(str(list(table)) for table in tables) for tables in FINAL_SEATS.values())
        self.browser.change(form.filled(final_seats=seats, after_1=6, places_1=FINALISTS, carried_1="1/4"))

    def play_round(self, number, **asked):
        """Start the round as proposed, enter it from paper, sign and approve it. Returns who sat at each table."""
        query = "&".join(f"{name}={value}" for name, value in asked.items())
        page = self.browser.open(f"{self.at}rounds/new/?{query}")
        if asked:  # the seats of the settings are proposed with the others too; now they sit out
            pattern = page.form("pattern", method="get").fields["pattern"][0].replace(" ", "+")
            page = self.browser.open(f"{self.at}rounds/new/?{query}&way=seeds&pattern={pattern}")
        self.browser.change(page.form("seat-1-0"))
        address = f"{self.at}rounds/{number}/paper/"
        page = self.browser.open(address)
        tables, typed = [], {}
        for prefix in re.findall(r'name="(t\d+-)points_0"', page.text):
            names = [player_at(page.text, f"{prefix}points_{seat}") for seat in range(4)]
            points = self._points()
            for seat, (name, amount) in enumerate(zip(names, points, strict=True)):
                typed[f"{prefix}points_{seat}"] = amount
                self.scores[name].append(_score(points, amount))
            typed[f"{prefix}bets"] = 0
            tables.append(set(names))
        page = self.browser.send(page.form("key", ending="/paper/").filled(**typed), follow=True)
        self.browser.change(page.form("sheet"))
        page = self.browser.open(f"{self.at}rounds/{number}/check/")
        self.browser.change(page.form("key", ending="/approval/"))
        return tables

    def _points(self):
        """Four final points, in hundreds, that add up to 120,000."""
        first, second, third = (self.random.randrange(50, 550) * 100 for _ in range(3))
        return first, second, third, 120_000 - first - second - third

    def cut(self):
        page = self.browser.open(f"{self.at}cut/")
        assert "After round 6 the first 8 players advance, carrying over 1/4 of the score" in page.text
        form = page.form("carried", "shown")
        page = self.browser.send(form.filled(reason="As announced"), follow=True)
        assert "8 players advance, carrying over 1/4 of the score" in page.text


def test_a_toronto_open_from_sign_up_to_the_federations_package():
    event = Open()
    event.sign_up()
    event.enter()
    event.announce()
    for number in QUALIFICATION:
        event.play_round(number)
    before_cut = {name: sum(own) for name, own in event.scores.items()}
    seeds = sorted(before_cut, key=lambda name: -before_cut[name])
    assert len({before_cut[name] for name in seeds[: FINALISTS + 1]}) == FINALISTS + 1  # no tie to break
    event.cut()
    for number, tables in FINAL_SEATS.items():
        expected = [{seeds[seed - 1] for seed in table} for table in tables]
        assert event.play_round(number, side="rest") == expected

    finalists = seeds[:FINALISTS]
    totals = before_cut | {name: before_cut[name] / 4 + sum(event.scores[name][6:]) for name in finalists}
    order = sorted(finalists, key=lambda name: -totals[name])
    _compare_the_standings(event, order, totals, before_cut)
    _compare_the_package(event, order, totals)


def _score(points, amount):
    """The score of one of four, in thousands; equal points share their uma."""
    ranked = sorted(points, reverse=True)
    shared = [UMA[place] for place in range(4) if ranked[place] == amount]
    return Fraction(amount - 30_000, 1_000) + Fraction(sum(shared), len(shared))


def _rows(content):
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))


def _compare_the_standings(event, order, totals, before_cut):
    """Compare the standings' files with the reckoning."""
    document = json.loads(event.browser.read(f"{event.at}standings.json"))
    rows = _rows(event.browser.read(f"{event.at}standings.csv"))
    assert document["cuts"] == [{"after": 6, "carry": "0.25"}]
    assert [row["name"] for row in document["players"][:FINALISTS]] == order
    assert {row["name"]: Fraction(row["total"]) for row in document["players"]} == totals
    for row in document["players"][:FINALISTS]:
        assert Fraction(row["carried"]) == before_cut[row["name"]] / 4
        assert row["passed"] == [6]
    assert [row["Player"] for row in rows[:FINALISTS]] == order
    assert {row["Player"]: Fraction(row["Total"]) for row in rows} == totals
    page = event.browser.open(f"{event.at}standings/")
    assert "Cut after round 6: players above this line advanced, carrying over 1/4 of the score" in " ".join(
        page.text.split()
    )


def _compare_the_package(event, order, totals):
    """Riichi Canada would take the package; its files, read without Tenbo's code, say what was announced and played."""
    page = event.browser.open(f"{event.at}certification/?federation=riichi_canada")
    assert "No problem found: the federation should accept the file" in page.text
    assert "Details to check" not in page.text
    content = event.browser.read(f"{event.at}certification.zip?federation=riichi_canada")
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        tables = {name: _rows(packed.read(f"{name}.csv")) for name in ("event", "results", "rules", "rounds")}
        document = json.loads(packed.read("tournament.json"))
    results = tables["results"]
    assert [row["Preferred name"] for row in results[:FINALISTS]] == order
    assert [int(row["Place"]) for row in results[:FINALISTS]] == list(range(1, FINALISTS + 1))
    assert {row["Preferred name"]: Fraction(row["Total"]) for row in results} == totals
    for row in results:
        name = row["Preferred name"]
        assert (row["Legal name"], row["Riichi Canada number"]) == (legal(name), member(name))
        assert row["Advanced after round"] == ("6" if name in order else "")
    facts = {row["What"]: row["Value"] for row in tables["event"]}
    assert facts["Announced cuts"] == "After round 6 the first 8 players advance, carrying over 1/4 of the score"
    assert facts["Cut after round 6"] == "8 advanced, carrying 1/4 of the score"
    assert facts["Seats of the final, by seed"] == "[1,2,7,8] [3,4,5,6] · [1,3,6,8] [2,4,5,7]"
    changed = {row["Rule"]: row["Value"] for row in tables["rules"] if row["Value"] != row["In the rulebook"]}
    assert changed == {"After the signal": "the hand in progress and one more", "Signal between two hands": "yes"}
    played = Counter({row["Player"]: Fraction(0) for row in tables["rounds"]})
    for row in tables["rounds"]:
        played[row["Player"]] += Fraction(row["Score"])
    assert played == {name: sum(own) for name, own in event.scores.items()}
    assert list(document_faults(document)) == list(profile_faults(document, profile_of("riichi-canada"))) == []
