"""How soon do many viewers show a hand? `python -m tests.benchmarks.bench_viewers --viewers 1000`.

Each viewer is a stranger's browser as the server knows it: a stream of news that stays open and brings the standings
along. A table records hands meanwhile, and another asks for its own page until everybody has them. One process serves
them on SQLite. The anchor is a bare server of asyncio that writes the same bytes to as many streams. Clients and server
share the machine.
"""

import argparse
import asyncio
import json
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
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
"""Seconds in which every viewer has to have the hand."""

REQUESTS_ALONE = 20
BETWEEN_REQUESTS = 0.05
AT_ONE_ADDRESS = 700
"""Viewers of one address: two connections each, below what the server takes from one."""

OPENED_AT_ONCE = 100
OTHER_FILES = 500
MOST_SECONDS = 300
"""Seconds after which no larger size is begun."""

LONGEST_LINE = 10_000_000
TO_SHOWN = {1_000: 0.5, 5_000: 2.0, 10_000: 4.0}
"""Goals: seconds until half of so many viewers show a hand."""

WORST = {1_000: 1.0}


class Viewer:
    """A browser: `shown` is the moment when it had the newest standings whole."""

    def __init__(self, number: int, port: int, path: str) -> None:
        self.local = f"127.0.{1 + number // AT_ONE_ADDRESS}.1"
        self.port, self.path = port, path
        self.shown = 0.0
        self.bytes = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def version(self) -> str:
        """The version that the page shows, which the viewers begin with."""
        reader, writer = await self._connect()
        head = f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\nAccept-Language: en\r\nConnection: close\r\n\r\n"
        writer.write(head.encode())
        page = (await reader.read()).decode()
        writer.close()
        shown = re.search(r'name="tenbo-live" content="(\d+:\d+)"', page)
        assert shown is not None, page[:500]
        return shown[1]

    async def open(self, version: str) -> None:
        self._news, self._stream = await self._connect()
        head = f"GET /live/events?t={version}&p={self.path} HTTP/1.1\r\nHost: localhost\r\nAccept-Language: en\r\n\r\n"
        self._stream.write(head.encode())
        await self._news.readuntil(b"event: hello")
        self._tasks = [asyncio.ensure_future(self._follow())]

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.local, 0), limit=LONGEST_LINE)

    async def _follow(self) -> None:
        """Lines of data are a part (id, version, address, page) or the news of a version (id, version)."""
        part = 0
        while line := await self._news.readline():
            fields = line.split()
            if line.startswith(b"data: ") and len(fields) > 3:
                part = int(fields[2])
                self.bytes = len(line)
            elif line.startswith(b"data: ") and len(fields) == 3 and part >= int(fields[2]):
                self.shown = time.monotonic()

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._stream.close()


async def watch(port: int, path: str, number: int) -> None:
    """Open the viewers, then for each line of standard input answer with how late each was after that moment."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    viewers = [Viewer(each, port, path) for each in range(number)]
    version = await viewers[0].version()
    for start in range(0, number, OPENED_AT_ONCE):
        await asyncio.gather(*(viewer.open(version) for viewer in viewers[start : start + OPENED_AT_ONCE]))
    print("open", flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        moment = float(line)
        deadline = moment + PATIENCE
        while any(viewer.shown < moment for viewer in viewers) and time.monotonic() < deadline:
            await asyncio.sleep(0.02)
        late = [round(viewer.shown - moment, 3) for viewer in viewers if viewer.shown >= moment]
        print(json.dumps([late, viewers[0].bytes]), flush=True)
    for viewer in viewers:
        viewer.close()


class Watched(NamedTuple):
    """Seconds until each viewer showed a hand, for each hand; bytes of memory a viewer; bytes of an update."""

    late: list[list[float]]
    memory: float
    size: int


@contextmanager
def viewers_of(port: int, path: str, number: int) -> Iterator[Callable[[float], tuple[list[float], int]]]:
    """Open viewers in a process of their own; yields what answers how late they were after a moment."""
    command = [sys.executable, "-m", "tests.benchmarks.bench_viewers", "--watch", str(port), path]
    command += ["--viewers", str(number)]
    clients = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert clients.stdin is not None
    assert clients.stdout is not None
    assert clients.stdout.readline() == "open\n"

    def late(moment: float) -> tuple[list[float], int]:
        clients.stdin.write(f"{moment}\n")
        clients.stdin.flush()
        seconds, size = json.loads(clients.stdout.readline())
        return seconds, size

    yield late
    clients.stdin.close()
    clients.wait(PATIENCE)


def watched(pid: int, port: int, path: str, viewers: int, record: Callable[[], float], during: "Asking") -> Watched:
    """Let so many viewers watch while hands are recorded. `record` returns the moment when it began."""
    before = memory(pid)
    all_late, size = [], 0
    with viewers_of(port, path, viewers) as late_after:
        opened = memory(pid)
        for _hand in range(HANDS):
            with during:
                late, size = late_after(record())
            all_late.append(late)
            time.sleep(1)
    return Watched(all_late, (opened - before) / viewers, size)


class Asking:
    """A context in which a table asks for its own page, again and again; `waits` are the seconds of each."""

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
    """The viewers, and the seconds of a table's requests: with nobody watching, and while a hand is on its way."""
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
    """As many streams of a server that does nothing but write so many bytes to each."""
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
    """Bytes of this process in memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096


def _record(phone: Phone) -> float:
    """Record one more hand; returns the moment when it was sent."""
    phone.close()  # the server has closed an idle connection
    fields = phone.draw(**RON)
    began = time.monotonic()
    status, page = phone.submit(fields)
    assert status in {200, 302}, page
    return began


def _ask(phone: Phone) -> float:
    """Seconds that the table's page took."""
    phone.close()
    began = time.monotonic()
    status, page = phone.ask("GET", phone.table)
    assert status == 200, page
    return time.monotonic() - began


def figures(sizes: Sequence[int] = tuple(TO_SHOWN)) -> Iterator[Figure]:
    """The figures of each size that this machine has files for and that fits into the time."""
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
    bare = measure_bare(viewers, shown.size)
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
    all_late = [seconds for hand in shown.late for seconds in hand] or [float(PATIENCE)]
    bare_late = [seconds for hand in bare.late for seconds in hand]
    missed = viewers * HANDS - sum(map(len, shown.late))
    yield Figure(
        part="viewers",
        figure=f"Until half of {viewers:,} viewers show a hand",
        value=median(all_late),
        unit="s",
        anchor="a bare server that writes the same bytes to as many streams",
        anchor_value=median(bare_late),
        goal=TO_SHOWN.get(viewers),
        details={"hands": HANDS, "not shown": missed, "bytes a viewer": shown.size},
    )
    yield Figure(
        part="viewers",
        figure=f"Until the last of {viewers:,} viewers shows a hand, the worst of {HANDS}",
        value=max(all_late) if not missed else PATIENCE,
        unit="s",
        anchor="the bare server",
        anchor_value=max(bare_late),
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
