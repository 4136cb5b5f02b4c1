"""Strangers read from a streaming replica: never too old, never what they wrote, and never what is pushed."""

import gzip
import json
import os
import random
import re
import signal
import time
from base64 import b64decode
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import psycopg
import pytest

from tests.databases import chosen_database
from tests.durability.postgresql import PATIENCE, replica_of, server, wait_until_the_replica_has
from tests.phone import Phone
from tests.running_site import PREPARE, site
from tournament.core.replica.positions import MOST_BEHIND
from tournament.core.replica.readers import WROTE
from tournament.core.replica.servers import TRIED_AGAIN

pytestmark = [
    pytest.mark.database,
    pytest.mark.skipif(chosen_database() != "postgresql", reason="about PostgreSQL"),
    pytest.mark.slow,
]

TOKEN = "of-prometheus-alone"
HAND = {"winner": "0", "discarder": "2", "value": "1-30"}
WON = "31,500"
"""The winner's points after this hand, the first of a game."""
PLUS = "+16.5"
"""And their total."""

OF_TOURNAMENT = (
    "tournament.json", "standings.csv", "standings.json", "standings/teams.csv", "standings/teams.json",
    "results.pdf", "records/", "rounds/1/round.pdf", "rounds.ics",
)  # fmt: skip

PREPARE_PUBLIC = f"""
{PREPARE.rpartition("print(")[0]}
from tests.factories import LeagueFactory
tournament = round_.tournament
type(tournament).objects.update(is_public=True)
league = LeagueFactory(tournaments=[tournament])
print(json.dumps([tables, tournament.pk, league.get_absolute_url()]))
"""


class Serving:
    """A site with a primary and a replica; `tables` of four players, and a league with their tournament."""

    def __init__(self, made, first, second, prepared):
        self.made, self.first, self.second = made, first, second
        self.tables, self.pk, self.league = prepared
        self.root = self.tables[0][1].split("tables/")[0]
        self.api = f"/api/v1/tournaments/{self.root.split('/')[2]}/"

    def ask(self, path, method="GET", **headers):
        """Status, text and headers of the answer to a stranger."""
        connection = HTTPConnection("127.0.0.1", self.made.port, timeout=30)
        try:
            sent = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, "" if method == "POST" else None, sent)
            answer = connection.getresponse()
            return answer.status, answer.read().decode(errors="replace"), answer.headers
        finally:
            connection.close()

    def reads(self):
        """How many pages were read from each server, and why: `{("replica", ""): 3}`."""
        _status, text, _headers = self.ask("/metrics", Authorization=f"Bearer {TOKEN}")
        rows = re.findall(r'^tenbo_public_reads_total\{server="(\w+)",why="(\w*)"\} ([\d.]+)$', text, re.M)
        return {(name, why): int(float(value)) for name, why, value in rows}

    def reads_of(self, act):
        """Like `reads`, of what `act` does; and what it returns."""
        before = self.reads()
        said = act()
        after = self.reads()
        return {key: after[key] - before.get(key, 0) for key in after if after[key] != before.get(key, 0)}, said

    def version(self):
        """Of the tournament, by the primary."""
        return json.loads(self.ask(self.api, Tenbo_Shown="")[1])["version"]

    def wait_for_replica(self):
        """Until a stranger's page comes from the replica: it is not read before its delay is known."""
        wait_until_the_replica_has(self.first, self.second)
        deadline = time.monotonic() + PATIENCE
        while ("replica", "") not in self.reads_of(lambda: self.ask("/api/v1/leagues/"))[0]:
            assert time.monotonic() < deadline, "the replica is not read"
            time.sleep(0.1)

    @contextmanager
    def paused(self):
        """The replica stands still in this block, and is read before."""
        self.wait_for_replica()
        with psycopg.connect(self.second.url, autocommit=True) as database:
            database.execute("SELECT pg_wal_replay_pause()")
            while database.execute("SELECT pg_get_wal_replay_pause_state()").fetchone() != ("paused",):
                time.sleep(0.01)
            try:
                yield
            finally:
                database.execute("SELECT pg_wal_replay_resume()")
        wait_until_the_replica_has(self.first, self.second)


@pytest.fixture(scope="module")
def serving(tmp_path_factory):
    with server() as first, site(tmp_path_factory.mktemp("var"), first.url) as made:
        prepared = made.run(PREPARE_PUBLIC, "7")
        with replica_of(first) as second:
            made.environment |= {"DATABASE_REPLICA_URL": second.url, "TENBO_METRICS_TOKEN": TOKEN}
            made.start()
            yield Serving(made, first, second, prepared)


class PlayersPhone(Phone):
    """`public` is the page of its hanchan, `data` its file, which no process keeps, and `api` that in the API."""

    api = ""

    @property
    def data(self):
        return f"{self.public.removesuffix('/')}.json"

    @property
    def public(self):
        return self.hands.removesuffix("hands/")


@pytest.fixture
def phone(serving, request):
    """At a table of its own for each test that asks for one."""
    number = getattr(serving, "used", 0)
    serving.used = number + 1
    made = PlayersPhone(serving.made.port, *serving.tables[number])
    made.api = f"{serving.api}hanchans/{made.public.split('/')[-2]}/"
    yield made
    made.close()


def play(phone):
    assert phone.submit(phone.draw(**HAND))[0] == 302


def hands(answer):
    return len(json.loads(answer[1])["hands"])


def test_who_wrote_reads_it_at_once_and_a_stranger_soon(serving, phone):
    with serving.paused():
        play(phone)
        where, stranger = serving.reads_of(lambda: serving.ask(phone.data))
        stranger_knows = serving.ask(phone.api)[2]["ETag"]
        own = phone.ask("GET", phone.data)
        shared = serving.ask(phone.public)
        sent = serving.ask("/language/", "POST")
        wrote = serving.ask(phone.data, Cookie=sent[2]["Set-Cookie"].split(";")[0])
        following = serving.ask(phone.data, Tenbo_Shown=f"{serving.pk}:1")
        again = serving.ask(phone.data)
        api_before = serving.ask(phone.api, If_None_Match=stranger_knows)
        writer_knows = serving.ask(phone.api, Cookie=f"sessionid={phone.cookies['sessionid']}")[2]["ETag"]
        api_after = serving.ask(phone.api, If_None_Match=writer_knows)
    later = serving.ask(phone.data)

    assert where == {("replica", ""): 1}
    assert hands(stranger) == hands(again) == 0
    assert hands(own) == hands(wrote) == hands(following) == hands(later) == 1
    assert WON in shared[1]
    assert api_before[0] == 304  # what a stranger had a moment ago is as old as the replica
    assert api_after[0] == 304  # and what the writer has is newer


def test_a_replica_that_stands_still_is_not_read_any_more(serving, phone):
    with serving.paused():
        play(phone)
        began = time.monotonic()
        assert hands(serving.ask(phone.data)) == 0
        while hands(serving.ask(phone.data)) == 0:
            assert time.monotonic() < began + PATIENCE
            time.sleep(0.1)
        seconds = time.monotonic() - began
        where, _answer = serving.reads_of(lambda: serving.ask(phone.data))
        ready = serving.ask("/readyz")

    assert seconds < MOST_BEHIND + 1
    assert where == {("primary", "behind"): 1}
    assert ready[0] == 200


def test_pushed_parts_are_never_from_the_replica(serving, phone):
    stream = HTTPConnection("127.0.0.1", serving.made.port, timeout=30)
    version = serving.version()
    with serving.paused():
        standings = serving.ask(f"{serving.root}standings/", HX_Request="true")
        assert hands(serving.ask(phone.data)) == 0  # its version and what belongs to it are in the process's caches
        league = serving.ask(serving.league)
        stream.request("GET", f"/live/events?t={serving.pk}:{version}&p={phone.public}&p={serving.root}standings/")
        events = stream.getresponse()
        play(phone)
        assert hands(serving.ask(phone.data)) == 0
        parts = [part_in(events), part_in(events)]
        page_after = serving.ask(serving.league)
        told = serving.ask(f"/live/versions?t={follows(page_after[1])}")
    stream.close()

    assert [new for _pk, new, _part in parts] == [version + 1] * 2
    assert WON in parts[0][2]
    assert parts[1][2].count(PLUS) > standings[1].count(PLUS)
    assert follows(league[1]) == follows(page_after[1]) == f"{serving.pk}:{version}"
    assert told[1] == json.dumps({str(serving.pk): version + 1})


def test_every_page_that_may_lag_comes_from_the_replica(serving):
    """None of them writes, or asks the primary for a part."""
    pk = serving.tables[0][2].split("/")[-2]
    league = serving.league.removeprefix("/l/")
    pages = [
        *("/", "/tournaments/archive/", "/players/", "/records/", "/rankings/", "/federation/records/", "/leagues/"),
        *(serving.league, f"{serving.league}table.csv", f"{serving.league}table.json"),
        *(f"{serving.root}{name}" for name in OF_TOURNAMENT),
        f"{serving.root}hanchans/{pk}.json",
        *("/api/v1/tournaments/", serving.api, f"{serving.api}standings/", f"{serving.api}standings/teams/"),
        *(f"{serving.api}rounds/1/", f"{serving.api}hanchans/{pk}/"),
        *("/api/v1/leagues/", f"/api/v1/leagues/{league}", f"/api/v1/leagues/{league}table/"),
    ]
    serving.wait_for_replica()

    seen = {page: serving.reads_of(lambda page=page: serving.ask(page)[0]) for page in pages}

    assert {page: said for page, said in seen.items() if said != ({("replica", ""): 1}, 200)} == {}


def test_what_the_replica_does_not_have_is_asked_of_the_primary(serving):
    serving.wait_for_replica()

    where, answer = serving.reads_of(lambda: serving.ask("/players/1000000/"))

    assert answer[0] == 404
    assert where == {("primary", "again"): 1}


def test_a_dead_replica_is_missed_by_nobody_and_read_again_when_it_is_back(serving):
    serving.wait_for_replica()
    serving.second.stop("immediate")
    try:
        began = time.monotonic()
        where, answers = serving.reads_of(lambda: [serving.ask("/api/v1/leagues/")[0] for _ in range(5)])
        seconds = time.monotonic() - began
        health = [serving.ask(path)[0] for path in ("/healthz", "/readyz")]
    finally:
        serving.second.start()
    serving.wait_for_replica()

    assert answers == [200] * 5
    assert where == {("primary", "away"): 5}
    assert seconds < 3  # one of them waited for a second
    assert health == [200, 200]


def test_a_frozen_replica_is_waited_for_once_and_for_some_seconds(serving):
    serving.wait_for_replica()
    with frozen(serving.second), ThreadPoolExecutor(5) as people:
        before, began = serving.reads(), time.monotonic()
        at_once = list(people.map(lambda _: serving.ask("/records/")[0], range(5)))
        seconds = time.monotonic() - began
        time.sleep(TRIED_AGAIN)
        tries = people.submit(serving.ask, "/records/")
        time.sleep(0.5)
        began = time.monotonic()
        meanwhile = serving.ask("/records/")[0]
        seconds_meanwhile = time.monotonic() - began
        tried_again = tries.result()[0]
        reads = serving.reads()
    serving.wait_for_replica()

    assert [*at_once, meanwhile, tried_again] == [200] * 7
    assert reads["primary", "away"] - before.get(("primary", "away"), 0) == 7
    assert seconds < 8  # two are answered at once, so the first two wait
    assert seconds_meanwhile < 2


@contextmanager
def frozen(postgresql):
    """All processes of this server stand still in this block; its sockets stay open."""
    (pid, *_rest) = (postgresql.folder / "postmaster.pid").read_text().split()
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    pids = [int(each) for each in (pid, *children)]
    for each in pids:
        os.kill(each, signal.SIGSTOP)
    try:
        yield
    finally:
        for each in pids:
            os.kill(each, signal.SIGCONT)


WITH_ADDRESSES = """
import json, sys
import django; django.setup()
from django.db import connections
from tournament.database_settings import postgresql
from tournament.operation.queries import connections as checks
import os
checks.FOLLOWS_WITHIN = 0.2
own = connections.settings["replica"]
said = []
for address in sys.argv[1:]:
    connections["replica"].close()
    del connections["replica"]
    os.environ["ADDRESS"] = address
    connections.settings["replica"] = {**own, **postgresql("ADDRESS", pool=0)}
    said.append(checks.replica_problem())
print(json.dumps(said))
"""


DOCTOR = """
import io, json
import django; django.setup()
from django.core.management import CommandError, call_command
output = io.StringIO()
try:
    call_command("doctor", stdout=output)
except CommandError:
    pass
print(json.dumps(output.getvalue()))
"""


def test_the_doctor_names_a_wrong_address_of_a_replica(serving):
    url = serving.second.url
    nobody = url.replace(str(serving.second.folder.name), "nobody")
    with serving.paused(), psycopg.connect(serving.first.url, autocommit=True) as primary:
        primary.execute("SELECT pg_logical_emit_message(true, 'tenbo', '')")
        addresses = [url, serving.first.url, f"{url.rpartition('/')[0]}/template1", nobody]
        still, same, other, away = serving.made.run(WITH_ADDRESSES, *addresses)
    well = serving.made.run(WITH_ADDRESSES, url)
    said = serving.made.run(DOCTOR)

    assert "does not follow" in still
    assert "no replica but can be written" in same
    assert "another database" in other
    assert "No such file" in away
    assert well == [""]
    assert re.search(r"^The replica \S+:\d+ follows\.$", said, re.M)


def follows(page):
    return re.search(r"\b\d+:\d+\b(?=\")", page).group()


def part_in(events):
    """The next pushed part of a stream: tournament, version, and page."""
    while not (line := events.readline()).startswith(b"event: part"):
        assert line
    pk, version, _address, packed = events.readline().removeprefix(b"data: ").split(b" ")
    return int(pk), int(version), gzip.decompress(b64decode(packed)).decode()


def test_nothing_can_be_written_by_a_request_on_the_replica(serving):
    serving.wait_for_replica()

    assert serving.made.run(WRITING) == ["InternalError", "InternalError", "default"]


WRITING = """
import json
import django; django.setup()
from django.db import connections, transaction
from tournament.core.replica.routing import reading_replica
from tournament.core.replica.servers import position_of_replica
from tournament.models import Tournament
def error_of(act):
    try:
        act()
    except Exception as error:
        return type(error).__name__
def lock():
    with transaction.atomic(using="replica"):
        list(Tournament.objects.select_for_update())
with reading_replica():
    position_of_replica()
    tournament = Tournament.objects.get()
    said = [error_of(tournament.save), error_of(lock)]
tournament.save()
print(json.dumps([*said, tournament._state.db]))
"""


OF_CACHES = """
import json, sys
import django; django.setup()
from tournament.core.queries.visibility import sight_of
from tournament.core.replica.routing import reading_replica
from tournament.games.queries.shown_games import shown_games
from tournament.models import STRANGER, Hanchan, Tournament
from tournament.standings.queries.cached import board_of
def read():
    tournament = Tournament.objects.get()
    games = shown_games(tournament, Hanchan.objects.filter(pk=sys.argv[1]))
    board = board_of(tournament, sight_of(tournament, STRANGER))
    return [tournament.version, len(games[0].hands), max(row.total for row in board.rows) > 0]
said = []
for _ in range(2):
    with reading_replica():
        said.append(read())
    said.append(read())
    owner = games_of = shown_games(Tournament.objects.get(), Hanchan.objects.filter(pk=sys.argv[1]))[0].hanchan
    said.append(type(owner).objects.get(pk=owner.pk)._state.db)
print(json.dumps(said))
"""


def test_what_was_cached_from_the_replica_has_the_version_of_the_replica(serving, phone):
    version = serving.version()
    with serving.paused():
        play(phone)
        said = serving.made.run(OF_CACHES, phone.public.split("/")[-2])

    old, new, alias, _old_with_new_values, again, _alias = said
    assert old[:2] == [version, 0]
    assert new == again == [version + 1, 1, True]
    assert alias == "default"


SECONDS = 20
RON = "wins by ron"


class Jumping:
    """Three tables that play while the replica stands still and catches up again, and readers who check each page."""

    def __init__(self, serving):
        self.serving = serving
        self.ends = time.monotonic() + SECONDS
        self.acknowledged = [[] for _ in range(3)]  # when, by table
        self.shown = []  # what streams brought: version, table, hands
        self.faults, self.delays, self.pages = [], [], 0
        self.tables = serving.tables[-3:]  # of no other test
        self.files = [f"{table[2].removesuffix('/')}.json" for table in self.tables]

    def runs(self):
        return time.monotonic() < self.ends

    def play(self, table):
        phone = Phone(self.serving.made.port, *self.tables[table])
        while self.runs():
            play(phone)
            self.acknowledged[table].append(time.monotonic())
            time.sleep(random.random())
        phone.close()

    def stand_still(self):
        with psycopg.connect(self.serving.second.url, autocommit=True) as database:
            while self.runs():
                database.execute("SELECT pg_wal_replay_pause()")
                time.sleep(1.5 * MOST_BEHIND * random.random())
                database.execute("SELECT pg_wal_replay_resume()")
                time.sleep(2 * random.random())

    def read(self, table):
        while self.runs():
            asked, least = time.monotonic(), len(self.acknowledged[table])
            seen = hands(self.serving.ask(self.files[table]))
            if seen < least:
                self.delays.append(asked - self.acknowledged[table][seen])
            least = len(self.acknowledged[table])
            newest = [
                hands(self.serving.ask(self.files[table], Cookie=f"{WROTE}=1")),
                self.serving.ask(self.tables[table][2])[1].count(RON),
            ]
            self.faults += [(table, least, seen) for seen in newest if seen < least]
            self.pages += 3

    def follow(self, table):
        stream = HTTPConnection("127.0.0.1", self.serving.made.port, timeout=5)
        address = f"/live/events?t={self.serving.pk}:1&p={self.tables[table][2]}"
        stream.request("GET", address)
        events = stream.getresponse()
        while self.runs():
            try:
                _pk, version, part = part_in(events)
            except TimeoutError:
                break
            if part:  # empty if it is what was brought before
                self.shown.append((version, table, part.count(RON)))
        stream.close()

    def stale_parts(self):
        """The parts with fewer hands than their version has."""
        query = "SELECT count(*) FROM tournament_logentry WHERE hanchan_id = %s AND number <= %s"
        with psycopg.connect(self.serving.first.url) as database:
            pks = [int(table[2].split("/")[-2]) for table in self.tables]
            return [
                shown for shown in self.shown
                if database.execute(query, (pks[shown[1]], shown[0])).fetchone()[0] > shown[2]
            ]  # fmt: skip


@pytest.mark.long
def test_while_the_replica_jumps_nothing_is_older_than_it_may_be(serving):
    serving.wait_for_replica()
    jumping = Jumping(serving)

    with ThreadPoolExecutor(10) as people:
        parts = [jumping.play, jumping.read, jumping.follow]
        tasks = [people.submit(part, table) for part in parts for table in range(3)]
        tasks.append(people.submit(jumping.stand_still))
        for task in tasks:
            task.result()

    assert jumping.faults == []
    assert jumping.stale_parts() == []
    assert jumping.shown
    assert jumping.delays, "no reader met the replica while it stood still"
    assert max(jumping.delays) <= MOST_BEHIND
