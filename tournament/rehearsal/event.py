"""The organizer's robot, who carries an event from its first page to its last signed sheet."""

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from django.urls import reverse

from scoring.placement import place
from scoring.presets import RULESETS
from scoring.rules import Ruleset
from scoring.seats import SEATS
from tournament.rehearsal.browser import Browser, Page, Stuck
from tournament.rehearsal.people import names
from tournament.rehearsal.table import IN_PLAY, Mishap, TableRobot

LINK = re.compile(r'value="(?:https?://[^/"]+)(/[^"]*/tables/(\d+)/link/[^"]+)"')


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What event to rehearse. `hands` is the most that a table plays in a round before time is up."""

    players: int = 16
    rounds: int = 3
    seed: int = 1
    ruleset: str = "wrc_2015"
    hands: int = 12

    def __post_init__(self) -> None:
        if not 4 <= self.players <= 600:
            raise ValueError("A rehearsal takes 4 to 600 players.")
        if not 1 <= self.rounds <= 20:
            raise ValueError("A rehearsal has 1 to 20 rounds.")
        if not 4 <= self.hands <= 30:
            raise ValueError("A table plays 4 to 30 hands.")
        if self.ruleset not in RULESETS or RULESETS[self.ruleset].time_policy == "none":
            raise ValueError("A rehearsal is played by rules with a clock.")


@dataclass(kw_only=True)
class Report:
    """What was done. `slug` is the tournament's address."""

    slug: str = ""
    hands: int = 0
    sheets: int = 0
    requests: int = 0
    mishaps: Counter[Mishap] = field(default_factory=Counter)


class Event:
    """One rehearsal. The same `Wanted` plays the same event. `organizer` is a browser that is logged in."""

    def __init__(self, wanted: Wanted, organizer: Browser) -> None:
        self.wanted = wanted
        self.random = Random(wanted.seed)  # noqa: S311 (hands, not secrets)
        self.rules: Ruleset = RULESETS[wanted.ruleset]
        self.organizer = organizer
        self.report = Report()
        self.late: list[TableRobot] = []
        self.played: list[TableRobot] = []

    def run(self) -> Report:
        """The whole event. Raises `Stuck` where a robot cannot go on, or the site and the robots differ."""
        self._open()
        latecomers = 4 if self.wanted.rounds > 1 and self.wanted.players >= 8 else 0
        everybody = names(self.wanted.players, self.random)
        self._enter(everybody[: self.wanted.players - latecomers])
        self._plan()
        for number in range(1, self.wanted.rounds + 1):
            if number == 2 and latecomers:
                self._enter(everybody[-latecomers:])
                self._repair()
            self._round(number)
        self._finish_late()
        self._check()
        self.report.requests += self.organizer.requests
        return self.report

    def _at(self, name: str, *arguments: object) -> str:
        return reverse(name, args=[self.report.slug, *arguments])

    def _open(self) -> None:
        form = self.organizer.open(reverse("tournament-new")).form("/tournaments/new/")
        page = self.organizer.send(
            form.filled(name=f"Rehearsal {self.wanted.seed}", is_public=[], ruleset_key=self.wanted.ruleset)
        )
        found = re.search(r"/t/([-\w]+)/", page.address)
        if not found:
            raise Stuck(f"{page.address} is no tournament: {page.text}")
        self.report.slug = found[1]

    def _enter(self, people: list[str]) -> None:
        address = self._at("players-add")
        form = self.organizer.open(address).form(address)
        page = self.organizer.send(form.filled(names="\n".join(people)))
        self._accepted(self.organizer.send(page.form(address)))

    def _plan(self) -> None:
        address = self._at("seating-plan")
        page = self.organizer.open(f"{address}?rounds={self.wanted.rounds}&seed={self.wanted.seed}")
        accept = next(form for form in page.forms if "csrfmiddlewaretoken" in form.fields and "seed" in form.fields)
        self._accepted(self.organizer.send(accept))

    def _repair(self) -> None:
        page = self.organizer.open(self._at("seating-repair"))
        accept = next(form for form in page.forms if "hash" in form.fields)
        self._accepted(self.organizer.send(accept))

    def _round(self, number: int) -> None:
        address = self._at("round-new")
        page = self.organizer.open(address)
        start = next(form for form in page.forms if "number" in form.fields)
        self._accepted(self.organizer.send(start))
        self._finish_late()
        tables = [self._table(link) for link in self._links(int(start.fields["tables"][0]))]
        for turn, table in enumerate(tables, start=len(self.played)):
            table.plans = [IN_PLAY[turn % len(IN_PLAY)], *self.random.sample(IN_PLAY, 2 if len(tables) < 4 else 1)]
        playing = list(tables)
        while playing:
            table = self.random.choice(playing)
            table.step()
            if table.is_played and not table.unanswered:
                playing.remove(table)
        for table in tables:
            table.end()
        self.played += tables
        self.late = tables[-1:] if number < self.wanted.rounds else []
        for table in tables:
            if table not in self.late:
                self._sign(table)

    def _table(self, link: str) -> TableRobot:
        hands = self.random.randint(4, self.wanted.hands)
        table = TableRobot(Browser(), self.rules, self.random, hands)
        table.sit_down(link)
        return table

    def _links(self, tables: int) -> list[str]:
        page = self.organizer.open(self._at("tables"))
        links = {int(number): link for link, number in LINK.findall(page.text)}
        return [links[number] for number in range(1, tables + 1)]

    def _finish_late(self) -> None:
        """Sheets of the round before, which are signed when the next one is on already."""
        for table in self.late:
            table.look_back()
            self._sign(table)
            self.report.mishaps[Mishap.LATE_SIGNATURE] += 1
        self.late = []

    def _sign(self, table: TableRobot) -> None:
        table.sign()
        table.check()
        self.report.hands += len(table.outcomes)
        self.report.sheets += 1
        self.report.requests += table.browser.requests
        self.report.mishaps += table.happened

    def _check(self) -> None:
        """The standings are what the robots played. Raises `Stuck`."""
        said = json.loads(self.organizer.read(self._at("leaderboard-json")))
        of_hanchan: dict[int, list[Line]] = {}
        for player in said["players"]:
            lines = [_line(hanchan) for hanchan in player["hanchans"]]
            total = sum((score - penalty for _, score, penalty in lines), Fraction())
            if lines and Fraction(player["total"]) != total:
                raise Stuck(f"{player['name']} has {player['total']} in the standings, not {total}")
            for hanchan, line in zip(player["hanchans"], lines, strict=True):
                of_hanchan.setdefault(hanchan["hanchan"], []).append(line)
        truth = {table.pk: sorted(_result(table)) for table in self.played}
        if {pk: sorted(lines) for pk, lines in of_hanchan.items()} != truth:
            raise Stuck(f"the standings have {of_hanchan}, but {truth} was played")

    def _accepted(self, page: Page) -> None:
        if page.status != 302:
            raise Stuck(f"{page.address} answered {page.status}: {page.text}")


Line = tuple[int, Fraction, Fraction]
"""Points, score and what chombo cost, of one player in one hanchan."""


def _line(hanchan: dict[str, Any]) -> Line:
    return (hanchan["points"], Fraction(hanchan["score"]), Fraction(hanchan["penalty"]))


def _result(table: TableRobot) -> list[Line]:
    """What the rules make of what the robots played, by seat."""
    placed = place(table.situation.points, table.situation.riichi_sticks, rules=table.rules)
    chombo = [Fraction(sum(hand.settlement.penalties[seat] for hand in table.played)) for seat in SEATS]
    return [(placed[seat].points, placed[seat].score, chombo[seat]) for seat in SEATS]
