"""A server under attack, and measurements: how long a phone waits for its hands, how much memory the server uses, and
which attacks succeed."""

import json
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from tests.running_site import PREPARE, Site, site

WITH_LINKS = PREPARE.replace(
    "print(",
    """\
from datetime import timedelta
from django.utils import timezone
from tests.factories import UserFactory
from tournament.models import Membership
organizer = UserFactory(date_joined=timezone.now() - timedelta(days=30))
Membership.objects.create(tournament=round_.tournament, user=organizer, role="owner")
for hanchan in round_.hanchans.order_by("pk"):
    tables.append([hanchan.seats.first().entry.get_link(), hanchan.table.get_link()])
print(""",
)
"""`PREPARE`; after the tables, each table has a player's link and its own."""

LONGEST_WAIT = 1.0
"""Seconds that a hand may wait for its response."""

MOST_MEMORY = 1024
"""Megabytes that the server's process may use at its peak."""


class Arena:
    """One attack: its server, its measurements (`figures`), and what went wrong."""

    def __init__(self, name: str, made: Site, prepared: Any) -> None:
        self.name, self.site, self.tables = name, made, prepared
        self.root = prepared[0][1].split("tables/")[0]
        self.figures: dict[str, Any] = {}
        self.wrong: list[str] = []
        self.waits: list[float] = []
        self.memory = 0  # megabytes; 0 if the server still runs and can be measured

    def check(self, is_right: bool, otherwise: str) -> None:
        if not is_right:
            self.wrong.append(otherwise)

    @contextmanager
    def hands_meanwhile(self, pause: float = 0.2) -> Iterator[None]:
        """Record hands at the first table, in another process, `pause` seconds after each other, until the end of the
        block."""
        arguments = [sys.executable, "-m", "tests.attack.table", str(self.site.port), str(pause), *self.tables[0]]
        with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as table:
            try:
                yield
            finally:
                played, _nothing = table.communicate(timeout=60)
                self.waits, mistake = json.loads(played)
                if mistake:
                    self.wrong.append(mistake)

    def report(self) -> None:
        """Print the JSON line of this attack."""
        longest, memory = max(self.waits, default=0.0), self.memory or self.peak_memory()
        self.check(bool(self.waits), "no hand was recorded")
        self.check(longest <= LONGEST_WAIT, f"a hand waited {longest:.1f} s")
        self.check(memory <= MOST_MEMORY, f"the server took {memory} MB")
        line = {
            "attack": self.name,
            "longest_hand_s": round(longest, 2),
            "hands": len(self.waits),
            "memory_mb": memory,
            "log_kb": self.site.log.stat().st_size // 1024 if self.site.log else 0,
            **self.figures,
            "wrong": self.wrong[:5],
        }
        print(json.dumps(line), flush=True)

    def peak_memory(self) -> int:
        """Return the largest resident memory that the server's process has had so far, in megabytes."""
        assert self.site.process
        status = Path(f"/proc/{self.site.process.pid}/status").read_text(encoding="ascii")
        peak = re.search(r"VmHWM:\s+(\d+) kB", status)
        assert peak
        return int(peak[1]) // 1024


@contextmanager
def arena(
    name: str,
    tables: int = 4,
    prepare: str = PREPARE,
    most_files: int = 0,
    kind: type[Site] = Site,
    **environment: str,
) -> Iterator[Arena]:
    """Yield a new server of this kind with this many tables. The server may open `most_files` files; 0 means as many as
    this process.

    At the end of the block the report is printed. The list `wrong` says what went wrong.
    """
    with tempfile.TemporaryDirectory() as folder, site(Path(folder), kind=kind) as made:
        made.most_files = most_files
        made.log = Path(folder) / "log"
        prepared = made.run(prepare, str(tables))
        made.start(**environment)
        field = Arena(name, made, prepared)
        yield field
        field.report()


class Browser:
    """A stranger's browser with cookies. It opens a new connection for each request, and gives up after `patience`
    seconds."""

    def __init__(self, port: int, session: str = "", host: str = "127.0.0.1", patience: float = 60) -> None:
        self.port, self.host, self.patience = port, host, patience
        self.cookies = {"sessionid": session} if session else {}

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        return self.ask("GET", path, headers=headers)

    def post(self, path: str, fields: dict[str, Any]) -> tuple[int, str]:
        """Submit a form with the CSRF token of an earlier page. If there is no token yet, the page at this path is read
        first."""
        if "csrftoken" not in self.cookies:
            self.get(path)
        token = {"csrfmiddlewaretoken": self.cookies.get("csrftoken", "")}
        return self.ask("POST", path, urlencode(token | fields, doseq=True))

    def upload(self, path: str, field: str, filename: str, content: bytes) -> tuple[int, str]:
        """Submit a form with one file, as `multipart/form-data`, with the CSRF token of an earlier page."""
        boundary = uuid4().hex
        token = f'--{boundary}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n'
        token += f"{self.cookies['csrftoken']}\r\n"
        file = f'--{boundary}\r\nContent-Disposition: form-data; name="{field}"; filename="{filename}"\r\n\r\n'
        body = (token + file).encode() + content + f"\r\n--{boundary}--\r\n".encode()
        return self.ask("POST", path, body, {"Content-Type": f"multipart/form-data; boundary={boundary}"})

    def ask(
        self, method: str, path: str, body: str | bytes | None = None, headers: dict[str, str] | None = None
    ) -> Any:
        """Send a request and return the status and the page of the response. The status is 0 if the connection was
        refused or dropped."""
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} | (headers or {})
        if body is not None:
            sent.setdefault("Content-Type", "application/x-www-form-urlencoded")
        connection = HTTPConnection("127.0.0.1", self.port, timeout=self.patience, source_address=(self.host, 0))
        try:
            connection.request(method, path, body, sent)
            response = connection.getresponse()
            page = response.read().decode(errors="replace")
        except (OSError, HTTPException):
            return 0, ""
        finally:
            connection.close()
        for name, morsel in SimpleCookie(", ".join(response.headers.get_all("Set-Cookie", []))).items():
            self.cookies[name] = morsel.value
        return response.status, page


def at_once(how_many: int, do: Callable[[int], Any]) -> list[Any]:
    """Call `do` in parallel with the numbers from 0 to `how_many` - 1, and return the results."""
    start = threading.Barrier(how_many)

    def begin(n: int) -> Any:
        start.wait(30)
        return do(n)

    with ThreadPoolExecutor(how_many) as threads:
        return list(threads.map(begin, range(how_many)))
