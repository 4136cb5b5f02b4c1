"""Sessions that have proved that they may score a table."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from tournament.core.requests import SCORED
from tournament.live.lanes.proven import MOST_AT_TABLE, ProvenTables, session_of


def test_a_session_is_known_in_the_event_where_it_proved_its_table() -> None:
    proven = ProvenTables()
    proven.remember("open", b"phone", 1, "link")

    assert proven.table_of("open", b"phone") == 1
    assert proven.table_of("other", b"phone") is None


def test_the_table_that_was_proved_last_counts() -> None:
    proven = ProvenTables()
    proven.remember("open", b"referee", 1, "link")
    proven.remember("open", b"referee", 2, "link")

    assert proven.table_of("open", b"referee") == 2
    assert len(proven) == 1


def test_ever_new_browsers_at_one_table_drop_their_own_only() -> None:
    proven = ProvenTables()
    proven.remember("open", b"phone", 2, "link")
    for n in range(MOST_AT_TABLE + 1):
        proven.remember("open", b"new %d" % n, 1, "link")

    assert proven.table_of("open", b"phone") == 2
    assert proven.table_of("open", b"new 0") is None
    assert proven.table_of("open", b"new 1") == 1


def test_a_browser_that_is_seen_again_is_dropped_later() -> None:
    proven = ProvenTables()
    for n in range(MOST_AT_TABLE):
        proven.remember("open", b"%d" % n, 1, "link")
    proven.remember("open", b"0", 1, "link")
    proven.remember("open", b"new", 1, "link")

    assert proven.table_of("open", b"0") == 1
    assert proven.table_of("open", b"1") is None


def test_the_session_seen_least_recently_is_dropped_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.live.lanes.proven.MOST_PROVEN", 2)
    proven = ProvenTables()
    for n in range(3):
        proven.remember("open", b"%d" % n, n, "link")

    assert [proven.table_of("open", b"%d" % n) for n in range(3)] == [None, 1, 2]


def test_the_first_proof_with_a_new_link_takes_away_those_with_the_old_one() -> None:
    proven = ProvenTables()
    proven.remember("open", b"thief", 1, "old")
    proven.remember("open", b"neighbour", 2, "old")
    proven.remember("open", b"phone", 1, "new")

    assert [proven.table_of("open", session) for session in (b"thief", b"phone", b"neighbour")] == [None, 1, 2]


@pytest.mark.parametrize(("status", "is_proven"), [(200, True), (302, True), (404, False), (503, True)])
def test_a_session_that_a_view_refuses_has_to_prove_its_table_again(status: int, is_proven: bool) -> None:
    proven = ProvenTables()
    proven.remember("open", b"phone", 1, "link")
    sent: list[Mapping[str, Any]] = []

    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message)

    answer = {"type": "http.response.start", "status": status}
    asyncio.run(proven.noting({SCORED: [(1, "link")]}, "open", b"other", send)(answer))
    asyncio.run(proven.noting({SCORED: []}, "open", b"phone", send)(answer))

    assert proven.table_of("open", b"phone") == (1 if is_proven else None)
    assert proven.table_of("open", b"other") == 1
    assert sent == [answer, answer]


@pytest.mark.parametrize(
    ("lines", "session"),
    [
        ([b"csrftoken=x; sessionid=key"], b"key"),
        ([b"sessionid=first; sessionid=last"], b"last"),
        ([b'sessionid="key"'], b"key"),
        ([b"csrftoken=x"], b""),
        ([b"sessionid=\xff\xe9"], b"\xff\xe9"),
        ([], b""),
    ],
)
def test_the_session_is_read_as_django_reads_it(lines: list[bytes], session: bytes) -> None:
    assert session_of({"headers": [(b"cookie", line) for line in lines]}) == session
