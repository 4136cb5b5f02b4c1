"""Measures how soon many viewers show a hand: `python -m tests.benchmarks.bench_viewers --viewers 1000`.

A viewer behaves like a stranger's browser with the standings: it keeps a stream open, which announces changes and sends
the new standings. Like the page's script (`static/js/live/`), a viewer requests the standings itself if the stream has
only announced them, and opens a stream again after its end. Meanwhile one table records hands, and another table
requests its own page until all viewers show the hand. One process serves all of them, with SQLite. The anchor is a bare
asyncio server that writes the same bytes to as many streams. Clients and server run on the same machine.
"""

import argparse
import asyncio
import json
import random
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.benchmarks.figures import Collector, Figure
from tests.phone import Phone
from tests.running_site import PREPARE, free_port, site

RON = {"winner": "1", "discarder": "2", "value": "3-30"}
HANDS = 5
PATIENCE = 60
"""Seconds within which every viewer must show the hand."""

REQUESTS_ALONE = 20
BETWEEN_REQUESTS = 0.05
AT_ONE_ADDRESS = 700
"""Viewers for each client address. A viewer has at most two connections, so this stays below the server's limit for one
network."""

OPENED_AT_ONCE = 100
OTHER_FILES = 500
MOST_SECONDS = 300
"""Seconds after which no measurement with more viewers is begun."""

LONGEST_LINE = 10_000_000
TO_SHOWN = {1_000: 0.5, 5_000: 2.0, 10_000: 4.0}
"""Goals, by the number of viewers: seconds until half of the viewers show a hand."""

WORST = {1_000: 1.0}


class Viewer:
    """A simulated browser. `shown` is when it had the newest complete standings (`time.monotonic`), `requested` how
    often it requested the standings itself, and `reopened` how often it opened its stream again."""

    requested = 0
    reopened = 0

    def __init__(self, number: int, port: int, path: str) -> None:
        self.local = f"127.0.{1 + number // AT_ONE_ADDRESS}.1"
        self.port, self.path = port, path
        self.shown = 0.0
        self.bytes = 0
        self._part = 0
        self._following: asyncio.Task[None] | None = None

    async def page(self, *headers: str) -> str:
        """Request the page as a browser does, and return the response."""
        reader, writer = await self._connect()
        lines = [f"GET {self.path} HTTP/1.1", "Host: localhost", "Accept-Language: en", "Connection: close", *headers]
        writer.write("\r\n".join([*lines, "", ""]).encode())
        page = (await reader.read()).decode()
        writer.close()
        return page

    async def open(self, version: str) -> None:
        """Open the stream for changes after this version (written "tournament's id:version"), and read it in the
        background."""
        self._version = version
        await self._open()
        self._following = asyncio.ensure_future(self._follow())

    async def _open(self) -> None:
        self._news, self._stream = await self._connect()
        lines = [f"GET /live/events?t={self._version}&p={self.path} HTTP/1.1", "Host: localhost", "Accept-Language: en"]
        self._stream.write("\r\n".join([*lines, "", ""]).encode())
        await self._news.readuntil(b"event: hello")

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.local, 0), limit=LONGEST_LINE)

    async def _follow(self) -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):  # the connection was dropped, or refused
                if self._stream.is_closing():
                    await self._open()
                await self._read()
            self.reopened += 1
            self._stream.close()
            await asyncio.sleep(random.uniform(0.5, 1.5))  # a random pause, as in the page's script

    async def _read(self) -> None:
        """Read the stream. A line of data is either a part (tournament's id, version, URL, page) or the announcement of
        a version (id, version)."""
        while line := await self._news.readline():
            fields = line.split()
            if line.startswith(b"data: ") and len(fields) > 3:
                self._part = int(fields[2])
                self.bytes = len(line)
            elif line.startswith(b"data: ") and len(fields) == 3:
                self._version = f"{int(fields[1])}:{int(fields[2])}"
                if self._part < int(fields[2]):
                    await self._request()
                self.shown = time.monotonic()

    async def _request(self) -> None:
        """Request the newest standings; if the server refuses, try again after two seconds."""
        self.requested += 1
        while not (await self.page("HX-Request: true", "Tenbo-Shown: ")).startswith("HTTP/1.1 200 "):
            await asyncio.sleep(2)

    def close(self) -> None:
        if self._following is not None:
            self._following.cancel()
        self._stream.close()


async def version_of(viewer: Viewer) -> str:
    """Return the version that the page shows; the viewers' streams begin with it."""
    page = await viewer.page()
    shown = re.search(r'name="tenbo-live" content="(\d+:\d+)"', page)
    assert shown is not None, page[:500]
    return shown[1]


async def watch(port: int, path: str, number: int) -> None:
    """Open the viewers. For each line of standard input, which is a time, print how many seconds later each viewer
    showed a hand."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    viewers = [Viewer(each, port, path) for each in range(number)]
    version = await version_of(viewers[0])
    for start in range(0, number, OPENED_AT_ONCE):
        await asyncio.gather(*(viewer.open(version) for viewer in viewers[start : start + OPENED_AT_ONCE]))
    print("open", flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        moment = float(line)
        deadline = moment + PATIENCE
        while any(viewer.shown < moment for viewer in viewers) and time.monotonic() < deadline:
            await asyncio.sleep(0.02)
        late = [round(viewer.shown - moment, 3) for viewer in viewers if viewer.shown >= moment]
        requested, reopened = sum(each.requested for each in viewers), sum(each.reopened for each in viewers)
        print(json.dumps([late, viewers[0].bytes, requested, reopened]), flush=True)
    for viewer in viewers:
        viewer.close()


class Hand(NamedTuple):
    """How a hand reached the viewers: the seconds until each viewer showed it, the bytes of the update, and the totals
    so far of `Viewer.requested` and `Viewer.reopened`."""

    late: list[float]
    size: int
    requested: int
    reopened: int


class Watched(NamedTuple):
    """The measured hands, and the bytes of memory that the server needs for each viewer."""

    hands: list[Hand]
    memory: float

    @property
    def late(self) -> list[float]:
        return [seconds for hand in self.hands for seconds in hand.late]


@contextmanager
def viewers_of(port: int, path: str, number: int) -> Iterator[Callable[[float], Hand]]:
    """Open viewers in a separate process. Yield a function that waits until all viewers show a hand that was recorded
    at this moment, and returns how late they were."""
    command = [sys.executable, "-m", "tests.benchmarks.bench_viewers", "--watch", str(port), path]
    command += ["--viewers", str(number)]
    clients = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert clients.stdin is not None
    assert clients.stdout is not None
    assert clients.stdout.readline() == "open\n"

    def shown_after(moment: float) -> Hand:
        clients.stdin.write(f"{moment}\n")
        clients.stdin.flush()
        return Hand(*json.loads(clients.stdout.readline()))

    yield shown_after
    clients.stdin.close()
    clients.wait(PATIENCE)


def watched(pid: int, port: int, path: str, viewers: int, record: Callable[[], float], during: "Asking") -> Watched:
    """Record hands while this many viewers watch. `record` records a hand and returns the moment when it began."""
    before = memory(pid)
    hands = []
    with viewers_of(port, path, viewers) as shown_after:
        opened = memory(pid)
        for _hand in range(HANDS):
            with during:
                hands.append(shown_after(record()))
            time.sleep(1)
    return Watched(hands, (opened - before) / viewers)


class Asking:
    """A context manager during which a table requests its own page again and again; `waits` are the seconds of each
    request."""

    def __init__(self, ask: Callable[[], float]) -> None:
        self.waits: list[float] = []
        self._ask = ask
        self._over = threading.Event()

    def __enter__(self) -> None:
        self._over.clear()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        while not self._over.wait(BETWEEN_REQUESTS):
            self.waits.append(self._ask())

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._thread.join()


def measure(viewers: int) -> tuple[Watched, list[float], list[float]]:
    """Return the results of the viewers, and the seconds of a table's requests: without viewers, and while the viewers
    get a hand."""
    with tempfile.TemporaryDirectory() as folder, site(Path(folder)) as served:
        prepared = served.run(PREPARE, "10")
        served.start(TENBO_SLOW_QUERY="0")
        playing, asking = Phone(served.port, *prepared[0]), Phone(served.port, *prepared[1])
        path = prepared[0][1].split("tables/")[0] + "standings/"
        for _hand in range(2):
            _record(playing)
        alone = [_ask(asking) for _ in range(REQUESTS_ALONE)]
        during = Asking(lambda: _ask(asking))
        shown = watched(served.process.pid, served.port, path, viewers, lambda: _record(playing), during)
    return shown, alone, during.waits


def measure_bare(viewers: int, size: int) -> Watched:
    """Measure the same number of streams of a server that only writes `size` bytes to each."""
    port = free_port()
    server = subprocess.Popen([sys.executable, "-m", "tests.benchmarks.bare_streams", str(port), str(size)])
    try:
        _wait_for(port)
        return watched(server.pid, port, "/t/", viewers, lambda: _publish(port), Asking(lambda: 0.0))
    finally:
        server.kill()
        server.wait()


def _wait_for(port: int) -> None:
    for _attempt in range(100):
        try:
            HTTPConnection("127.0.0.1", port, timeout=1).connect()
        except OSError:
            time.sleep(0.1)
        else:
            return


def _publish(port: int) -> float:
    began = time.monotonic()
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("POST", "/")
    connection.getresponse().read()
    connection.close()
    return began


def memory(pid: int) -> int:
    """Return the resident memory of this process, in bytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096


def _record(phone: Phone) -> float:
    """Record one more hand; return the moment when it was sent."""
    phone.close()  # the server has closed the idle connection
    fields = phone.draw(**RON)
    began = time.monotonic()
    status, page = phone.submit(fields)
    assert status in {200, 302}, page
    return began


def _ask(phone: Phone) -> float:
    """Request the table's page; return the seconds that this took."""
    phone.close()
    began = time.monotonic()
    status, page = phone.ask("GET", phone.table)
    assert status == 200, page
    return time.monotonic() - began


def figures(sizes: Sequence[int] = tuple(TO_SHOWN)) -> Iterator[Figure]:
    """Yield the figures for each number of viewers, as long as this machine allows enough open files and the time
    suffices."""
    most_files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    taken, each = 0.0, 0.0
    for viewers in sizes:
        if viewers + OTHER_FILES > most_files or taken + each * viewers > MOST_SECONDS:
            print(f"{viewers:,} viewers were not measured: {most_files:,} files, {taken:.0f} s so far", file=sys.stderr)
            return
        began = time.monotonic()
        yield from _figures_of(viewers)
        taken += time.monotonic() - began
        each = (time.monotonic() - began) / viewers


def _figures_of(viewers: int) -> Iterator[Figure]:
    shown, alone, meanwhile = measure(viewers)
    bare = measure_bare(viewers, shown.hands[-1].size)
    yield from _figures(viewers, shown, bare)
    yield Figure(
        part="viewers",
        figure=f"A table's request while {viewers:,} viewers are sent a hand",
        value=1000 * median(meanwhile or alone),
        unit="ms",
        anchor="its request with nobody watching",
        anchor_value=1000 * median(alone),
        goal=1.5,
        goal_of="ratio",
        details={"requests": len(meanwhile), "longest ms": round(1000 * max(meanwhile, default=0))},
    )


def _figures(viewers: int, shown: Watched, bare: Watched) -> Iterator[Figure]:
    all_late = shown.late or [float(PATIENCE)]
    last = shown.hands[-1]
    missed = viewers * HANDS - len(shown.late)
    details = {"hands": HANDS, "not shown": missed, "requested by viewers": last.requested}
    details |= {"streams opened again": last.reopened, "bytes a viewer": last.size}
    yield Figure(
        part="viewers",
        figure=f"Until half of {viewers:,} viewers show a hand",
        value=median(all_late),
        unit="s",
        anchor="a bare server that writes the same bytes to as many streams",
        anchor_value=median(bare.late),
        goal=TO_SHOWN.get(viewers),
        details=details,
    )
    yield Figure(
        part="viewers",
        figure=f"Until the last of {viewers:,} viewers shows a hand, the worst of {HANDS}",
        value=max(all_late) if not missed else PATIENCE,
        unit="s",
        anchor="the bare server",
        anchor_value=max(bare.late),
        goal=WORST.get(viewers),
    )
    yield Figure(
        part="viewers",
        figure=f"Memory for each of {viewers:,} viewers",
        value=shown.memory / 1000,
        unit="kB",
        anchor="the bare server",
        anchor_value=bare.memory / 1000,
        goal=30,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, default=1_000)
    parser.add_argument("--watch", nargs=2, metavar=("PORT", "PATH"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.watch:
        asyncio.run(watch(int(options.watch[0]), options.watch[1], options.viewers))
    else:
        Collector().add(figures([options.viewers]))
