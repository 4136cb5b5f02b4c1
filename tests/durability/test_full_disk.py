"""PostgreSQL's disk is full: /readyz and the doctor say so, and the site goes on as soon as there is room."""

import os
import subprocess
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.databases import chosen_database
from tests.durability.postgresql import server
from tests.durability.test_backup import manage
from tests.durability.test_failover import wait_until_ready
from tests.durability.test_restart import ask
from tests.phone import Phone
from tests.running_site import PREPARE, site
from tournament.core.queries.health import GOOD_FOR

pytestmark = [
    pytest.mark.database,
    pytest.mark.skipif(chosen_database() != "postgresql", reason="about PostgreSQL"),
    pytest.mark.slow,
]

HAND = {"winner": "0", "discarder": "2", "value": "1-30"}


@contextmanager
def small_disk():
    """A disk of its own in memory."""
    with tempfile.TemporaryDirectory(prefix="tenbo-") as name:
        command = ["mount", "-t", "tmpfs", "-o", "size=250m", "tmpfs", name]
        if os.name != "posix" or os.geteuid() or subprocess.run(command, check=False).returncode:
            pytest.skip("nothing can be mounted here")
        try:
            yield Path(name)
        finally:
            subprocess.run(["umount", "--lazy", name], check=True)


def fill(disk):
    """Write until nothing more fits; return the file that has to be removed to make room."""
    path = disk / "fill"
    with suppress(OSError), path.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    return path


def test_a_full_disk_is_said_until_there_is_room(tmp_path):
    with (
        small_disk() as disk,
        server(disk) as postgresql,
        site(tmp_path, postgresql.url) as made,
    ):
        tables = made.run(PREPARE, "1")
        made.start()
        phone = Phone(made.port, *tables[0])
        well = ask(made.port, "/readyz")
        in_the_way = fill(disk)
        time.sleep(GOOD_FOR)
        full = ask(made.port, "/readyz")
        page = ask(made.port)
        doctor = manage(made, "doctor")
        in_the_way.unlink()
        wait_until_ready(made.port)
        recorded = phone.submit(phone.draw(**HAND))
        phone.close()
        verified = manage(made, "verify")

    assert well[0] == 200
    assert full[:2] == (503, "database cannot be written: is its disk full, or a lock held?\n")
    assert page[0] == 200
    assert "wrong: Nothing can be recorded" in doctor[1]
    assert recorded[0] == 302
    assert verified[0] == 0, verified[1]
