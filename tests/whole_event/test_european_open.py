"""A European open under EMA 2025 on paper, from sign-up to the federation's file, compared with a reckoning of its own.

The event is the Yakitori Riichi Open Berlin, an EMA tournament, as its club tells of it in https://berlin-
mahjong.club/yakitori-2024 and https://berlin-mahjong.club/?p=4779: two days, eight hanchans. In the first six nobody
meets twice, the seventh is seated within brackets of 16 by the standings, the last by the standings, so that table 1
is the final. The club has substitutes at hand. It was played under the EMA's rules of its year; here those of 2025 are
in force, as since 2026.

A hanchan is reckoned from EMA's rules as other books quote them: uma 15, 5, −5, −15 shared by equals, bets left to the
first, chombo −20 after uma. Who is missing has −15 points and −15 uma (R15.2), and counts for the others' uma as
played from the start (R15.3), or is last when replaced during play (R15.4). A minute late costs 1.0, obstruction 8.0
and serious obstruction 12.0 (EMA 2016, 5.5 to 5.8, which 2025 is said to keep).
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from django.urls import reverse

from tests.standings.ema_reader import read_ema_sheet
from tests.whole_event.paper_labels import player_at
from tournament.rehearsal.browser import Browser

pytestmark = [pytest.mark.django_db, pytest.mark.long]

PLAYERS = 48
"""Three whole brackets; in 2024 there were 76 players."""

DRAWN, BRACKETS, FINAL = range(1, 7), 7, 8
SEATS_FOLLOW = (DRAWN[-1], BRACKETS)
"""After these the standings decide about seats."""

BRACKET = 16
UMA = (15, 5, -5, -15)
WINDS = "ESWN"
LETTERS = {
    "Germany": "GER", "NL": "NED", "Dänemark": "DEN", "FRA": "FRA", "Suisse": "SUI", "Czechia": "CZE", "PT": "POR",
}  # fmt: skip
"""Countries as people write them, and as the EMA does."""


@dataclass(frozen=True)
class Person:
    first: str
    last: str
    country: str
    number: str

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}"


LAST_NAMES = ("Berg", "Novák", "Šťastný", "Lefèvre")
PEOPLE = [
    Person(
        f"Anna {'ABCDEFGHIJKL'[number % 12]}",
        f"{'van der ' if number % 7 == 0 else ''}{LAST_NAMES[number // 12]}{number:02}",
        list(LETTERS)[number % len(LETTERS)],
        "" if number % 11 == 5 else f"0{4 + number % 5}0{10_000 + number}",
    )
    for number in range(PLAYERS)
]


@dataclass
class Reckoning:
    """Scores of each player by hanchan, and what penalties took."""

    scores: dict[str, list[Fraction]] = field(default_factory=lambda: {person.name: [] for person in PEOPLE})
    penalties: dict[str, int] = field(default_factory=dict)

    def add(
        self, names: list[str], points: list[int], bets: int, *, offender: int | None, missing: int | None, late: bool
    ) -> None:
        """Add a hanchan: points before the bets left, and who is `missing`, replaced from the start or during play."""
        counted = [*points]
        counted[points.index(max(points))] += 1_000 * bets
        played = [-1_000_000 if late and seat == missing else counted[seat] for seat in range(4)]
        order = sorted(played, reverse=True)
        for seat, name in enumerate(names):
            shared = [uma for uma, amount in zip(UMA, order, strict=True) if amount == played[seat]]
            score = Fraction(counted[seat] - 30_000, 1_000) + Fraction(sum(shared), len(shared))
            score = Fraction(-30) if seat == missing else score
            self.scores[name].append(score - 20 * (seat == offender))

    @property
    def totals(self) -> dict[str, Fraction]:
        return {name: sum(own, Fraction()) - self.penalties.get(name, 0) for name, own in self.scores.items()}

    @property
    def order(self) -> list[str]:
        """The players by their totals, no two of which are equal after a round that decides about seats."""
        totals = self.totals
        assert len(set(totals.values())) == PLAYERS
        return sorted(totals, key=lambda name: -totals[name])

    def has_equals(self, names: list[str]) -> bool:
        """Whether one of these players has the total of another."""
        totals = self.totals
        frequency = Counter(totals.values())
        return any(frequency[totals[name]] > 1 for name in names)

    def take_back(self, names: list[str]) -> None:
        """Forget the latest hanchan of these players."""
        for name in names:
            self.scores[name].pop()

    @property
    def places(self) -> dict[str, int]:
        """The place of each player; equals share the better one."""
        totals = self.totals
        return {name: 1 + sum(other > total for other in totals.values()) for name, total in totals.items()}


class Open:
    def __init__(self) -> None:
        self.browser = Browser()
        self.random = Random("Berlin")
        self.reckoning = Reckoning()
        self.met: list[frozenset[str]] = []
        self.at = ""

    def sign_up(self) -> None:
        secret = "thirty-four tiles"
        form = self.browser.open(reverse("signup")).form("username", "password1", "password2")
        self.browser.change(form.filled(username="berlin", password1=secret, password2=secret))
        form = self.browser.open(reverse("tournament-new")).form("ruleset_key")
        made = form.filled(
            name="Yakitori Riichi Open", place="Berlin, Germany", starts_on="2026-06-13", ruleset_key="ema_2025",
            is_public="on", is_on_paper="on",
        )  # fmt: skip
        self.at = "/".join(self.browser.change(made, follow=True).address.split("/")[:3]) + "/"

    def enter(self) -> None:
        lines = [f"{person.first};{person.last};{person.country};{person.number or '-'}" for person in PEOPLE]
        form = self.browser.open(f"{self.at}players/new/").form("names")
        pasted = "\n".join(["First name;Last name;Country;EMA number", *lines])
        preview = self.browser.send(form.filled(names=pasted))
        self.browser.change(preview.form(ending="/players/new/"))

    def plan(self) -> None:
        form = self.browser.open(f"{self.at}seating/plan/?rounds={len(DRAWN)}&seed=7").form("rounds", "seed")
        self.browser.change(form)

    def play_round(self, number: int) -> None:
        """Start the round as announced, enter it from paper, sign and approve it."""
        seated = self._start(number)
        address = f"{self.at}rounds/{number}/paper/"
        page = self.browser.open(address)
        prefixes = re.findall(r'name="(t\d+-)points_0"', page.text)
        tables = [[player_at(page.text, f"{prefix}points_{seat}") for seat in range(4)] for prefix in prefixes]
        if seated:
            assert [set(names) for names in tables] == seated
        self.met += [frozenset(pair) for names in tables for pair in combinations(names, 2)] if number in DRAWN else []
        missing = {0: (2, "start")} if number == 2 else {1: (0, "0")} if number == 5 else {}
        for table, (seat, since) in missing.items():
            self._substitute(prefixes[table], tables[table][seat], since)
        typed: dict[str, str] = {}
        for table, (prefix, names) in enumerate(zip(prefixes, tables, strict=True)):
            typed |= self._sheet(prefix, names, number, table, *missing.get(table, (None, "")))
        page = self.browser.send(self.browser.open(address).form("key", ending="/paper/").filled(**typed), follow=True)
        self.browser.change(page.form("sheet"))
        page = self.browser.open(f"{self.at}rounds/{number}/check/")
        self.browser.change(page.form("key", ending="/approval/"))

    def _start(self, number: int) -> list[set[str]]:
        """Start the round; who is to sit at each table by the standings, nothing where the seats are planned."""
        places = self.reckoning.order if number > DRAWN[-1] else []
        if number == BRACKETS:
            patterns = [
                [first + seed for seed in four]
                for first in range(0, PLAYERS, BRACKET)
                for four in ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13))
            ]
            asked = f"?way=seeds&pattern={'+'.join('-'.join(map(str, four)) for four in patterns)}"
        elif number == FINAL:
            patterns = [list(range(first, first + 4)) for first in range(1, PLAYERS, 4)]
            asked = "?way=standings"
        else:
            patterns, asked = [], ""
        page = self.browser.open(f"{self.at}rounds/new/{asked}")
        assert patterns or "seating plan" in page.text
        self.browser.change(page.form("number", "tables"))
        return [{places[seed - 1] for seed in four} for four in patterns]

    def _substitute(self, prefix: str, name: str, since: str) -> None:
        """Name a substitute from the start, or from before the first hand was over."""
        address = f"{self.at}hanchans/{prefix[1:-1]}/substitute/"
        form = self.browser.open(address).form("entry", "since")
        entry = next(value for value, label in form.options["entry"].items() if label == name)
        self.browser.change(form.filled(entry=entry, name="Peggy of the club", since=since, reason="Ill"))

    def _sheet(
        self, prefix: str, names: list[str], number: int, table: int, missing: int | None, since: str
    ) -> dict[str, str]:
        """Invent what a table's sheet says, and count it; the fields of its line."""
        offender = 3 if (number, table) in {(1, 4), (6, 2)} else None
        while True:
            bets = self.random.choice([0, 0, 0, 1, 2])
            points = self._points(bets, has_equals=table == 3)
            self.reckoning.add(names, points, bets, offender=offender, missing=missing, late=since == "0")
            if number not in SEATS_FOLLOW or not self.reckoning.has_equals(names):
                break
            self.reckoning.take_back(names)
        line = {f"{prefix}points_{seat}": f"{points[seat]:,}" for seat in range(4)}
        return line | {f"{prefix}bets": str(bets), f"{prefix}chombo": "" if offender is None else WINDS[offender]}

    def _points(self, bets: int, *, has_equals: bool) -> list[int]:
        """Four final points, with one first, who has the bets left; the second and the third may be equal."""
        while True:
            three = [100 * self.random.randint(-50, 600) for _seat in range(3)]
            if has_equals:
                three[1] = three[0]
            points = [*three, 120_000 - 1_000 * bets - sum(three)]
            if points.count(max(points)) == 1:
                return points

    def penalize(self, person: Person, listed: str, expected: int, **fields: int) -> None:
        """Give a penalty from the rulebook's list, which names the points."""
        form = self.browser.open(f"{self.at}penalties/").form("listed")
        entry = next(value for value, label in form.options["entry"].items() if person.name in label)
        asked = {"entry": entry, "listed": listed, "reason": "Said by the referee"} | fields
        self.browser.change(form.filled(**asked))
        self.reckoning.penalties[person.name] = self.reckoning.penalties.get(person.name, 0) + expected


def test_a_european_open_ends_with_the_file_that_the_federation_takes() -> None:
    event = Open()
    event.sign_up()
    event.enter()
    event.plan()
    for number in (*DRAWN, BRACKETS, FINAL):
        event.play_round(number)
        if number == 1:
            event.penalize(PEOPLE[3], "late", 4, minutes=4)
        elif number == 4:
            event.penalize(PEOPLE[8], "obstruction", 8)
            event.penalize(PEOPLE[8], "serious_obstruction", 12)

    assert len(set(event.met)) == len(event.met) == 6 * len(DRAWN) * PLAYERS // 4  # nobody met twice
    page = event.browser.open(f"{event.at}ema/?days=2")
    assert "No problem found: the federation should accept the file" in page.text
    assert "Details to check" not in page.text
    about, rows = read_ema_sheet(event.browser.read(f"{event.at}ema.xlsx?days=2"))
    assert about == {
        "title": "Yakitori Riichi Open", "players": PLAYERS, "country": "GER", "city": "Berlin", "weight": 3,
        "rules": "Riichi", "dates": "13-14 June 2026", "days": 2,
    }  # fmt: skip  # two days, half a point each for more than 40 players and more than 5 countries
    totals, places = event.reckoning.totals, event.reckoning.places
    assert [row.place for row in rows] == sorted(places.values())
    assert len({(row.first, row.last) for row in rows}) == PLAYERS
    by_name = {(person.first, person.last): person for person in PEOPLE}
    for row in rows:
        person = by_name[row.first, row.last]
        assert (row.place, row.number, row.country) == (
            places[person.name], person.number or "-", LETTERS[person.country],
        )  # fmt: skip
        assert (row.score, row.table_points) == (1_000 * totals[person.name], None)
        assert row.member == ("yes" if person.number else None)
