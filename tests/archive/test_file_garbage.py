"""Large files leave nothing to the garbage collection, which stops every thread while it runs."""

import gc
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from scoring.hanchan import PlayedHand
from tests.factories import STRANGER, UserFactory, play, sign
from tests.standings.results import DRAW, tournament_with
from tournament.archive.exports.takeaway import all_tables
from tournament.archive.queries.takeaway import load_takeaway
from tournament.archive.tenbo.document import envelope, public_envelope
from tournament.core.exports.workbook import workbook
from tournament.core.queries.visibility import EVERYTHING
from tournament.log.queries import LogFilter, log_entries
from tournament.models import Hand, Seat, Tournament
from tournament.standings.queries.leaderboard import leaderboard

pytestmark = pytest.mark.django_db

FILES: dict[str, Callable[[Tournament], object]] = {
    "document": envelope,
    "public document": lambda tournament: public_envelope(tournament, EVERYTHING),
    "workbook": lambda tournament: workbook(
        all_tables(load_takeaway(tournament, STRANGER), log_entries(tournament, LogFilter()))
    ),
    "standings": lambda tournament: leaderboard(tournament, official=True),
}


@contextmanager
def only_garbage_of_this() -> Iterator[list[object]]:
    """Collects into the list what is found unreachable when the block ends."""
    found: list[object] = []
    gc.collect()
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield found
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        found += gc.garbage
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        if was_on:
            gc.enable()


@pytest.mark.parametrize("name", FILES)
def test_a_file_leaves_no_rows_to_the_garbage_collection(tournament: Tournament, name: str) -> None:
    FILES[name](tournament)  # what is cached the first time

    with only_garbage_of_this() as garbage:
        FILES[name](tournament)

    left = Counter(type(one) for one in garbage)
    assert not {kind: left[kind] for kind in (Hand, PlayedHand) if left[kind]}


def test_the_document_leaves_no_seats(tournament: Tournament) -> None:
    with only_garbage_of_this() as garbage:
        envelope(tournament)

    assert Seat not in {type(one) for one in garbage}


def test_garbage_is_found() -> None:
    with only_garbage_of_this() as garbage:
        hand = Hand()
        hand.myself = hand  # type: ignore[attr-defined]
        del hand

    assert [type(one) for one in garbage if isinstance(one, Hand)] == [Hand]


@pytest.fixture
def tournament(db: None) -> Tournament:
    tournament, _entries, (first, _second) = tournament_with(list("ABCDEFGH"), owner=UserFactory())
    play(first, DRAW)
    sign(first)
    return tournament
