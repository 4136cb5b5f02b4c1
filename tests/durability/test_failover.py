"""PostgreSQL's first server dies, and its replica is promoted: the site goes on, with the same DATABASE_URL."""

import shutil
import time
from contextlib import contextmanager
from urllib.parse import quote

import psycopg
import pytest

from tests.databases import chosen_database
from tests.durability.postgresql import Server, server
from tests.durability.test_backup import manage
from tests.durability.test_restart import ask
from tests.phone import NO_ANSWER, Phone
from tests.running_site import PREPARE, REPLAY, site

pytestmark = [
    pytest.mark.database,
    pytest.mark.long,
    pytest.mark.skipif(chosen_database() != "postgresql", reason="about PostgreSQL"),
]

HAND = {"winner": "0", "discarder": "2", "value": "1-30"}
PATIENCE = 60


@contextmanager
def replica_of(first):
    """A server that repeats the first one, as docs/operator.md makes it."""
    folder = first.folder.with_name(f"{first.folder.name}-replica")
    second = Server.__new__(Server)
    second.bin, second.folder = first.bin, folder
    first.run("pg_basebackup", "--host", first.folder, "-U", "postgres", "-D", folder, "--write-recovery-conf")
    (folder / ".s.PGSQL.5432.lock").unlink()  # of the first server's socket, which stands among its data
    settings = folder / "postgresql.auto.conf"
    settings.write_text(settings.read_text().replace(f"_directories = '{first.folder}'", f"_directories = '{folder}'"))
    second.start()
    try:
        yield second
    finally:
        second.stop("immediate")
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def stopped(first):
    """The first server is dead in this block; its own context expects it to run at the end."""
    first.stop("immediate")
    try:
        yield
    finally:
        first.start()


def test_no_hand_is_lost_when_the_replica_takes_over(tmp_path):
    with server() as first, replica_of(first) as second:
        hosts = ",".join(quote(str(each.folder), safe="") for each in (first, second))
        url = f"postgresql://postgres@{hosts}/postgres?target_session_attrs=read-write"
        with site(tmp_path, url) as made:
            tables = made.run(PREPARE, "1")
            made.start()
            phone = Phone(made.port, *tables[0])
            submitted = [phone.draw(**HAND)]
            assert phone.submit(submitted[0])[0] == 302
            wait_until_the_replica_has(first, second)

            phone.close()
            with stopped(first):
                health = ask(made.port, "/readyz")
                in_between = ask(made.port)
                second.run("pg_ctl", "promote", "-w", "-D", second.folder)
                wait_until_ready(made.port)
                for _ in range(2):
                    submitted.append(phone.draw(**HAND))
                    assert phone.submit(submitted[-1])[0] == 302
                phone.close()
                keys, wrong_rows = made.run(REPLAY)
                verified = manage(made, "verify")
                made.kill()

    assert health[0] == 503
    assert in_between[0] == 503
    assert "What was confirmed before is safe." in in_between[1]
    assert (len(keys), wrong_rows) == (len(submitted), [])
    assert verified[0] == 0, verified[1]
    assert "No differences" in verified[1]


def wait_until_the_replica_has(first, second):
    """What the first server has written so far."""
    with psycopg.connect(first.url) as database:
        (written,) = database.execute("SELECT pg_current_wal_lsn()").fetchone()
    address = f"postgresql://postgres@{quote(str(second.folder), safe='')}/postgres"
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with psycopg.connect(address) as database:
            if database.execute("SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn", [written]).fetchone()[0]:
                return
        time.sleep(0.05)
    pytest.fail("the replica does not follow")


def wait_until_ready(port):
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            if ask(port, "/readyz")[0] == 200:
                return
        except NO_ANSWER:
            pass
        time.sleep(0.05)
    pytest.fail("the site does not go on")
