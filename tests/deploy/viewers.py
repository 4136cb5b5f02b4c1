"""Strangers who watch the standings by https: one asyncio process with a raw TLS stream for each viewer.

`python -m tests.deploy.viewers PORT ADDRESS NUMBER`. For each line of standard input it prints the state of its
viewers. At the end of the input it prints what each viewer was shown, and when. Times are those of `time.monotonic`,
which all processes of a computer share.
"""

import asyncio
import json
import random
import re
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tests.deploy.services import WITHOUT_CERTIFICATE, allow_many_files

OPENED_IN_A_ROW = 20
AT_ONE_ADDRESS = 500
"""How many viewers share a client address, like those of a hall."""

LONGEST_LINE = 10_000_000
MOST_ERRORS = 3
"""The longest pause in seconds, on average, before a stream is opened again. The pauses grow with each error and are
randomized, as in static/js/live/stream.js."""


@dataclass
class Viewer:
    """One open page. `shown` has the versions of the standings that its streams have sent, each with its time."""

    number: int
    shown: list[tuple[int, float]] = field(default_factory=list)
    streams: int = 0
    is_open: bool = False

    @property
    def version(self) -> int:
        return self.shown[-1][0] if self.shown else 0

    async def watch(self, port: int, address: str, first: str) -> None:
        """Read a stream, and open another one after its end, with the pauses of a browser."""
        errors = 0
        while True:
            streams = self.streams
            with suppress(OSError):  # includes TimeoutError
                await self._follow(port, address, first)
            self.is_open = False
            errors = 1 if self.streams > streams else min(errors + 1, MOST_ERRORS)
            await asyncio.sleep(errors * random.uniform(0.5, 1.5))

    async def _follow(self, port: int, address: str, first: str) -> None:
        local = (f"127.0.{1 + self.number // AT_ONE_ADDRESS}.1", 0)
        async with asyncio.timeout(25):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, ssl=WITHOUT_CERTIFICATE, server_hostname="localhost", local_addr=local,
                limit=LONGEST_LINE,
            )  # fmt: skip
        try:
            writer.write(_request(port, f"/live/events?t={first}&p={address}"))
            while True:
                async with asyncio.timeout(25):  # a browser gives a stream up after this silence
                    line = await reader.readline()
                if not line:
                    return
                fields = line.split(maxsplit=4)
                if line.startswith(b"event: hello"):
                    self.is_open = True
                    self.streams += 1
                elif line.startswith(b"data: ") and len(fields) > 3:  # a part, with the version that it shows
                    self.shown.append((max(int(fields[2]), self.version), time.monotonic()))
        finally:
            writer.close()


def _request(port: int, path: str) -> bytes:
    # HTTP/1.0, so that the response is not divided into chunks.
    return f"GET {path} HTTP/1.0\r\nHost: localhost:{port}\r\nAccept-Language: en\r\n\r\n".encode()


async def _first_version(port: int, address: str) -> str:
    """Return a version older than the page's version, so that each stream begins with the page's current part."""
    reader, writer = await asyncio.open_connection("localhost", port, ssl=WITHOUT_CERTIFICATE)
    writer.write(_request(port, address))
    page = (await reader.read()).decode()
    writer.close()
    version = re.search(r'name="tenbo-live" content="(\d+):\d+"', page)
    assert version, page[:500]
    return f"{version[1]}:0"


async def _watch(port: int, address: str, number: int) -> None:
    first = await _first_version(port, address)
    viewers = [Viewer(each) for each in range(number)]
    tasks = []
    for viewer in viewers:
        tasks.append(asyncio.create_task(viewer.watch(port, address, first)))
        if viewer.number % OPENED_IN_A_ROW == 0:
            await asyncio.sleep(0.1)
    while await asyncio.to_thread(sys.stdin.readline):
        versions = [viewer.version for viewer in viewers]
        print(json.dumps([sum(viewer.is_open for viewer in viewers), min(versions), max(versions)]), flush=True)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    print(json.dumps([sum(viewer.streams for viewer in viewers), [viewer.shown for viewer in viewers]]), flush=True)


class Viewers:
    """The process of the viewers, as the trial controls it."""

    def __init__(self, port: int, address: str, number: int) -> None:
        self.number = number
        command = [sys.executable, "-m", "tests.deploy.viewers", str(port), address, str(number)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def wait_until_all_show(self, version: int, patience: float) -> float:
        """Wait until each viewer has an open stream and shows this version or a newer one, but at most `patience`
        seconds. Return the seconds that this took."""
        began = time.monotonic()
        while time.monotonic() - began < patience:
            streams, oldest, _newest = self.state()
            if streams == self.number and oldest >= version:
                break
            time.sleep(0.1)
        return time.monotonic() - began

    def state(self) -> tuple[int, int, int]:
        """Return the number of open streams, and the oldest and the newest version that a viewer shows."""
        streams, oldest, newest = self._answer("state\n")
        return streams, oldest, newest

    def end(self) -> tuple[int, list[list[tuple[int, float]]]]:
        """End the process. Return how many streams were opened, and for each viewer the versions that it was shown,
        with their times."""
        assert self._process.stdin
        self._process.stdin.close()
        streams, shown = self._answer()
        self._process.wait(30)
        return streams, shown

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(30)

    def _answer(self, question: str = "") -> Any:
        assert self._process.stdin
        assert self._process.stdout
        if question:
            self._process.stdin.write(question)
            self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


if __name__ == "__main__":
    allow_many_files()
    asyncio.run(_watch(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
