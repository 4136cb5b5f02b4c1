"""Runs Tenbo as an operator does: in a separate process, with a new database and the default settings."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

# Runs in a process of the site: creates a round with tables of four players, each with a session that has opened the
# table's link.
PREPARE = """
import json, sys
import django; django.setup()
from importlib import import_module
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from tests.factories import HanchanFactory, RoundFactory
from tournament.core.requests import SESSION_TABLES
# Tables from the models, as pytest's --nomigrations makes them: the migrations take seconds. They count as done.
settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
call_command("migrate", run_syncdb=True, verbosity=0)
settings.MIGRATION_MODULES = {}
call_command("migrate", fake=True, verbosity=0)
round_, tables = RoundFactory(), []
for number in range(1, int(sys.argv[1]) + 1):
    hanchan = HanchanFactory(round=round_, table__number=number)
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_TABLES] = {str(hanchan.table_id): hanchan.table.link_nonce}
    session.save()
    slug = round_.tournament.slug
    tables.append([session.session_key, f"/t/{slug}/tables/{number}/", f"/t/{slug}/hanchans/{hanchan.pk}/"])
print(json.dumps(tables))
"""

# Replays every hanchan. Prints the keys of all hands, and where the database differs from the rules.
REPLAY = """
import json
import django; django.setup()
from tournament.models import Hanchan, LogEntry
from tournament.games.queries.game import load_games
keys, wrong = [], []
for game in load_games(Hanchan.objects.all()):
    keys += [str(hand.key) for hand in game.hands]
    for number, (hand, played) in enumerate(zip(game.hands, game.played, strict=True), 1):
        said = (hand.number, hand.deltas, hand.to_table, hand.dealer, hand.honba)
        before, moved = played.before, played.settlement
        replayed = (number, moved.deltas, moved.to_table, before.dealer, before.honba)
        if said != replayed:
            wrong.append([game.hanchan.pk, said, replayed])
    if game.hanchan.revision != len(game.hands):
        wrong.append([game.hanchan.pk, "revision", game.hanchan.revision])
numbers = list(LogEntry.objects.values_list("number", flat=True))
if numbers != list(range(1, len(keys) + 1)):
    wrong.append(["log", numbers])
print(json.dumps([keys, wrong]))
"""


# Runs each command line in a fork of this process, which has read the settings and imported every view. Prints the exit
# status and the output of each command.
COMMANDS = """
import json, os, sys, tempfile
from shlex import split
import django; django.setup()
import tournament.urls
from tournament.management.running import run_command
ended = []
for command in sys.argv[1:]:
    with tempfile.TemporaryFile() as said:
        if not (child := os.fork()):
            for stream in (1, 2):
                os.dup2(said.fileno(), stream)
            run_command(["manage.py", *split(command)])
            sys.exit()
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        said.seek(0)
        ended.append([status, said.read().decode()])
print(json.dumps(ended))
"""


class Site:
    """A site in a process. `var` is its TENBO_VAR; its database is the one at `database_url` or, if that is empty,
    SQLite in `var`."""

    def __init__(self, var: Path, database_url: str = "", application: str = "tournament.asgi:application") -> None:
        bare = {name: value for name, value in os.environ.items() if not name.startswith(("TENBO_", "DATABASE_"))}
        self.environment = bare | {"TENBO_VAR": str(var), "DJANGO_SETTINGS_MODULE": "tournament.settings"}
        if database_url:
            self.environment["DATABASE_URL"] = database_url
        self.application = application
        self.port = free_port()
        self.log: Path | None = None  # the file for the server's output; None for the terminal
        self.most_files = 0  # limit of open files; 0 for the limit of this process
        self.process: subprocess.Popen[bytes] | None = None

    def run(self, code: str, *arguments: str) -> Any:
        """Run this code in a process of the site, and return the JSON that the code prints."""
        said = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, text=True, check=True,
        ).stdout  # fmt: skip
        return json.loads(said)

    @property
    def command(self) -> list[str]:
        """The command that starts the server."""
        return [
            *(sys.executable, "-m", "uvicorn", self.application, "--port", str(self.port)),
            *("--http", "tournament.live.connections:GuardedProtocol", "--backlog", "128"),
            *("--loop", "tournament.live.limits.listening:Loop"),
            *("--log-level", "warning"),
        ]

    def start(self, **environment: str) -> None:
        """Start the server, and return after it has answered a first request."""
        with ExitStack() as files:
            log = files.enter_context(self.log.open("ab")) if self.log else None
            self.process = subprocess.Popen(
                [
                    *(["prlimit", f"--nofile={self.most_files}"] if self.most_files else []),
                    *self.command,
                ],
                cwd=ROOT, env=self.environment | environment, stdout=log, stderr=log,
            )  # fmt: skip
        deadline = time.monotonic() + 60
        while not self.answers():
            assert self.process.poll() is None, "the server did not start"
            assert time.monotonic() < deadline, "the server does not answer"
            time.sleep(0.02)

    def answers(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def kill(self) -> None:
        """Kill the server at once (SIGKILL), as a power cut or the kernel would."""
        if self.process:
            self.process.send_signal(signal.SIGKILL)
            self.died()

    def died(self) -> None:
        """Wait for the end of a server that kills itself with SIGKILL."""
        assert self.process
        assert self.process.wait(30) == -signal.SIGKILL
        self.process = None


@contextmanager
def site(*arguments: Any, kind: type[Site] = Site, **named: Any) -> Iterator[Any]:
    """Yield a site, and kill its server at the end of the block, even after an error."""
    made = kind(*arguments, **named)
    try:
        yield made
    finally:
        if made.process and made.process.poll() is None:
            made.kill()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
