"""A full hall of 200 phones behind one address, with 60 wrong passwords among them: nobody with a valid request may be
refused."""

import random
import socket
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from tests.attack.arena import arena
from tests.running_site import Site
from tests.whole_event.browser import Browser

PASSWORD = "riichi-on-the-third-turn"

# Runs in a process of the site: the links of its tables and players, accounts, and another event that people enter.
PEOPLE = """
import json, sys
import django; django.setup()
from tests.factories import TournamentFactory, UserFactory
from tournament.models import EntryTerms, Hanchan, Membership, Role
hanchans = list(Hanchan.objects.select_related("table__tournament", "round__tournament").order_by("table__number"))
accounts = [UserFactory(username=f"guest-{n}") for n in range(int(sys.argv[1]))]
for referee in accounts[:10]:
    Membership.objects.create(tournament=hanchans[0].table.tournament, user=referee, role=Role.REFEREE)
EntryTerms.objects.create(tournament=TournamentFactory(name="Autumn Open", slug="autumn-open"))
print(json.dumps([
    [
        hanchan.table.get_link(),
        hanchan.get_absolute_url(),
        [seat.entry.get_link() for seat in hanchan.seats.select_related("entry__tournament").order_by("seat")],
    ]
    for hanchan in hanchans
]))
"""


@dataclass(frozen=True)
class Size:
    """The size of the test. `pause` is the most seconds that a person thinks between two touches."""

    tables: int = 50
    accounts: int = 30
    wrong_passwords: int = 60
    entries: int = 220
    pause: float = 10.0


class Hall:
    """Everything that happens in parallel at all tables of a site except the first. `root` is the URL of the site's
    event.

    `done` counts people's successful actions; `refused` are the responses that nobody should get.
    """

    def __init__(self, made: Site, root: str, size: Size) -> None:
        self.port, self.size, self.root = made.port, size, root
        self.done: list[str] = []
        self.refused: list[str] = []
        self.tables = made.run(PEOPLE, str(size.accounts))[1:]

    def play(self) -> None:
        """Let tables play, people log in and enter another event, and all players watch, all in parallel."""
        with ExitStack() as opened:
            streams = [opened.enter_context(self._stream()) for _ in range(4 * len(self.tables))]
            with ThreadPoolExecutor(len(self.tables) + self.size.accounts + 20) as threads:
                doings: list[tuple[Callable[..., None], Any]] = [(self._table, table) for table in self.tables]
                doings += [(self._log_in, n) for n in range(self.size.accounts)]
                doings += [(self._enter, range(n, self.size.entries, 20)) for n in range(20)]
                for playing in [threads.submit(self._unrefused, do, what) for do, what in doings]:
                    playing.result()
            without_news = [stream for stream in streams if not _has_news(stream)]
            if without_news:
                self.refused.append(f"{len(without_news)} of {len(streams)} streams brought no news")

    def _unrefused(self, do: Callable[..., None], what: Any) -> None:
        try:
            do(what)
        except Exception as error:  # noqa: BLE001 (whatever it is, somebody in the hall could not go on)
            self.refused.append(f"{do.__name__}: {type(error).__name__} {error}"[:300])

    def _think(self) -> None:
        time.sleep(random.uniform(0, self.size.pause))

    def _table(self, links: tuple[str, str, list[str]]) -> None:
        """Play at one table, with a phone for each player and the table's phone: two hands, a call for time, the last
        hand, four signatures."""
        table_link, hanchan, own_links = links
        phone, players = Browser(self.port), [Browser(self.port) for _ in own_links]
        address = table_link.split("link/")[0]
        phone.open(table_link)
        for player, link in zip(players, own_links, strict=True):
            self._think()
            player.open(link)
        for _ in range(2):
            self._hand(phone, address)
        phone.send(phone.open(f"{hanchan}time/").form_to_press(answer="between_hands"))
        page = phone.open(address)
        while not any(form.action.endswith("/sheet/") for form in page.forms):
            self._hand(phone, address)
            page = phone.open(address)
        players[0].send(players[0].open(own_links[0]).form(ending="/sheet/"))
        for seat in range(1, 4):
            self._think()
            phone.send(phone.open(address).form_to_press(seat=str(seat)))
        self.done += ["signature"] * 4
        for player, link in zip(players, own_links, strict=True):
            self._think()
            player.open(link)
            player.open(f"{self.root}standings/")

    def _hand(self, phone: Browser, address: str) -> None:
        self._think()
        touched = {"winner": 0, "discarder": 2, "value": "3-30"}
        phone.send(phone.open(address, **touched).form("number", "revision", ending="/hands/"), follow=False)
        self.done.append("hand")

    def _log_in(self, number: int) -> None:
        """Log in to an account after at most two wrong passwords."""
        browser = Browser(self.port)
        mistakes = len(range(number, self.size.wrong_passwords, self.size.accounts))
        for password in [*["wrong"] * mistakes, PASSWORD]:
            self._think()
            page = browser.open("/accounts/login/")
            form = page.form("username", "password").filled(username=f"guest-{number}", password=password)
            if password == PASSWORD:
                browser.send(form)
            else:
                status = browser.status_of(form)
                self.done.append("wrong password")
                if status != 422:
                    self.refused.append(f"a wrong password was answered {status}")
        assert f"guest-{number}" in browser.open("/accounts/").text
        self.done.append("login")
        if number < 10:
            browser.open(f"{self.root}hall/")

    def _enter(self, numbers: range) -> None:
        """Enter people with these numbers in the next event, each from a different browser."""
        for number in numbers:
            browser = Browser(self.port)
            form = browser.open("/t/autumn-open/enter/").form("name", "mail", "key")
            form = form.filled(name=f"Guest {number:03}", country="CZ", mail=f"guest{number}@example.org")
            browser.send(form)
            self.done.append("entry")

    def _stream(self) -> socket.socket:
        """Open the stream of a page that a stranger watches."""
        stream = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        stream.sendall(b"GET /live/events?t=1:0 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return stream


def _has_news(stream: socket.socket) -> bool:
    stream.setblocking(False)
    news = b""
    try:
        while piece := stream.recv(65_536):
            news += piece
    except BlockingIOError:
        pass
    return news.startswith(b"HTTP/1.1 200") and news.count(b"data: 1 ") > 3


def hall() -> bool:
    """Check that in a full hall nobody is refused."""
    size = Size()
    with arena("a hall of 200 phones", tables=size.tables + 1) as field:
        played = Hall(field.site, field.root, size)
        with field.hands_meanwhile():
            played.play()
        field.figures = {"phones": 4 * size.tables, **Counter(played.done), "refused": len(played.refused)}
        field.wrong += played.refused
    return not field.wrong


ATTACKS = [hall]
