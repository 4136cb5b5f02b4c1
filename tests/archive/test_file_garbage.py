"""Large files leave nothing to the garbage collection, which stops every thread while it runs."""

import gc
import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.hanchan import PlayedHand
from tests.archive.test_hand_over import returned, taken
from tests.factories import STRANGER, RoundFactory, UserFactory, cut_to, play, sign
from tests.standings.results import DRAW, tournament_with
from tournament.archive.exports.takeaway import all_tables
from tournament.archive.queries.takeaway import load_takeaway
from tournament.archive.tenbo.document import envelope, public_envelope
from tournament.core.exports.workbook import workbook
from tournament.core.queries.visibility import EVERYTHING
from tournament.log.queries import LogFilter, log_entries
from tournament.models import Entry, Hand, Player, Seat, Tournament, Visitor
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


def test_who_sits_out_often_is_read_once(tournament: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file may list 400,000 who sit out or advance: one object of each left 320 MB after each reader."""
    entries = list(tournament.entries.order_by("number"))
    for number in (2, 3, 4):
        RoundFactory(tournament=tournament, number=number).resting.set(entries)
    cut_to(*entries[:4], after=4)
    made: list[int] = []
    from_db = Entry.from_db

    def counted(*args: Any) -> Entry:
        made.append(1)
        return from_db(*args)

    monkeypatch.setattr(Entry, "from_db", counted)

    document = envelope(tournament)

    numbers = [entry.number for entry in entries]
    assert [round_["resting"] for round_ in document["rounds"][1:]] == [numbers] * 3
    assert document["cuts"][0]["finalists"] == numbers[:4]
    assert len(made) == len(entries)


def test_the_document_leaves_no_seats(tournament: Tournament) -> None:
    with only_garbage_of_this() as garbage:
        envelope(tournament)

    assert Seat not in {type(one) for one in garbage}


def import_of(tournament: Tournament) -> tuple[str, Any]:
    return reverse("tournament-import"), envelope(tournament)


def unreadable_import_of(tournament: Tournament) -> tuple[str, Any]:
    document = envelope(tournament)
    return reverse("tournament-import"), document | {"rounds": [*document["rounds"], "no round"]}


def unreadable_return_of(tournament: Tournament) -> tuple[str, Any]:
    by = Visitor(user=tournament.memberships.get().user)
    file = returned(taken(tournament, by), by)
    rounds = [*file["document"]["rounds"], "no round"]
    return reverse("laptop-back", args=[tournament.slug]), file | {"document": file["document"] | {"rounds": rounds}}


@pytest.mark.parametrize(
    ("upload_of", "status"), [(import_of, 200), (unreadable_import_of, 422), (unreadable_return_of, 422)]
)
def test_an_uploaded_file_leaves_neither_its_text_nor_its_values(
    client: Client, tournament: Tournament, upload_of: Callable[[Tournament], tuple[str, Any]], status: int
) -> None:
    """Twelve uploads of 19 MB left 400 MB in memory, too few objects for a collection."""
    client.force_login(tournament.memberships.get().user)
    Player.objects.filter(name="A").update(name="Very Rare Name")
    address, file = upload_of(tournament)
    content = json.dumps(file).encode()

    def post() -> None:
        page = client.post(address, {"file": SimpleUploadedFile("copy.json", content)})
        assert page.status_code == status

    post()
    with only_garbage_of_this() as garbage:
        post()

    left = [each for each in gc.get_referents(*garbage) if type(each) in {str, bytes} and len(each) > 10]
    assert b"Very Rare Name" in content
    assert not [each for each in left if each in {content, "Very Rare Name"}]


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
