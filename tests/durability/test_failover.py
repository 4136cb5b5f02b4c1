"""PostgreSQL's first server dies, and its replica is promoted: the site goes on, with the same DATABASE_URL."""

import re
import time
from contextlib import contextmanager
from urllib.parse import quote

import pytest

from tests.databases import chosen_database
from tests.durability.postgresql import replica_of, server, wait_until_the_replica_has
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
            made.environment["DATABASE_REPLICA_URL"] = second.url  # it is read until it is promoted, and never after
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
                advice = [manage(made, command)[1] for command in ("doctor", "backup")]
                second.run("pg_ctl", "promote", "-w", "-D", second.folder)
                wait_until_ready(made.port)
                for _ in range(2):
                    submitted.append(phone.draw(**HAND))
                    assert phone.submit(submitted[-1])[0] == 302
                phone.close()
                keys, wrong_rows = made.run(REPLAY)
                verified = manage(made, "verify")
                public = [ask(made.port, "/api/v1/tournaments/")[0] for _ in range(3)]
                doctor = manage(made, "doctor")
                made.kill()

    assert health[0] == 503
    assert in_between[0] == 503
    assert "Everything that was saved" in in_between[1]
    for said in advice:
        assert re.search(rf"{first.folder}:5432 does not answer \([^;]+\); {second.folder}:5432 is a replica", said)
        assert "so it only reads: promote it if no other can be written" in said
    assert (len(keys), wrong_rows) == (len(submitted), [])
    assert verified[0] == 0, verified[1]
    assert "No differences" in verified[1]
    assert public == [200] * 3
    assert "it is no replica but can be written" in doctor[1]


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
