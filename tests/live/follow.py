"""Measures how soon open pages show a hand: `python -m tests.live.follow`, part of `make soak`.

Twenty pages of different kinds, eight of them tabs of one browser, follow a round hand by hand, with a server as in
production. Each page notes when its parts change. Then the server is killed and started again, and then the network is
silently lost for a minute. Prints the median and the longest time. Fails if a page missed a change, or changed without
a reason.
"""

import argparse
import shutil
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.devices import DEVICES, FLAGS
from tests.live.network import Network
from tests.phone import Phone
from tests.running_site import PREPARE, Site, site

TABLES = 4
RON = {"winner": "1", "discarder": "2", "value": "3-30"}
PATIENCE = 40
"""Seconds within which a page must show what it has missed."""

# Prepares the tables of tests/running_site.py, a league with their tournament, and a session of the league's owner.
PREPARE_MORE = f"""
{PREPARE.rpartition("print(")[0]}
from django.conf import settings as _
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from tests.factories import LeagueFactory, UserFactory
from tournament.models import Membership, Role
owner = UserFactory()
Membership.objects.create(tournament=round_.tournament, user=owner, role=Role.OWNER)
league = LeagueFactory(owner=owner, tournaments=[round_.tournament])
session = import_module(settings.SESSION_ENGINE).SessionStore()
session[SESSION_KEY], session[HASH_SESSION_KEY] = str(owner.pk), owner.get_session_auth_hash()
session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
session.save()
print(json.dumps([tables, league.get_absolute_url(), session.session_key]))
"""

# Records each change of the page: its time, and the nearest element around it that has an id.
WATCH = """() => {
  window.changes = [];
  new MutationObserver((records) => {
    for (const { target } of records) {
      const place = (target.closest ? target : target.parentElement)?.closest("[id]")?.id ?? "";
      if (place !== "live-lost") window.changes.push([Date.now(), place]);
    }
  }).observe(document.querySelector("main"), { subtree: true, childList: true, attributes: true, characterData: true });
}"""


@dataclass
class Watched:
    """An open page. `shows` are the tables whose hands the page shows; `parts` are the beginnings of the ids of parts
    that may change."""

    page: Page
    name: str
    shows: frozenset[int]
    parts: tuple[str, ...]

    def changes_since(self, moment: float) -> list[tuple[float, str]]:
        """Return the page's changes after this moment: the seconds since the moment, and the id of the changed part."""
        seen = self.page.evaluate("window.changes")
        return [(at / 1000 - moment, place) for at, place in seen if at / 1000 >= moment - 0.5]


class Rehearsal:
    def __init__(self, made: Site, network: Network, prepared: Any, browser: Browser) -> None:
        self.made, self.network, self.browser = made, network, browser
        self.tables, self.league, self.session = prepared
        self.root = self.tables[0][1].split("tables/")[0]
        self.watched: list[Watched] = []
        self.faults: list[str] = []
        self.contexts: list[BrowserContext] = []

    def open_pages(self) -> None:
        every = frozenset(range(TABLES))
        standings = ("standings", f"{self.root}standings/", every, ("row-", "leaderboard"))
        round_ = ("round", f"{self.root}rounds/1/", every, ("table-",))
        parts = ("hand", "hanchan-page", "points-chart")
        hanchans = [(f"hanchan {n + 1}", self.tables[n][2], frozenset({n}), parts) for n in range(4)]
        overview = ("tournament", self.root, frozenset[int](), ("tournament-page",))
        league = ("league", self.league, frozenset[int](), ())
        desk = ("desk", f"{self.root}desk/", every, ("desk", "next"))
        quiet = [
            ("official standings", f"{self.root}standings/?show=official", frozenset[int](), ()),
            ("clock", f"{self.root}rounds/1/clock/", frozenset[int](), ()),
        ]
        team = [
            ("calls", f"{self.root}calls/", frozenset[int](), ()),
            ("check-in", f"{self.root}check-in/", frozenset[int](), ()),
        ]
        screen = (
            "table's screen",
            self.tables[0][1],
            frozenset({0}),
            ("table-", "seat", "riichi", "hand", "call", "preview", "change-", "yaku", "is-complete", "UndoHandForm"),
        )
        self._tabs("laptop", self.session, [desk, round_, standings, overview, league, *team, hanchans[0]])
        self._tabs("laptop", None, [standings, round_, *hanchans, *quiet])
        self._tabs("phone", None, [standings, round_])
        self._tabs("phone", self.tables[0][0], [screen, hanchans[0]])

    def _tabs(self, device: str, session: str | None, pages: list[Any]) -> None:
        """Open these pages as tabs of a new browser."""
        context = self.browser.new_context(base_url=f"http://127.0.0.1:{self.network.port}", **DEVICES[device])
        context.set_default_timeout(60_000)
        self.contexts.append(context)
        if session:
            context.add_cookies([{"name": "sessionid", "value": session, "domain": "127.0.0.1", "path": "/"}])
        for name, address, shows, parts in pages:
            page = context.new_page()
            page.goto(address)
            page.wait_for_selector("html[data-live=live]", state="attached")
            page.evaluate(WATCH)
            self.watched.append(Watched(page, f"{name} ({device})", shows, parts))

    def play(self, table: int) -> float:
        """Record one more hand at this table, not over the network that the browsers use. Return when it was
        confirmed."""
        phone = Phone(self.made.port, *self.tables[table])
        status, page = phone.submit(phone.draw(**RON))
        phone.close()
        assert status in {200, 302}, page
        return time.time()

    def shown(self, table: int, moment: float, patience: float) -> dict[str, float]:
        """Return for each page how many seconds after `moment` it showed the hand. A page that does not show it within
        `patience` seconds is a fault."""
        late: dict[str, float] = {}
        waiting = [each for each in self.watched if table in each.shows]
        while waiting and time.time() < moment + patience:
            for each in waiting[:]:
                seen = each.changes_since(moment)
                if seen:
                    late[f"{each.name} {id(each)}"] = max(seen[0][0], 0.0)
                    waiting.remove(each)
            time.sleep(0.1)
        self.faults += [f"{each.name} did not show a hand of table {table + 1}" for each in waiting]
        return late

    def look_for_flicker(self, table: int, moment: float) -> None:
        time.sleep(1)
        for each in self.watched:
            places = {place for _at, place in each.changes_since(moment)}
            strange = {place for place in places if not place.startswith(each.parts)} if each.parts else places
            if each.name.startswith("round"):
                strange |= {place for place in places if place != f"table-{table + 1}"}
            # The first hand of a table changes the state of the round.
            strange -= {"round-page", "tournament-page"} if moment < self.first_hands_until else set()
            if strange:
                self.faults.append(f"{each.name} changed at {sorted(strange)} without a reason")

    first_hands_until = 0.0

    def follow(self, hands: int) -> list[float]:
        delays = []
        for number in range(hands):
            table = number % TABLES
            moment = self.play(table)
            self.first_hands_until = time.time() if number < TABLES else self.first_hands_until
            delays += self.shown(table, moment, 10).values()
            self.look_for_flicker(table, moment)
        return delays

    def server_away(self) -> list[float]:
        self.made.kill()
        time.sleep(3)
        self.made.start()
        return self._catch_up()

    def network_away(self, seconds: float) -> list[float]:
        self.network.is_lost = True
        time.sleep(seconds / 2)
        self.play(0)
        time.sleep(seconds / 2)
        self.network.is_lost = False
        return self._catch_up()

    def _catch_up(self) -> list[float]:
        """Record a hand at every table. Return the seconds until each page shows the hands of its tables."""
        back = time.time()
        for table in range(TABLES):
            self.play(table)
        late: dict[str, float] = {}
        for table in range(TABLES):
            for name, seconds in self.shown(table, back, PATIENCE).items():
                late[name] = max(late.get(name, 0), seconds)
        return list(late.values())


def report(what: str, delays: list[float]) -> str:
    return f"{what}: median {statistics.median(delays):.2f} s, worst {max(delays):.2f} s ({len(delays)} times)"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=24)
    parser.add_argument("--offline", type=float, default=60, help="seconds without network")
    wanted = parser.parse_args()
    path = next((path for name in ("chromium-headless-shell", "chromium") if (path := shutil.which(name))), None)
    if path is None:
        sys.exit("There is no Chromium here.")
    with tempfile.TemporaryDirectory() as folder, site(Path(folder)) as made, sync_playwright() as playwright:
        prepared = made.run(PREPARE_MORE, str(TABLES))
        made.start()
        network = Network(made.port)
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        event = Rehearsal(made, network, prepared, browser)
        event.open_pages()
        streams = network.streams
        print(f"{len(event.watched)} pages in {len(event.contexts)} browsers hold {streams} streams.", flush=True)
        if streams != len(event.contexts):
            event.faults.append("a browser does not hold exactly one stream")
        delays = event.follow(wanted.hands)
        print(report(f"A hand is shown, {wanted.hands} hands", delays), flush=True)
        if statistics.median(delays) > 1:
            event.faults.append("the median is more than a second")
        print(report("After the server came back", event.server_away()), flush=True)
        print(report(f"After {wanted.offline:.0f} s without network", event.network_away(wanted.offline)), flush=True)
        browser.close()
    for fault in dict.fromkeys(event.faults):
        print(f"Fault: {fault}")
    return 1 if event.faults else 0


if __name__ == "__main__":
    sys.exit(main())
