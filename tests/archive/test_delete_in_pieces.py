"""A deletion hides the tournament first, and then is many short transactions; a killed one is finished later."""

import datetime
from collections import Counter
from dataclasses import replace

import pytest
from django.apps import apps
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from scoring.outcome import Chombo
from scoring.seats import Seat
from tests.archive.envelopes import busy_tournament
from tests.factories import (
    ClubFactory,
    EntryFactory,
    HanchanFactory,
    LeagueFactory,
    TournamentFactory,
    UserFactory,
    play,
    visitor,
)
from tests.other_process import Killed, in_another_process
from tests.sessions import begin_session
from tests.table.phones import phone_at
from tournament.archive.actions import delete_rows
from tournament.archive.actions import delete_tournament as deleting
from tournament.archive.actions.hand_over import return_from_laptop, take_to_laptop
from tournament.clubs.evenings import evening_of
from tournament.clubs.queries.club import events_today
from tournament.core.requests import SESSION_ENTRIES
from tournament.models import STRANGER, Entry, Hanchan, Hand, HandOver, Player, ShownAs, Table, Tournament
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.own_entry import edit_own_entry
from tournament.people.actions.remove_person import remove_person
from tournament.people.actions.show_person import show_person
from tournament.people.queries.known_players import facts_of
from tournament.people.queries.person import people_of

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


@pytest.fixture
def hidden(db, owner, monkeypatch):
    """A tournament of which only the first step of its deletion was done, as it was before."""
    tournament = busy_tournament(owner=owner, hall_nonce="hall")
    take_to_laptop(tournament_id=tournament.pk, place="Laptop", by=visitor(owner))
    HandOver.objects.update(ended_at=timezone.now(), outcome=HandOver.Outcome.CALLED_BACK)
    Tournament.objects.update(away_since=None, away_at="")
    LeagueFactory(owner=owner, tournaments=[tournament])
    tournament.refresh_from_db()
    table, entry = tournament.tables.first(), tournament.entries.filter(seats__isnull=False).first()
    monkeypatch.setattr(deleting, "delete_in_batches", lambda tournament: None)
    delete(tournament, owner)
    return tournament, table, entry


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


def test_no_address_and_no_link_leads_to_what_is_being_deleted(client, hidden):
    tournament, table, entry = hidden
    phone = phone_at(table)
    begin_session(client, **{SESSION_ENTRIES: {str(entry.pk): entry.link_nonce}})
    now = Tournament.objects.get(pk=tournament.pk)

    for slug in (tournament.slug, now.slug):
        for browser in (client, phone):
            assert browser.get(reverse("tournament", args=[slug])).status_code == 404
            assert browser.get(reverse("leaderboard", args=[slug])).status_code == 404
        assert phone.get(reverse("table", args=[slug, table.number])).status_code == 404
    assert client.get(tournament.get_hall_link()).status_code == 404
    assert client.get(table.get_link()).status_code == 404
    assert client.get(entry.get_link()).status_code == 404
    for browser in (client, phone):
        assert tournament.name not in browser.get("/").text
    assert not Table.objects.scored_by(visitor(UserFactory())).exists()


def test_nothing_is_written_in_what_is_being_deleted(hidden, owner):
    tournament, _table, entry = hidden

    with pytest.raises(Tournament.DoesNotExist):
        play(Hanchan.objects.filter(round__tournament=tournament).first(), CHOMBO)
    with pytest.raises(Tournament.DoesNotExist):
        take_to_laptop(tournament_id=tournament.pk, place="Laptop", by=visitor(owner))
    with pytest.raises(Tournament.DoesNotExist):
        return_from_laptop(tournament_id=tournament.pk, by=visitor(owner))
    with pytest.raises(Tournament.DoesNotExist):
        remove_person(player_id=entry.player_id, by=visitor(owner))


def test_leagues_and_laptops_lose_it_at_once(hidden):
    tournament = hidden[0]

    assert not tournament.leagues.exists()
    assert not tournament.hand_overs.exists()


def test_a_club_loses_its_night_at_once(db, owner, monkeypatch):
    club = ClubFactory(organizers=[owner])
    night = TournamentFactory(owner=owner, club=club, is_club_night=True, starts_on=evening_of(timezone.localtime()))
    assert events_today(club) == [night]
    monkeypatch.setattr(deleting, "delete_in_batches", lambda tournament: None)

    delete(night, owner)

    assert events_today(club) == []
    assert not Tournament.objects.filter(club=club).exists()


def test_people_who_play_elsewhere_stay(db, owner, monkeypatch):
    elsewhere = EntryFactory()
    tournament = busy_tournament(owner=owner)
    EntryFactory(tournament=tournament, player=elsewhere.player, number=60)
    alone = Player.objects.filter(entries__tournament=tournament).exclude(pk=elsewhere.player_id).count()
    people = Player.objects.count()

    delete(tournament, owner)

    assert Player.objects.count() == people - alone
    assert list(Entry.objects.all()) == [elsewhere]


@pytest.fixture
def elsewhere(hidden, owner):
    """An entry in another event of the owner's, of somebody who also played in the one whose deletion was killed."""
    entry = EntryFactory(tournament=TournamentFactory(owner=owner), player=hidden[2].player)
    Player.objects.filter(pk=entry.player_id).update(name="Dora Later", home=entry.tournament_id)
    return Entry.objects.select_related("player").get(pk=entry.pk)


def renamed(entry):
    return replace(facts_of(entry.player), name="Dora")


def test_a_killed_deletion_stops_no_change_of_a_person_elsewhere(elsewhere, owner):
    edit_entry(entry_id=elsewhere.pk, player=renamed(elsewhere), entry=entry_facts_of(elsewhere), by=visitor(owner))

    assert Player.objects.get(pk=elsewhere.player_id).name == "Dora"


def test_a_killed_deletion_stops_nobody_who_changes_their_own_entry(elsewhere):
    edit_own_entry(entry_id=elsewhere.pk, player=renamed(elsewhere), team="", note="", may_publish=True, by=STRANGER)

    assert Player.objects.get(pk=elsewhere.player_id).name == "Dora"


def test_a_killed_deletion_stops_no_removal_of_a_person_elsewhere(elsewhere, owner, hidden, monkeypatch):
    show_person(player_id=elsewhere.player_id, shown_as=ShownAs.INITIALS, by=visitor(owner))
    remove_person(player_id=elsewhere.player_id, by=visitor(owner))
    monkeypatch.undo()
    Tournament.objects.filter(pk=hidden[0].pk).update(deleted_at=timezone.now() - datetime.timedelta(hours=1))
    deleting.finish_deletions()

    person = Player.objects.get(pk=elsewhere.player_id)
    assert person.removed_at is not None
    assert list(person.entries.all()) == [elsewhere]


def test_an_owner_finds_nobody_of_others_by_a_killed_deletion(hidden):
    other = UserFactory()

    assert not people_of(visitor(other)).exists()
