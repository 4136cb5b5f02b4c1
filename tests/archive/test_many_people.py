"""A laptop's file with changes of many people holds the lock for a few statements, not for some of each person."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.archive.laptops import file_for_laptop
from tests.archive.rewritten.documents import with_entry
from tests.archive.test_hand_over import returned
from tests.archive.while_away.people import is_clean
from tests.factories import EntryFactory, TournamentFactory, UserFactory, visitor
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.archive.tenbo.document import envelope
from tournament.archive.tenbo.past.erased import DETAILS, MOST_REMOVED, without_person
from tournament.models import Player
from tournament.people.actions.remove_person import remove_person

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

REMOVED_AT = "2026-11-27T09:30:00.000000Z"


@pytest.fixture
def by():
    return visitor(UserFactory())


def taken(by, people):
    """A tournament with so many people, which a laptop has taken; both."""
    home = TournamentFactory(owner=by.user)
    for number in range(1, people + 1):
        EntryFactory(tournament=home, number=number, player__name=f"Person {number} Xyz")
    take_to_laptop(tournament_id=home.pk, place="nowhere", by=by)
    home.refresh_from_db()
    return home, take_over(file=file_for_laptop(home), key=uuid4(), by=by)


def renamed(document, entry):
    with_entry(document, "player.renamed", number=entry["number"], before=entry["name"])
    entry["name"] += " New"


def removed(document, entry):
    entry |= dict.fromkeys(DETAILS, "") | {"removed_at": REMOVED_AT, "may_publish": False}
    with_entry(document, "person.removed", number=entry["number"])


def taken_out(document, entry):
    with_entry(document, "player.removed", number=entry["number"])
    document["entries"].remove(entry)


def queries(by, people, change, monkeypatch):
    home, laptop = taken(by, people)
    file = returned(laptop, by)
    for entry in list(file["document"]["entries"]):
        change(file["document"], entry)
    monkeypatch.setattr("tournament.archive.actions.bring_back.erase_leavers", lambda *_args: None)  # after the lock
    with CaptureQueriesContext(connection) as captured:
        assert bring_back(tournament_id=home.pk, file=file, by=by).separate_copy is None
    assert is_clean(home)
    return len(captured)


@pytest.mark.parametrize("change", [renamed, taken_out, removed])
def test_more_people_need_no_more_statements(by, change, monkeypatch):
    assert queries(by, 40, change, monkeypatch) == queries(by, 10, change, monkeypatch)


@pytest.fixture
def again(by):
    """Remove so many people on a laptop that has returned its tournament, and give it the tournament once more; return
    this tournament and the laptop's first one."""

    def play(number):
        home, laptop = taken(by, number)
        file = returned(laptop, by)
        assert bring_back(tournament_id=home.pk, file=file, by=by).separate_copy is None
        take_to_laptop(tournament_id=home.pk, place="again", by=by)
        home.refresh_from_db()
        for entry in laptop.entries.all():
            remove_person(player_id=entry.player_id, by=by)
        return take_over(file=file_for_laptop(home), key=uuid4(), by=by), laptop

    return play


def test_who_was_removed_on_the_laptop_is_erased_before_the_lock(again, monkeypatch):
    depth = len(connection.savepoint_ids)
    locked = []

    def erased(*about, **more):
        locked.append(len(connection.savepoint_ids) > depth)
        return without_person(*about, **more)

    monkeypatch.setattr("tournament.archive.actions.take_over.without_person", erased)
    tournament, laptop = again(3)

    assert tournament == laptop
    assert locked == [False] * 3
    assert "Xyz" not in str(envelope(tournament))


@pytest.mark.parametrize("limit", ["take_over.MOST_REMOVED", "take_over.most_by_length"])
def test_many_people_removed_on_the_laptop_make_the_file_another_tournament(again, monkeypatch, limit):
    most = 2 if limit.endswith("REMOVED") else lambda _document: 2
    monkeypatch.setattr(f"tournament.archive.actions.{limit}", most)
    tournament, laptop = again(3)

    assert tournament != laptop
    assert Player.objects.filter(entries__tournament=laptop, name__contains="Xyz").count() == 0
    assert MOST_REMOVED > 2
