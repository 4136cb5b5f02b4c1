"""PostgreSQL is restarted, stopped and started under a serving site: nobody waits long, and nobody meets it twice."""

import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

import pytest

from tests.databases import chosen_database
from tests.durability.postgresql import server
from tests.running_site import PREPARE, site

pytestmark = [
    pytest.mark.database,
    pytest.mark.skipif(chosen_database() != "postgresql", reason="about PostgreSQL"),
    pytest.mark.slow,
]

AT_ONCE = 10


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
    assert all("Everything that was saved" in page for _status, page, _seconds in down)
    assert health[:2] == (503, "database does not answer\n")
    # Three seconds are the pool's patience; the rest is for a machine that runs other tests. It was 30 and more.
    assert max(seconds for _status, _page, seconds in [*restarted, *down, health, *back]) < 28
