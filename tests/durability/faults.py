"""Faults of a running site: each function begins a fault, and returns when the fault is over."""

import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import psycopg

from tests.durability.postgresql import Server
from tests.running_site import Site

FEW_FILES = 48
"""A limit of open files that is hardly more than the server needs without clients."""

Fault = Callable[[], None]


class Faults:
    """The faults of one site. `postgresql` is the server of its database, None on SQLite."""

    def __init__(self, site: Site, folder: Path, postgresql: Server | None, random: Random) -> None:
        self.site, self.folder, self.postgresql, self.random = site, folder, postgresql, random

    def all(self) -> list[Fault]:
        of_every_site = [self.server_killed, self.server_stopped, self.computer_asleep, self.few_files]
        if self.postgresql:
            return [*of_every_site, self.database_stopped, self.database_crashed, self.connections_terminated]
        return [*of_every_site, self.disk_full, self.file_locked]

    def server_killed(self) -> None:
        self.site.kill()
        self._wait(1)
        self.site.start()

    def server_stopped(self) -> None:
        self._stop()
        self.site.start()

    def computer_asleep(self) -> None:
        os.kill(self._pid, signal.SIGSTOP)
        self._wait(5)
        os.kill(self._pid, signal.SIGCONT)

    def few_files(self) -> None:
        self._stop()
        self.site.most_files = FEW_FILES
        self.site.start()
        self._wait(3)
        self._stop()
        self.site.most_files = 0
        self.site.start()

    def disk_full(self) -> None:
        """Simulate a full disk: no file may grow, but existing parts of a file may be overwritten."""
        largest = max(file.stat().st_size for file in self.folder.rglob("*") if file.is_file())
        self._limit_files(f"{largest}:unlimited")
        self._wait(3)
        self._limit_files("unlimited:unlimited")

    def file_locked(self) -> None:
        """Let another program lock the database file, sometimes longer than any request waits."""
        with closing(sqlite3.connect(self.folder / "tenbo.sqlite3", timeout=20, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            self._wait(25)
            other.execute("ROLLBACK")

    def database_stopped(self) -> None:
        assert self.postgresql
        self.postgresql.stop()
        self._wait(5)
        self.postgresql.start()

    def database_crashed(self) -> None:
        assert self.postgresql
        self.postgresql.stop("immediate")
        self.postgresql.start()

    def connections_terminated(self) -> None:
        assert self.postgresql
        with psycopg.connect(self.postgresql.url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
            )

    @property
    def _pid(self) -> int:
        assert self.site.process
        return self.site.process.pid

    def _stop(self) -> None:
        assert self.site.process
        self.site.process.terminate()
        self.site.process.wait(60)

    def _limit_files(self, size: str) -> None:
        subprocess.run(["prlimit", "--pid", str(self._pid), f"--fsize={size}"], check=True)

    def _wait(self, longest: float) -> None:
        time.sleep(self.random.uniform(0.1, longest))
