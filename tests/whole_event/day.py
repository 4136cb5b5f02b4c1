"""The course of the event, from an empty database to final standings that are equal to those of `recompute`."""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from html import unescape
from pathlib import Path
from random import Random

from tests.running_site import ROOT, site
from tests.whole_event.browser import Browser
from tests.whole_event.recompute import standings
from tests.whole_event.statistics import differences, told

FIRST = ["Aleš", "Bára", "Célie", "Dóra", "Élodie", "Franz", "Gábor", "Hana"]
LAST = ["Adamec", "Brzęczyszczykiewicz", "Černý", "Dvořáková", "Eriksen", "Fehér", "von-Hohenzollern", "Ivanova"]
PASSWORD = "thirty-four tiles"
WORTH = ("1-30", "2-30", "2-40", "3-30", "3-40", "4-30", "5-", "haneman")
"""Values of a win. The first is impossible for a hand with riichi."""


@dataclass(frozen=True)
class Size:
    """The size of the event; the default is the size that a site must be able to carry. `phones` is how many tables of
    a round enter hands; the points of the other tables are entered from paper."""

    entries: int = 64
    by_form: int = 8
    arrive: int = 60
    rounds: int = 8
    withdrawals: int = 2
    chombos: int = 5
    corrections: int = 12
    cut: int = 16
    phones: int = 4


def play_whole_event(size, seed, tell=lambda said: None):
    """Start a server, play the event, and compare the standings. Return a sentence with the figures."""
    began, used = time.monotonic(), os.times()
    with tempfile.TemporaryDirectory(prefix="tenbo-event-") as folder, site(Path(folder)) as served:
        migrate = [sys.executable, "manage.py", "migrate", "-v", "0"]
        subprocess.run(migrate, cwd=ROOT, env=served.environment, check=True)
        served.start()
        day = Day(served.port, size, Random(seed), tell)
        day.play()
        verify = [sys.executable, "manage.py", "verify"]
        said = subprocess.run(verify, cwd=ROOT, env=served.environment, check=True, stdout=subprocess.PIPE, text=True)
        served.kill()
    now = os.times()
    cpu = sum(now[:4]) - sum(used[:4])
    done = ", ".join(f"{count} {what}" for what, count in sorted(day.done.items()))
    return f"{done}. {said.stdout.strip()} {cpu:.0f} s of CPU, {time.monotonic() - began:.0f} s."


class Day:
    def __init__(self, port, size, random, tell):
        self.port, self.size, self.random, self.tell = port, size, random, tell
        self.organizer = Browser(port)
        self.people = [f"{first} {last}" for first in FIRST for last in LAST][: size.entries]
        self.done = Counter()
        self.phones = {}
        self.links = {}
        self.at = ""
        self.hands = {}

    def play(self):
        self._sign_up()
        self._open_tournament()
        self._enter()
        self._arrive()
        for number in range(1, self.size.rounds + 1):
            if number == self.size.rounds // 2 + 1:
                self._second_morning(number)
            self._round(number)
        self._cut_with_tie()
        self._round(self.size.rounds + 1, way="standings", side="rest", seed="1")
        self._knock_out()
        self._round(self.size.rounds + 2, way="standings", side="rest", seed="1")
        self._compare()
        self.done["requests"] = self.organizer.requests + sum(phone.requests for phone in self.phones.values())

    # Before the event

    def _sign_up(self):
        form = self.organizer.open("/accounts/signup/").form("username", "password1")
        self.organizer.send(form.filled(username="organizer", password1=PASSWORD, password2=PASSWORD))

    def _open_tournament(self):
        form = self.organizer.open("/tournaments/new/").form("ruleset_key")
        page = self.organizer.send(form.filled(name="Whole Event", is_public=["on"], ruleset_key="ema_2025"))
        self.at = re.match(r"/t/[^/]+/", page.address)[0]

    def _enter(self):
        """Enter the players: some enter themselves, the others come from the organizer's file."""
        form = self.organizer.open(f"{self.at}enter/terms/").form("limit")
        terms = {"is_on": ["on"], "is_moderated": [], "limit": self.size.entries}
        self.organizer.send(form.filled(**terms))
        for number, name in enumerate(self.people[: self.size.by_form], 1):
            own = Browser(self.port)
            form = own.open(f"{self.at}enter/").form("may_publish")
            fields = {"name": name, "country": "CZ", "mail": f"player{number}@example.org", "may_publish": ["on"]}
            own.send(form.filled(**fields))
            self.done["entries by form"] += 1
        rows = ["Name,Country,EMA number"]
        rows += [f"{name},FR,{4_000_000 + number:08d}" for number, name in enumerate(self.people, 1)]
        form = self.organizer.open(f"{self.at}players/new/").form("names")
        content = "\n".join([rows[0], *rows[self.size.by_form + 1 :]])
        page = self.organizer.send(form, file=("file", "players.csv", content))
        page = self.organizer.send(page.form("preview", "names"))
        assert page.address == f"{self.at}players/", page.words
        self.done["entries by file"] = len(self.people) - self.size.by_form

    def _arrive(self):
        """Check the players in. Those who did not come are removed before the seating plan is made."""
        page = self.organizer.open(f"{self.at}check-in/")
        for number in range(1, self.size.arrive + 1):
            self.organizer.send(page.form("here", ending=f"/check-in/{number}/"), follow=False)
        for number in range(self.size.arrive + 1, self.size.entries + 1):
            page = self.organizer.open(f"{self.at}players/{number}/edit/")
            self.organizer.send(page.form(ending="/removal/"), follow=False)
        self.done["arrived"] = self.size.arrive
        options = self._penalty_form().options["entry"]
        numbers = {name: number for number, name in enumerate(self.people, 1)}
        self.number_of = {value: numbers[name] for value, name in options.items() if value}
        page = self.organizer.open(f"{self.at}seating/plan/", rounds=self.size.rounds, seed=7)
        self.organizer.send(page.form("seed", "rounds"))

    def _penalty_form(self):
        return self.organizer.open(f"{self.at}penalties/").form("offence")

    def _second_morning(self, number):
        """Let some players withdraw, disqualify one, and repair the seating plan."""
        leaving = [(5 + one, "withdrawn") for one in range(self.size.withdrawals)] + [(11, "disqualified")]
        for player, kind in leaving:
            form = self.organizer.open(f"{self.at}players/{player}/status/").form("kind", "from_round")
            self.organizer.send(form.filled(kind=kind, from_round=number, reason="Said so"))
            self.done[kind] += 1
        self.organizer.send(self.organizer.open(f"{self.at}seating/repair/").form("hash"))

    # A round

    def _round(self, number, **asked):
        page = self.organizer.open(f"{self.at}rounds/new/", **asked)
        form = page.form("number", "tables")
        tables = int(form.fields["tables"][0])
        seats = {table: [form.fields[f"seat-{table}-{seat}"][0] for seat in range(4)] for table in range(1, tables + 1)}
        self.organizer.send(form)
        hanchans = {table: self._hanchan_at(table) for table in range(1, tables + 1)}
        self.organizer.send(self.organizer.open(f"{self.at}rounds/{number}/clock/").form_to_press(act="start"))
        self._before_play(number, seats, hanchans)
        on_phones = range(1, min(self.size.phones, tables) + 1)
        for table in range(1, tables + 1):
            if table in on_phones:
                self._play_by_phone(number, table, hanchans[table], seats[table])
            else:
                self._key_in(table, hanchans[table])
            self._sign(number, table)
            self.done["hanchans"] += 1
        self._approve(number)
        if self.done["corrections"] == self.size.corrections - 1 and not self.done["corrections after approval"]:
            self._correct(hanchans[1])
            self._sign(number, 1)
            self._approve(number)
            self.done["corrections after approval"] += 1
        self.tell(f"Round {number}: {tables} tables, {self.organizer.requests} requests of the organizer")

    def _hanchan_at(self, table):
        page = self.organizer.open(f"{self.at}tables/{table}/")
        return re.search(rf"{self.at}hanchans/\d+/", page.text)[0]

    def _before_play(self, number, seats, hanchans):
        """Name substitutes. In round 1 one player misses the hanchan and one comes a little late; on the second day one
        is absent for a round."""
        if number == 1:
            self._substitute(hanchans[2], seats[2][1], "Robot One", "start")
            entry = seats[1][2]
            form = self._penalty_form()
            self.organizer.send(
                form.filled(entry=entry, offence="late", minutes=4, points="", round=1, reason="The tram")
            )
            self.done["late"] += 1
        elif number == self.size.rounds // 2 + 1:
            self._substitute(hanchans[1], seats[1][3], "Robot Three", "start")

    def _substitute(self, hanchan, entry, name, since):
        form = self.organizer.open(f"{hanchan}substitute/").form("entry", "since")
        self.organizer.send(form.filled(entry=entry, name=name, since=since, reason="Away"))
        self.done["substitutes"] += 1

    def _play_by_phone(self, number, table, hanchan, seats):
        """Record hands by the table's link until time is called and the last hand is played."""
        phone = self._phone(table)
        address = f"{self.at}tables/{table}/"
        hands = []
        for turn in range(2):
            chombo = turn == 0 and table == 1 and self.done["chombo"] < self.size.chombos
            hands.append(self._hand(phone, address, {"mode": "chombo", "offender": number % 4} if chombo else None))
            self.done["chombo"] += chombo
        if number == 2 and table == 1:
            self._substitute(hanchan, seats[0], "Robot Two", "2")
        page = phone.open(f"{hanchan}time/")
        page = phone.send(page.form_to_press(answer="between_hands"))
        while not any(form.action.endswith("/sheet/") for form in page.forms):
            hands.append(self._hand(phone, address))
            page = phone.open(address)
        self.hands[hanchan] = hands
        before_approval = self.size.corrections - 1
        if table < 3 and number <= self.size.rounds and self.done["corrections"] < before_approval:
            self._correct(hanchan)

    def _phone(self, table):
        if table not in self.links:
            page = self.organizer.open(f"{self.at}tables/")
            found = re.findall(r'value="https?://[^/"]+(/[^"]*/tables/(\d+)/link/[^"]+)"', page.text)
            self.links = {int(number): link for link, number in found}
        if table not in self.phones:
            self.phones[table] = Browser(self.port)
            self.phones[table].open(self.links[table])
        return self.phones[table]

    def _hand(self, phone, address, touched=None):
        """Choose a hand, read its preview, and confirm it. Return the choices."""
        touched = touched or self._some_hand()
        phone.send(phone.open(address, **touched).form("number", "revision", ending="/hands/"), follow=False)
        self.done["hands"] += 1
        return touched

    def _some_hand(self):
        winner, other, third, _ = self.random.sample(range(4), 4)
        riichi = self.random.choice([[], [winner], [winner, third]])
        worth = self.random.choice(WORTH[1:] if riichi else WORTH)
        match self.random.choice(["ron", "ron", "tsumo", "draw"]):
            case "ron":
                return {"winner": winner, "discarder": other, "value": worth, "riichi": riichi}
            case "tsumo":
                return {"winner": winner, "discarder": "self", "value": worth, "riichi": riichi}
        return {"mode": "draw", "tenpai": [winner, third], "riichi": riichi}

    def _key_in(self, table, hanchan):
        """Enter the points of a paper sheet."""
        points = [self.random.randrange(100, 500) * 100 for _ in range(3)]
        sticks = self.random.choice([0, 0, 1])
        points.append(120_000 - 1_000 * sticks - sum(points))
        form = self.organizer.open(f"{hanchan}paper/").form("points_0", "key")
        fields = {f"points_{seat}": point for seat, point in enumerate(points)}
        self.organizer.send(form.filled(**fields, riichi_sticks=sticks), follow=False)
        self.done["sheets from paper"] += 1

    def _sign(self, number, table):
        page = self.organizer.open(f"{self.at}tables/{table}/rounds/{number}/")
        self.organizer.send(page.form_to_press(seat="referee"), follow=False)

    def _approve(self, number):
        page = self.organizer.open(f"{self.at}rounds/{number}/")
        self.organizer.send(page.form("key", ending="/approval/")).form_to_press(withdraw="1")

    def _correct(self, hanchan):
        """Correct the value of a win: choose the hand, enter it again, read the preview, and accept it."""
        wins = [number for number, hand in enumerate(self.hands[hanchan], 1) if "value" in hand]
        if not wins:
            return
        number = wins[0]
        hand = self.hands[hanchan][number - 1]
        right = hand | {"value": "3-30" if hand["value"] != "3-30" else "2-30"}
        page = self.organizer.open(f"{hanchan}correction/")
        draft = page.form("revision", method="get").fields
        asked = {name: draft[name] for name in ("revision", "edits")} | {"replace": number, "said": 1}
        page = self.organizer.open(f"{hanchan}correction/hand/", **asked | right)
        page = self.organizer.open(unescape(page.search(r'href="([^"]+)">See what changes', "way to the dry run")))
        self.organizer.send(page.form("key", "reason", ending="/correction/").filled(reason="Counted again"))
        self.hands[hanchan][number - 1] = right
        self.done["corrections"] += 1

    # Cuts

    def _cut_with_tie(self):
        """Make a cut in which a penalty has made two players tie at the cut line, so that somebody must decide. Half of
        the scores is carried over."""
        players = json.loads(self.organizer.read(f"{self.at}standings.json"))["players"]
        still = [player for player in players if player["status"] == "plays" and player["place"]]
        below = Fraction(still[self.size.cut]["total"])
        for player in reversed(still[: self.size.cut]):
            off = Fraction(player["total"]) - below
            if (10 * off).denominator == 1:
                break
        if off:
            entry = next(value for value, number in self.number_of.items() if number == player["number"])
            fields = {"entry": entry, "offence": "procedure", "points": float(off), "minutes": "", "reason": "Sticks"}
            self.organizer.send(self._penalty_form().filled(**fields, round=self.size.rounds))
        page = self.organizer.open(f"{self.at}cut/", count=self.size.cut)
        form = page.form("shown", "go")
        above, tied = (part.split(",") if part else [] for part in form.fields["shown"][0].split(";"))
        assert len(tied) >= 2, form.fields
        go = tied[: self.size.cut - len(above)]
        self.organizer.send(form.filled(go=go, carried="half"))
        self.done["tied at the line"] = len(tied)
        self.done["went on"] = len(above) + len(go)

    def _knock_out(self):
        page = self.organizer.open(f"{self.at}cut/", by="tables")
        form = page.form("shown")
        if form.fields["shown"][0].count(";") != form.fields["shown"][0].count(";|") + 1:
            page = self.organizer.open(f"{self.at}cut/", by="tables", seed=5)
            form = page.form("shown")
        self.organizer.send(form.filled(carried="half"))
        self.done["finalists"] = self.size.cut // 2

    def _compare(self):
        document = json.loads(self.organizer.read(f"{self.at}tournament.json"))
        players = json.loads(self.organizer.read(f"{self.at}standings.json"))["players"]
        official = {
            player["number"]: (player["place"], Fraction(player["total"])) for player in players if player["place"]
        }
        again = standings(document)
        assert document["form"] == "whole"
        wrong = {number: (row, again.get(number)) for number, row in official.items() if again.get(number) != row}
        assert not wrong, wrong
        assert again.keys() == official.keys()
        self.done["players with the same place and total, worked out twice"] = len(official)
        self._compare_statistics(document)

    def _compare_statistics(self, document):
        """Compare the figures on every player's page, as a stranger sees it."""
        stranger, figures = Browser(self.port), told(document)
        for number, exact in figures.items():
            address = re.search(r'href="(/players/\d+/)"', stranger.open(f"{self.at}players/{number}/").text)[1]
            wrong = differences(exact, stranger.open(f"{address}?all=opponents").text)
            assert not wrong, (number, wrong)
        self.done["players with the same statistics, worked out twice"] = len(figures)
