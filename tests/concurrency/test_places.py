"""Two who cancel at once free two places, and each goes to somebody else."""

from contextlib import suppress
from threading import Barrier, BrokenBarrierError

import pytest
from django.test import Client

from tests.concurrency.conftest import statuses, together
from tests.factories import EntryFactory, TournamentFactory
from tournament.models import EntryTerms
from tournament.people.queries.free_places import free_places


@pytest.fixture
def entries(transactional_db):
    tournament = TournamentFactory()
    EntryTerms.objects.create(tournament=tournament, limit=3, freed_places="move_up")
    waits = ["accepted"] * 3 + ["waiting"] * 3
    return [EntryFactory(tournament=tournament, number=number, status=status) for number, status in enumerate(waits, 1)]


def test_two_who_cancel_at_once_move_two_up(entries, monkeypatch):
    both = Barrier(2)

    def count_and_wait(*args):
        places = free_places(*args)
        with suppress(BrokenBarrierError):
            both.wait(0.2)
        return places

    monkeypatch.setattr("tournament.people.actions.move_up.free_places", count_and_wait)
    links = [entry.get_cancel_link() for entry in entries[:2]]

    answers = together([lambda link=link: Client().post(link) for link in links])

    assert statuses(answers) == {302: 2}
    tournament = entries[0].tournament
    assert list(tournament.entries.accepted().order_by("number").values_list("number", flat=True)) == [3, 4, 5]
    assert tournament.log.filter(kind="entry.moved_up").count() == 2
