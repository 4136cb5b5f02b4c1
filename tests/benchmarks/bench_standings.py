"""Measures the standings of 1,000 players after twelve rounds, and the start of a Swiss round of these players.

`python -m tests.benchmarks.bench_standings`. Cold: the CPU time of one request after all caches were cleared. Warm:
requests a second over four connections, by turns with requests for a static file of the same size from the same server.
"""

import gzip
import json
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from urllib.request import urlopen

from tests.benchmarks.figures import Collector, Figure
from tests.benchmarks.statements import BareDatabase, copied_site, noted
from tests.running_site import ROOT, Site

PLAYERS, ROUNDS = 1_000, 12
COLD = 5
SLICES, SECONDS = 10, 0.4
CONNECTIONS = 4

PREPARE = """
import json, sys
import django; django.setup()
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
call_command("migrate", run_syncdb=True, verbosity=0)
settings.MIGRATION_MODULES = {}
call_command("migrate", fake=True, verbosity=0)
from tests.benchmarks.many_events import fill_event
from tests.factories import TournamentFactory, UserFactory
organizer = UserFactory()
tournament = TournamentFactory(organizers=[organizer])
fill_event(tournament, players=int(sys.argv[1]), rounds=int(sys.argv[2]))
print(json.dumps([organizer.pk, tournament.get_absolute_url()]))
"""

IN_DJANGO = """
import json, sys
import django; django.setup()
from tests.benchmarks.bench_standings import in_django
print(json.dumps(in_django(int(sys.argv[1]), *sys.argv[2:])))
"""


def in_django(organizer: int, tournament: str, bare: str) -> dict[str, float]:
    """Return the times of requests without a server, and of their SQL statements alone. Runs in a process of the
    site."""
    from django.conf import settings
    from django.test import Client

    from tests.forms_on_page import pressed
    from tournament.core.cache import clear_all
    from tournament.live.garbage import FullCollections
    from tournament.models import User

    settings.ALLOWED_HOSTS.append("testserver")
    database, stranger, browser = BareDatabase(bare), Client(), Client()
    browser.force_login(User.objects.get(pk=organizer))
    standings, start = f"{tournament}standings/", f"{tournament}rounds/new/"
    stranger.get(standings)
    FullCollections().start()  # as in the server, where no request waits for Python's garbage collections
    cold, cold_bare = [], []
    for _time in range(COLD):
        clear_all()
        began = time.process_time()
        page = stranger.get(standings)
        cold.append(time.process_time() - began)
        assert page.status_code == 200
        clear_all()
        statements = noted(lambda: stranger.get(standings))[1]
        began = time.process_time()
        database.seconds(statements)
        cold_bare.append(time.process_time() - began)

    clear_all()
    cpu, began = time.process_time(), time.perf_counter()
    page, reading, _seconds = noted(lambda: browser.get(start, {"way": "swiss", "seed": "7"}))
    preview = time.perf_counter() - began
    fields = pressed(page.text, start)
    began = time.perf_counter()
    answer, writing, _seconds = noted(lambda: browser.post(start, fields))
    accepted = time.perf_counter() - began
    cpu = time.process_time() - cpu
    assert answer.status_code == 302, answer.text[:2000]
    return {
        "cold": min(cold), "cold bare": min(cold_bare), "preview": preview, "start": accepted, "swiss cpu": cpu,
        "swiss bare": database.seconds([*reading, *writing]),
    }  # fmt: skip


class Load:
    """Connections that request one address as fast as they get responses."""

    def __init__(self, port: int, path: str) -> None:
        self.port = port
        head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nAccept-Language: en\r\n\r\n"
        self.request = head.encode()
        self.bytes = 0

    def run(self, seconds: float) -> float:
        """Send requests for this many seconds; return the number of responses a second."""
        counts: list[int] = []
        until = time.monotonic() + seconds
        threads = [threading.Thread(target=self._ask, args=(until, counts)) for _ in range(CONNECTIONS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return sum(counts) / seconds

    def _ask(self, until: float, counts: list[int]) -> None:
        answers = 0
        with closing(socket.create_connection(("127.0.0.1", self.port))) as connection:
            while time.monotonic() < until:
                connection.sendall(self.request)
                self._read(connection)
                answers += 1
        counts.append(answers)

    def _read(self, connection: socket.socket) -> None:
        answer = connection.recv(1_000_000)
        while b"\r\n\r\n" not in answer:
            answer += connection.recv(1_000_000)
        head, _end, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
        missing = int(fields[b"content-length"]) - len(body)
        while missing > 0:
            missing -= len(connection.recv(1_000_000))
        self.bytes = int(fields[b"content-length"])


def warm(port: int, standings: str, static: str) -> tuple[Load, Load, list[float], list[float]]:
    """Return the loads for the standings and for the static file, and for both the responses a second in each time
    slice. The slices of the two loads alternate."""
    page, file = Load(port, standings), Load(port, static)
    rates: tuple[list[float], list[float]] = ([], [])
    for load in (page, file):
        load.run(SECONDS)
    for _slice in range(SLICES):
        for load, answers in zip((page, file), rates, strict=True):
            answers.append(load.run(SECONDS))
    return page, file, *rates


def put_static_file(site: Site, folder: Path, standings: str) -> str:
    """Collect the static files, with an additional one that contains the bytes of the page, and start the server with
    them. Return the file's URL."""
    environment = {"TENBO_STATIC_ROOT": str(folder), "TENBO_SLOW_QUERY": "0"}
    subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--no-input", "-v0"],
        cwd=ROOT, env=site.environment | environment, check=True,
    )  # fmt: skip
    page = urlopen(f"http://127.0.0.1:{site.port}{standings}").read()
    (folder / "same.html").write_bytes(page)
    (folder / "same.html.gz").write_bytes(gzip.compress(page, 6))
    manifest = folder / "staticfiles.json"
    known = json.loads(manifest.read_text())
    known["paths"]["same.html"] = "same.html"
    known.pop("stats", None)
    manifest.write_text(json.dumps(known))
    site.kill()
    site.start(**environment)
    return "/static/same.html"


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        with copied_site(PREPARE, str(PLAYERS), str(ROUNDS), postgresql=False, folder=folder) as copied:
            organizer, tournament = copied.prepared
            standings = f"{tournament}standings/"
            address = put_static_file(copied.served, folder / "static", standings)
            page, file, page_rates, file_rates = warm(copied.served.port, standings, address)
            times = copied.noted.run(IN_DJANGO, str(organizer), tournament, copied.bare)
    event = f"{PLAYERS:,} players × {ROUNDS} rounds"
    yield Figure(
        part="standings",
        figure=f"Standings of {event}, cold, CPU",
        value=times["cold"],
        unit="s",
        anchor="its SQL statements alone",
        anchor_value=times["cold bare"],
        goal=0.2,
    )
    yield Figure(
        part="standings",
        figure=f"Standings of {event}, warm, requests a second",
        value=median(page_rates),
        unit="/s",
        anchor="a static file of the same size from the same server",
        anchor_value=median(file_rates),
        goal=0.8,
        goal_of="ratio",
        bound="at least",
        details={"bytes": page.bytes, "bytes of the file": file.bytes},
    )
    yield Figure(
        part="standings",
        figure=f"Starting a Swiss round after {event}: preview and start",
        value=times["preview"] + times["start"],
        unit="s",
        anchor="their SQL statements in one transaction",
        anchor_value=times["swiss bare"],
        goal=2,
        details={
            "s of the preview": round(times["preview"], 2),
            "s of the start": round(times["start"], 2),
            "s of CPU": round(times["swiss cpu"], 2),
        },
    )


if __name__ == "__main__":
    Collector().add(figures())
