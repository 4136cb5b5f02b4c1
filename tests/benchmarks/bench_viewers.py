"""How soon do many viewers show a hand? `python -m tests.benchmarks.bench_viewers --viewers 1000`.

Each viewer is a stranger's browser as the server knows it: a stream of news that stays open and brings the standings
along; with `--fetch` a browser that asks for them on another connection when it hears of a change. A table records
hands meanwhile. Prints one JSON line:
seconds from the hand's answer until the viewers have the new standings whole, how long recording took, and the memory
that the server used for each viewer. Clients and server share the machine.
"""

import argparse
import asyncio
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from tests.phone import Phone
from tests.running_site import PREPARE, site

RON = {"winner": "1", "discarder": "2", "value": "3-30"}
HANDS = 6
PATIENCE = 60
"""Seconds in which every viewer has to have the hand."""

AT_ONE_ADDRESS = 700
"""Viewers of one address: two connections each, below what the server takes from one."""

OPENED_AT_ONCE = 100

LONGEST_LINE = 10_000_000


class Viewer:
    """A browser: `shown` is the moment when it had the newest standings whole."""

    def __init__(self, number: int, port: int, path: str, *, fetches: bool) -> None:
        self.fetches = fetches
        self.local = f"127.0.{1 + number // AT_ONE_ADDRESS}.1"
        self.port, self.path = port, path
        self.shown = 0.0
        self.bytes = 0
        self.failures = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        page = await self._fetch("")
        followed = re.search(r'name="tenbo-live" content="(\d+):(\d+)"', page)
        assert followed is not None, page[:500]
        self._version = ":".join(followed.groups())
        self._news, stream = await self._connect()
        part = "" if self.fetches else f"&p={self.path}"
        head = f"GET /live/events?t={self._version}{part} HTTP/1.1\r\nHost: localhost\r\nAccept-Language: en\r\n\r\n"
        stream.write(head.encode())
        await self._news.readuntil(b"event: hello")
        self._tasks = [asyncio.ensure_future(self._follow())]
        self._stream = stream

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.local, 0), limit=LONGEST_LINE)

    async def _follow(self) -> None:
        part = 0
        while line := await self._news.readline():
            fields = line.split()
            if line.startswith(b"data: ") and len(fields) > 3:
                part = int(fields[2])
                self.bytes = len(line)
            elif line.startswith(b"data: ") and len(fields) == 3:
                if part >= int(fields[2]):
                    self.shown = time.monotonic()
                    continue
                try:
                    await self._fetch(f"{int(fields[1])}:{int(fields[2])}")
                except (OSError, AssertionError, asyncio.IncompleteReadError):
                    self.failures += 1
                else:
                    self.shown = time.monotonic()

    async def _fetch(self, shown: str) -> str:
        """The standings; with a version as a live page fetches them anew."""
        refresh = f"HX-Request: true\r\nTenbo-Shown: {self._version}\r\n" if shown else ""
        encoding = "gzip" if shown else "identity"
        reader, writer = await self._connect()  # the server has closed an idle one
        try:
            writer.write(
                f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: {encoding}\r\n"
                f"Accept-Language: en\r\n{refresh}\r\n".encode()
            )
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200"), head
            length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
            assert length is not None, head
            body = await reader.readexactly(int(length[1]))
        finally:
            writer.close()
        self.bytes = len(head) + len(body)
        self._version = shown or ""
        return "" if shown else body.decode()

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._stream.close()


async def watch(port: int, path: str, number: int, *, fetches: bool) -> None:
    """Open the viewers; then for each line of standard input answer with how late each was after that moment."""
    viewers = [Viewer(each, port, path, fetches=fetches) for each in range(number)]
    for start in range(0, number, OPENED_AT_ONCE):
        await asyncio.gather(*(viewer.open() for viewer in viewers[start : start + OPENED_AT_ONCE]))
    print("open", flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        moment = float(line)
        deadline = moment + PATIENCE
        while any(viewer.shown < moment for viewer in viewers) and time.monotonic() < deadline:
            await asyncio.sleep(0.02)
        late = [round(viewer.shown - moment, 3) for viewer in viewers if viewer.shown >= moment]
        print(json.dumps([late, sum(viewer.failures for viewer in viewers), viewers[0].bytes]), flush=True)
    for viewer in viewers:
        viewer.close()


def memory(pid: int) -> int:
    """Bytes of this process in memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096


def main(viewers: int, tables: int, *, fetches: bool) -> dict[str, Any]:
    var = Path(tempfile.mkdtemp(prefix="tenbo-viewers-"))
    with site(var) as served:
        prepared = served.run(PREPARE, str(tables))
        served.start()
        assert served.process is not None
        phone = Phone(served.port, *prepared[0])
        alone = [_record(phone)[1] for _ in range(HANDS)]
        before = memory(served.process.pid)
        path = prepared[0][1].split("tables/")[0] + "standings/"
        command = [sys.executable, "-m", __spec__.name, "--watch", str(served.port), path, "--viewers", str(viewers)]
        command += ["--fetch"] if fetches else []
        clients = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert clients.stdin is not None
        assert clients.stdout is not None
        assert clients.stdout.readline() == "open\n"
        opened = memory(served.process.pid)
        late: list[list[float]] = []
        waits = []
        failures = size = 0
        for _ in range(HANDS):
            moment, wait = _record(phone)
            waits.append(wait)
            clients.stdin.write(f"{moment}\n")
            clients.stdin.flush()
            seconds, failures, size = json.loads(clients.stdout.readline())
            late.append(seconds)
            time.sleep(1)
        clients.stdin.close()
        clients.wait(PATIENCE)
        phone.close()
    shutil.rmtree(var, ignore_errors=True)
    return {
        "viewers": viewers,
        "pushed": not fetches,
        "tables": tables,
        "hands": HANDS,
        "missed": viewers * HANDS - sum(map(len, late)),
        "failed fetches": failures,
        "median seconds to shown": round(median(seconds for each in late for seconds in each), 3),
        "worst of each hand": [max(each, default=None) for each in late],
        "99 % of each hand": [round(quantiles(each, n=100)[-1], 3) for each in late],
        "bytes an update": size,
        "kB of memory a viewer": round((opened - before) / viewers / 1000, 1),
        "median ms to record, alone": round(1000 * median(alone)),
        "median ms to record, watched": round(1000 * median(waits)),
    }


def _record(phone: Phone) -> tuple[float, float]:
    """One more hand: when its answer came, and how many seconds that took."""
    phone.close()  # the server has closed an idle connection
    fields = phone.draw(**RON)
    began = time.monotonic()
    status, page = phone.submit(fields)
    answered = time.monotonic()
    assert status in {200, 302}, page
    return began, answered - began


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, default=1_000)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument(
        "--fetch", action="store_true", help="ask for the standings, as a browser that is pushed nothing"
    )
    parser.add_argument("--watch", nargs=2, metavar=("PORT", "PATH"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.watch:
        asyncio.run(watch(int(options.watch[0]), options.watch[1], options.viewers, fetches=options.fetch))
    else:
        print(json.dumps(main(options.viewers, options.tables, fetches=options.fetch)))
