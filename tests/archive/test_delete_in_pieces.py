"""A deletion hides the tournament first, and then is many short transactions; a killed one is finished later."""

import datetime
from collections import Counter

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.outcome import Chombo
from scoring.seats import Seat
from tests.archive.envelopes import busy_tournament
from tests.factories import (
    ClubFactory,
    EntryFactory,
    HanchanFactory,
    PlayerFactory,
    TournamentFactory,
    UserFactory,
    play,
    visitor,
)
from tests.other_process import Killed, in_another_process
from tournament.archive.actions import delete_rows
from tournament.archive.actions import delete_tournament as deleting
from tournament.clubs.evenings import evening_of
from tournament.clubs.queries.club import events_today
from tournament.models import Entry, Hand, Player, Tournament

CHOMBO = Chombo(offenders=frozenset({Seat.SOUTH}))


@pytest.fixture
def owner(client):
    owner = UserFactory()
    client.force_login(owner)
    return owner


def rows():
    return Counter({model.__name__: model._base_manager.count() for model in apps.get_models()})


def delete(tournament, owner):
    deleting.delete_tournament(tournament_id=tournament.pk, name=tournament.name, by=visitor(owner))


def killed_after(monkeypatch, batches):
    """The process is killed after so many batches of ten rows."""
    left, real = iter(range(batches)), delete_rows._delete_batch

    def one_more(model, pks):
        if next(left, None) is None:
            raise Killed
        real(model, pks)

    monkeypatch.setattr(delete_rows, "BATCH_SIZE", 10)
    monkeypatch.setattr(delete_rows, "_delete_batch", one_more)


@pytest.mark.slow
def test_hands_are_recorded_between_the_pieces_of_a_deletion(transactional_db, monkeypatch):
    owner, table = UserFactory(), HanchanFactory()
    seen, real = [], delete_rows._delete_batch

    def after_a_hand_elsewhere(model, pks):
        in_another_process(lambda: play(table, CHOMBO))
        seen.append(Tournament.objects.seen_by(visitor(owner)).count())
        real(model, pks)

    monkeypatch.setattr(delete_rows, "BATCH_SIZE", 10)
    monkeypatch.setattr(delete_rows, "_delete_batch", after_a_hand_elsewhere)
    tournament = busy_tournament(owner=owner)
    others = Tournament.objects.exclude(pk=tournament.pk).count()

    delete(tournament, owner)

    assert Tournament.objects.count() == others
    assert Hand.objects.filter(hanchan=table).count() == len(seen) >= 30
    assert set(seen) == {others}
    call_command("verify")


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("batches", [0, 5, 17])
def test_a_killed_deletion_shows_nothing_and_is_finished_later(client, owner, monkeypatch, batches):
    before = rows()
    tournament = busy_tournament(owner=owner)
    with monkeypatch.context() as killed:
        killed_after(killed, batches)
        with pytest.raises(Killed):
            delete(tournament, owner)

    assert Tournament.objects.filter(pk=tournament.pk).exists()
    assert not Tournament.objects.complete().exists()
    assert client.get(tournament.get_absolute_url()).status_code == 404
    assert tournament.name not in client.get("/").text
    call_command("verify")
    deleting.finish_deletions()
    assert Tournament.objects.filter(pk=tournament.pk).exists(), "it may be under way"

    Tournament.objects.update(deleted_at=timezone.now() - datetime.timedelta(hours=1))
    deleting.finish_deletions()

    assert rows() == before


@pytest.mark.slow
def test_nothing_is_tried_before_what_refers_to_it_is_deleted(db):
    tournament = busy_tournament()
    tournament.log.update(hanchan=None)
    tried = []

    def delete(rows):
        tried.append(rows.model)
        rows.delete()

    parts = delete_rows.parts_of_tournaments()
    delete_rows.delete_rows([model._default_manager.filter(**{path: tournament}) for model, path in parts], delete)

    assert tried == [model for model, _path in parts]
    assert not tournament.log.exists()


def test_a_club_loses_its_night_at_once(db, owner, monkeypatch):
    club = ClubFactory(organizers=[owner])
    night = TournamentFactory(owner=owner, club=club, is_club_night=True, starts_on=evening_of(timezone.localtime()))
    assert events_today(club) == [night]
    monkeypatch.setattr(deleting, "delete_in_batches", lambda tournament: None)

    delete(night, owner)

    assert events_today(club) == []
    assert not Tournament.objects.filter(club=club).exists()


@pytest.mark.slow
def test_people_who_play_elsewhere_stay(db, owner, monkeypatch):
    elsewhere = EntryFactory()
    tournament = busy_tournament(owner=owner)
    EntryFactory(tournament=tournament, player=elsewhere.player, number=60)
    alone = Player.objects.filter(entries__tournament=tournament).exclude(pk=elsewhere.player_id).count()
    people = Player.objects.count()

    delete(tournament, owner)

    assert Player.objects.count() == people - alone
    assert list(Entry.objects.all()) == [elsewhere]


def test_people_in_many_events_of_the_owner_do_not_lengthen_the_lock(db, owner):
    """Tables wait while the tournament is hidden and its people get another home."""

    def queries(events):
        tournament = TournamentFactory(owner=owner)
        player = PlayerFactory(home=tournament)
        EntryFactory(tournament=tournament, player=player)
        for _event in range(events):
            EntryFactory(tournament=TournamentFactory(owner=owner), player=player)
        with CaptureQueriesContext(connection) as captured:
            delete(tournament, owner)
        assert player.entries.filter(tournament=Player.objects.get(pk=player.pk).home).exists()
        return len(captured)

    assert queries(1) == queries(4)
