"""A tournament goes to a laptop and back again and again, while requests are cut off at random moments.

Two servers, each with a database of its own: the home's is the one that the suite runs on, the laptop's SQLite. The
home's phone enters hands at table 1, the laptop's at table 2, each sends again what got no answer, as phones do. At no
moment may both be written; at the end every hand is there once.
"""

import json
import re
import sqlite3
import time
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from threading import Timer
from urllib.parse import urlencode

import psycopg
import pytest

from tests.durability.conftest import fresh_database
from tests.durability.test_backup import manage
from tests.forms_on_page import pressed
from tests.running_site import PREPARE, site

pytestmark = [pytest.mark.database, pytest.mark.long]

CUTS = 50
HAND = {"winner": "0", "discarder": "2", "value": "1-30"}
SLUG = "hall-cup"
BOUNDARY = "a-line-that-no-file-has"

# An owner of the tournament, who is logged in; and the path of the link of table 2.
OWNED = """
import json
import django; django.setup()
from django.test import Client
from tests.sessions import force_login
from tests.factories import UserFactory
from tournament.models import Membership, Tournament
owner, browser = UserFactory(), Client()
force_login(browser, owner)
tournament = Tournament.objects.get()
tournament.slug = "hall-cup"
tournament.save()
Membership.objects.create(tournament=tournament, user=owner, role="owner")
table = tournament.tables.filter(number=2).first()
print(json.dumps([browser.cookies["sessionid"].value, table and table.get_link()]))
"""
# The laptop has accounts and no tournament.
ALONE = OWNED.replace('tournament.slug = "hall-cup"', 'tournament.slug = "other"')

PLAYED = """
import json
import django; django.setup()
from tournament.games.queries.game import load_games
from tournament.models import Hanchan, Tournament
tournament = Tournament.objects.get(slug="hall-cup")
games = load_games(Hanchan.objects.filter(round__tournament=tournament))
print(json.dumps({game.hanchan.table.number: len(game.hands) for game in games}))
"""


class Browser:
    """One browser at one site, whose requests may be cut off."""

    def __init__(self, made, session=""):
        self.site, self.cookies = made, {"sessionid": session}

    def ask(self, method, path, body=None, kind="application/x-www-form-urlencoded", cut=None):
        """Status and page; None if no answer came. `cut` acts on the connection after the request was sent."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        with closing(HTTPConnection("127.0.0.1", self.site.port, timeout=30)) as connection:
            try:
                connection.request(method, path, body, {"Cookie": cookies, "Content-Type": kind})
                if cut:
                    cut(connection)
                response = connection.getresponse()
                content = response.read()
            except (OSError, HTTPException):
                return None
        for line in response.headers.get_all("Set-Cookie", []):
            name, _equals, rest = line.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return response.status, content.decode()

    def press(self, page_at, action, cut=None, **fields):
        """Open a page and submit its form, with these fields. None if no answer came."""
        page = self.ask("GET", page_at)
        if page is None:
            return None
        return self.ask("POST", action or page_at, urlencode(pressed(page[1], action) | fields, doseq=True), cut=cut)

    def upload(self, page_at, action, content, cut=None):
        page = self.ask("GET", page_at)
        if page is None:
            return None
        token = pressed(page[1], action)["csrfmiddlewaretoken"]
        token = token if isinstance(token, str) else token[0]
        parts = [
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{token}\r\n',
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="f.json"\r\n\r\n{content}\r\n',
            f"--{BOUNDARY}--\r\n",
        ]
        return self.ask(
            "POST", action or page_at, "".join(parts).encode(), f"multipart/form-data; boundary={BOUNDARY}", cut
        )


class Phone:
    """A phone that sends a hand until it is answered."""

    def __init__(self, browser, table):
        self.browser, self.table = browser, table
        self.waiting, self.recorded = None, 0

    def play(self, cut, *, begins):
        """Enter one more hand if it `begins` any, and send what waits."""
        if self.waiting is None:
            if not begins:
                return
            page = self.browser.ask("GET", f"/t/{SLUG}/tables/{self.table}/?{urlencode(HAND)}")
            if page is None or page[0] != 200:
                return
            action = re.search(rf"/t/{SLUG}/hanchans/\d+/hands/", page[1])[0]
            self.waiting = (action, urlencode(pressed(page[1], action), doseq=True))
        answer = self.browser.ask("POST", *self.waiting, cut=cut)
        if answer is None or answer[0] == 423:
            return
        assert answer[0] == 302, answer[1]
        self.waiting, self.recorded = None, self.recorded + 1


class Way:
    """The owner's steps from home to the laptop and back; each is repeated until it was answered."""

    def __init__(self, home, laptop):
        self.home, self.laptop = home, laptop
        self.steps = [self.take, self.fetch, self.show, self.accept, self.give, self.fetch_back, self.bring]
        self.place, self.file, self.key, self.rounds = 0, "", "", 0

    def go(self, cut):
        if self.steps[self.place](cut):
            self.place = (self.place + 1) % len(self.steps)
            self.rounds += self.place == 0

    def take(self, cut):
        page = self.home.ask("GET", f"/t/{SLUG}/laptop/")
        if page and "File for the laptop" in page[1]:
            return True  # the step before was answered by nobody, and done
        return _is(self.home.press(f"/t/{SLUG}/laptop/", "", cut, place="Hall"), 302)

    def fetch(self, cut):
        return self._download(self.home, cut)

    def show(self, cut):
        answer = self.laptop.upload("/tournaments/import/", "", self.file, cut)
        if _is(answer, 200):
            self.key = re.search(r'name="key" value="([^"]+)"', answer[1])[1]
        return bool(self.key)

    def accept(self, cut):
        token = pressed(self.laptop.ask("GET", "/tournaments/import/")[1], "")["csrfmiddlewaretoken"]
        body = urlencode({"csrfmiddlewaretoken": token, "key": self.key}, doseq=True)
        return _is(self.laptop.ask("POST", "/tournaments/import/", body, cut=cut), 302)

    def give(self, cut):
        page = self.laptop.ask("GET", f"/t/{SLUG}/laptop/")
        if page and "File to bring back" in page[1]:
            return True
        return _is(self.laptop.press(f"/t/{SLUG}/laptop/", f"/t/{SLUG}/laptop/returned/", cut), 302)

    def fetch_back(self, cut):
        return self._download(self.laptop, cut)

    def bring(self, cut):
        page = self.home.ask("GET", f"/t/{SLUG}/laptop/")
        if page and "File of the laptop" not in page[1]:
            self.key = ""
            return True
        back = f"/t/{SLUG}/laptop/back/"
        done = _is(self.home.upload(f"/t/{SLUG}/laptop/", back, self.file, cut), 302)
        self.key = "" if done else self.key
        return done

    def _download(self, browser, cut):
        answer = browser.ask("GET", f"/t/{SLUG}/laptop/file/", cut=cut)
        with suppress(ValueError):
            if _is(answer, 200):
                json.loads(answer[1])
                self.file = answer[1]
                return True
        return False


def _is(answer, status):
    if answer is not None:
        assert answer[0] == status, answer[1]
    return answer is not None


def writable(made):
    """Whether this site may write the tournament, as its database says; and forget how often somebody tried."""
    with closing(database_of(made)) as database:
        database.execute("DELETE FROM tournament_rateuse")
        database.commit()
        rows = database.execute(f"SELECT away_since IS NULL FROM tournament_tournament WHERE slug = '{SLUG}'")  # noqa: S608
        return any(here for (here,) in rows.fetchall())


def database_of(made):
    if url := made.environment.get("DATABASE_URL"):
        return psycopg.connect(url)
    return sqlite3.connect(Path(made.environment["TENBO_VAR"]) / "tenbo.sqlite3", timeout=30)


class Cut:
    """Cuts a connection at once or a moment after the request was sent, or kills the server then."""

    def __init__(self, random, made):
        self.kind = random.choice(["at once", "later", "at once", "later", "at once", "later", "killed"])
        self.kills = self.kind == "killed"
        self.moment = random.uniform(0.001, 0.06)
        self.site, self.is_done = made, False

    def __call__(self, connection):
        self.is_done = True
        if self.kills:
            Timer(self.moment, self.site.kill).start()
        elif self.kind == "later":
            connection.sock.settimeout(self.moment)
        else:
            connection.sock.close()


def started_again(made):
    while made.process is not None:
        time.sleep(0.01)  # the timer has not killed it yet
    made.start()


def test_fifty_cuts_lose_and_double_nothing(tmp_path):
    random = Random(20)
    with fresh_database() as url, site(tmp_path / "home", url) as home, site(tmp_path / "laptop") as laptop:
        (tmp_path / "home").mkdir()
        (tmp_path / "laptop").mkdir()
        tables = home.run(PREPARE, "2")
        session, link = home.run(OWNED)
        laptop.run(PREPARE, "0")
        way = Way(Browser(home, session), Browser(laptop, laptop.run(ALONE)[0]))
        phones = [Phone(Browser(home, tables[0][0]), 1), Phone(Browser(laptop), 2)]
        home.start()
        laptop.start()
        cuts, is_opened = 0, False
        while cuts < CUTS or way.place or any(phone.waiting for phone in phones):
            assert not (writable(home) and writable(laptop))
            actor = random.choice([way, *phones, *phones])
            made = laptop if actor is phones[1] or (actor is way and way.place in (2, 3, 4, 5)) else home
            cut = Cut(random, made) if cuts < CUTS and random.random() < 0.5 else None
            if actor is phones[1] and not is_opened:
                answer = actor.browser.ask("GET", link)  # of the home: it opens the laptop's table too
                is_opened = answer is not None and answer[0] == 302
            if isinstance(actor, Phone):
                actor.play(cut, begins=cuts < CUTS)
            else:
                way.go(cut)
            if cut and cut.is_done:
                cuts += 1
                if cut.kills:
                    started_again(made)

        assert way.rounds >= 1
        assert all(phone.recorded >= 2 for phone in phones)
        home.kill()
        laptop.kill()
        assert home.run(PLAYED) == {"1": phones[0].recorded, "2": phones[1].recorded}
        for made in (home, laptop):
            status, said = manage(made, "verify")
            assert status == 0, said
