"""The organizer's robot at the desk: each method is one action of organizers or referees on the pages."""

import json
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from tournament.rehearsal.browser import Browser
from tournament.rehearsal.html_forms import Form, Page, Stuck
from tournament.table.edits import Replace, edits_to_text

LINK = re.compile(r'value="(?:https?://[^/"]+)(/[^"]*/tables/(\d+)/link/[^"]+)"')
REASON = "Rehearsal"


class DeskRobot:
    """The robot at one tournament's desk. `browser` is logged in as an organizer; `slug` is set when the tournament is
    created."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.slug = ""

    def at(self, name: str, *arguments: object) -> str:
        return reverse(name, args=[self.slug, *arguments])

    def open_tournament(self, name: str, ruleset: str) -> None:
        """Create a private tournament with these rules (the key of a preset)."""
        form = self.browser.open(reverse("tournament-new")).form(ending="/tournaments/new/")
        page = self.browser.send(form.filled(name=name, is_public=[], ruleset_key=ruleset))
        match = re.search(r"/t/([-\w]+)/", page.address)
        if not match:
            raise Stuck(f"{page.address} is no tournament: {page.words}")
        self.slug = match[1]

    # Players

    def enter(self, people: Sequence[str]) -> None:
        """Paste these names, and accept the preview."""
        address = self.at("players-add")
        form = self.browser.open(address).form(ending=address)
        page = self.browser.send(form.filled(names="\n".join(people)))
        self.browser.change(page.form(ending=address))

    def people(self) -> dict[str, int]:
        """Return the entry ids of all players by name, read from the form of penalties."""
        form = self.browser.open(self.at("penalties")).form(ending="/penalties/")
        return {words: int(value) for value, words in form.options["entry"].items() if value}

    def check_in(self, numbers: Sequence[int]) -> None:
        """Check in these players."""
        page = self.browser.open(self.at("check-in"))
        for number in numbers:
            form = page.form(ending=self.at("arrival", number))
            if form.fields["here"] != ["1"]:
                raise Stuck(f"{form.action}: who arrives was here already")
            self.browser.change(form)

    def depart(self, number: int, kind: str, from_round: int) -> None:
        """Record that the player with this number leaves, from the round `from_round` on."""
        form = self.browser.open(self.at("departure", number)).form("kind", "from_round")
        self.browser.change(form.filled(kind=kind, from_round=str(from_round), reason=REASON))

    def come_back(self, number: int) -> None:
        """Let the player with this number, who has left, play again."""
        form = self.browser.open(self.at("departure", number)).form("reason")
        self.browser.change(form.filled(reason=REASON))

    def penalize(self, entry: int, offence: str, points: str, *, round_number: int, minutes: str = "") -> int:
        """Give a penalty, or a warning of 0 points, and return its id. `points` are in thousands, as text."""
        form = self.browser.open(self.at("penalties")).form("offence")
        fields = {"entry": str(entry), "offence": offence, "points": points, "minutes": minutes, "reason": REASON}
        page = self.browser.change(form.filled(**fields, round=str(round_number)), follow=True)
        return max(map(int, re.findall(r"/penalties/(\d+)/removal/", page.text)))

    def take_penalty_back(self, penalty: int) -> None:
        form = self.browser.open(self.at("penalty-take-back", penalty)).form("reason")
        self.browser.change(form.filled(reason=REASON))

    # Seats

    def plan(self, rounds: int, seed: int) -> None:
        """Accept the seating plan that is computed with this seed."""
        page = self.browser.open(f"{self.at('seating-plan')}?{urlencode({'rounds': rounds, 'seed': seed})}")
        self.browser.change(page.form("seed", "rounds"))

    def repair(self) -> None:
        """Accept the repair of the seating plan, if the plan needs a repair."""
        page = self.browser.open(self.at("seating-repair"))
        if any("hash" in form.fields for form in page.forms):
            self.browser.change(page.form("hash"))

    def drop_plan(self) -> None:
        page = self.browser.open(self.at("seating"))
        self.browser.change(page.form(ending=self.at("seating-drop")))

    def propose(self, **choices: str | list[int]) -> Form:
        """Return the page's proposal for the next round, as a form that is ready to be sent."""
        query = urlencode(choices, doseq=True)
        page = self.browser.open(f"{self.at('round-new')}?{query}" if query else self.at("round-new"))
        return page.form("number", "tables")

    def start(self, proposal: Form) -> None:
        self.browser.change(proposal)

    def take_round_back(self, number: int) -> None:
        page = self.browser.open(self.at("round", number))
        self.browser.change(page.form(ending=self.at("round-take-back", number)))

    def links(self) -> dict[int, str]:
        """Return each table's private link by table number."""
        page = self.browser.open(self.at("tables"))
        return {int(number): link for link, number in LINK.findall(page.text)}

    # The round

    def clock(self, number: int) -> Page:
        return self.browser.open(self.at("clock", number))

    def touch_clock(self, form: Form) -> Page:
        return self.browser.change(form, follow=True)

    def answer_call(self, table: int) -> None:
        """Take the call of a table, and record the ruling."""
        page = self.browser.open(self.at("calls"))
        at = page.search(rf"Table {table}</h2>.*?({re.escape(self.at('calls'))}\d+/)taken/", f"call of table {table}")
        self.browser.change(page.form(ending=f"{at}taken/"))
        form = self.browser.open(at).form("situation")
        self.browser.change(form.filled(situation="Asked", decision="Play on", rule="R14"))

    def substitute(self, hanchan: str, entry: int, name: str, since: str) -> None:
        """Name a substitute. `since` is "start", or how many hands the player has played before the substitute;
        `hanchan` is the path of the hanchan's page."""
        form = self.browser.open(f"{hanchan}substitute/").form("entry", "since")
        self.browser.change(form.filled(entry=str(entry), name=name, since=since, reason=REASON))

    def correct(self, hanchan: str, edit: Replace) -> None:
        """Correct one hand of a hanchan, whether its sheet is signed or not."""
        hands = next(form for form in self.browser.open(f"{hanchan}correction/").forms if "revision" in form.fields)
        query = urlencode({"revision": hands.fields["revision"][0], "edits": edits_to_text((edit,))})
        form = self.browser.open(f"{hanchan}correction/?{query}").form(ending="/correction/")
        self.browser.change(form.filled(reason=REASON))

    def sign(self, table: str) -> None:
        """Sign the sheet of a table as a referee; `table` is the address of the table's page."""
        self.browser.change(self.browser.open(table).form_to_press(seat="referee"))

    def approve(self, number: int) -> None:
        page = self.browser.open(self.at("round", number))
        page = self.browser.change(page.form(ending=self.at("round-approve", number)), follow=True)
        page.form_to_press(withdraw="1")

    # The cut

    def line(self, **query: object) -> Form:
        """Return the form of the cut page for this query (`count`, and `seed` for a draw)."""
        return self.browser.open(f"{self.at('cut')}?{urlencode(query)}").form("shown")

    def cut(self, form: Form) -> None:
        self.browser.change(form)

    def take_cut_back(self) -> None:
        page = self.browser.open(self.at("cut"))
        form = page.form(ending=self.at("cut-take-back"))
        self.browser.change(form.filled(reason=REASON))

    def standings(self) -> Any:
        return json.loads(self.browser.read(self.at("leaderboard-json")))
