"""While the rows of a deleted tournament are still there, nobody meets it, and its people may change elsewhere."""

import datetime
from copy import deepcopy
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.outcome import Chombo
from scoring.seats import Seat
from tests.archive.envelopes import busy_tournament
from tests.factories import EntryFactory, LeagueFactory, TournamentFactory, UserFactory, play, visitor
from tests.sessions import begin_session
from tests.table.phones import phone_at
from tournament.archive.actions import delete_rows
from tournament.archive.actions import delete_tournament as deleting
from tournament.archive.actions.hand_over import return_from_laptop, take_to_laptop
from tournament.core.actions.locking import lock_players
from tournament.core.requests import SESSION_ENTRIES
from tournament.models import STRANGER, Entry, Hanchan, HandOver, Player, ShownAs, Table, Tournament
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.merge_players import merge_players
from tournament.people.actions.own_entry import edit_own_entry
from tournament.people.actions.remove_person import remove_person
from tournament.people.actions.show_person import show_person
from tournament.people.queries.known_players import facts_of
from tournament.people.queries.person import people_of

CHOMBO = Chombo(offenders=frozenset({Seat.SOUTH}))


@pytest.fixture(scope="module")
def world(once):
    """An owner; their tournament, of which only the first step of its deletion was done; a table and an entry."""
    owner = UserFactory()
    tournament = busy_tournament(owner=owner, hall_nonce="hall")
    take_to_laptop(tournament_id=tournament.pk, place="Laptop", by=visitor(owner))
    HandOver.objects.update(ended_at=timezone.now(), outcome=HandOver.Outcome.CALLED_BACK)
    Tournament.objects.update(away_since=None, away_at="")
    LeagueFactory(owner=owner, tournaments=[tournament])
    tournament.refresh_from_db()
    table, entry = tournament.tables.first(), tournament.entries.filter(seats__isnull=False).first()
    with pytest.MonkeyPatch.context() as killed:
        killed.setattr(deleting, "delete_in_batches", lambda tournament: None)
        deleting.delete_tournament(tournament_id=tournament.pk, name=tournament.name, by=visitor(owner))
    return owner, tournament, table, entry


@pytest.fixture
def owner(organizer):
    return organizer


@pytest.fixture
def hidden(db, world):
    """The tournament as it was before, the table and the entry."""
    return deepcopy(world[1:])


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


def test_a_killed_deletion_stops_no_removal_of_a_person_elsewhere(elsewhere, owner, hidden):
    show_person(player_id=elsewhere.player_id, shown_as=ShownAs.INITIALS, by=visitor(owner))
    remove_person(player_id=elsewhere.player_id, by=visitor(owner))
    Tournament.objects.filter(pk=hidden[0].pk).update(deleted_at=timezone.now() - datetime.timedelta(hours=1))
    deleting.finish_deletions()

    person = Player.objects.get(pk=elsewhere.player_id)
    assert person.removed_at is not None
    assert list(person.entries.all()) == [elsewhere]


@pytest.mark.parametrize("who", ["merged", "target", "both"])
def test_a_killed_deletion_stops_no_merge_with_whoever_played_there(elsewhere, owner, hidden, who):
    other = EntryFactory(tournament=TournamentFactory(owner=owner), player__mail="dora@example.org")
    Player.objects.filter(pk=elsewhere.player_id).update(mail="", phone="+420 600")
    if who == "both":
        Entry.objects.filter(pk=hidden[0].entries.exclude(pk=hidden[2].pk).first().pk).update(player=other.player)
    merged, target = (other, elsewhere) if who == "target" else (elsewhere, other)
    logged, people = hidden[0].log.count(), Player.objects.count()

    merge_players(player_id=merged.player_id, into_id=target.player_id, by=visitor(owner))

    person = Player.objects.get(pk=target.player_id)
    assert not Player.objects.filter(pk=merged.player_id).exists()
    assert Player.objects.count() == (people if who == "both" else people - 1)
    assert (person.mail, person.phone) == ("dora@example.org", "+420 600")
    assert set(person.entries.filter(tournament__deleted_at=None)) == {elsewhere, other}
    assert hidden[0].log.count() == logged

    Tournament.objects.filter(pk=hidden[0].pk).update(deleted_at=timezone.now() - datetime.timedelta(hours=1))
    deleting.finish_deletions()
    assert set(person.entries.all()) == {elsewhere, other}
    assert not Player.objects.filter(entries=None).exclude(pk=person.pk).filter(name="Dora Later").exists()


def test_nobody_stays_whose_entry_a_merge_gives_away_while_it_is_deleted(elsewhere, owner, hidden, monkeypatch):
    """The deletion has read whose entries it deletes, and waits for the merge until it can lock these people."""
    other = EntryFactory(tournament=TournamentFactory(owner=owner))
    Entry.objects.filter(pk=hidden[0].entries.exclude(pk=hidden[2].pk).first().pk).update(player=other.player)
    Tournament.objects.filter(pk=hidden[0].pk).update(deleted_at=timezone.now() - datetime.timedelta(hours=1))
    original = lock_players

    def lock(players):
        monkeypatch.setattr(delete_rows, "lock_players", original)
        merge_players(player_id=elsewhere.player_id, into_id=other.player_id, by=visitor(owner))
        return original(players)

    monkeypatch.setattr(delete_rows, "lock_players", lock)
    deleting.finish_deletions()

    assert not Tournament.objects.filter(pk=hidden[0].pk).exists()
    assert not Player.objects.filter(name="Dora Later").exists()
    assert set(other.player.entries.all()) == {elsewhere, other}


def test_an_owner_finds_nobody_of_others_by_a_killed_deletion(hidden):
    other = UserFactory()

    assert not people_of(visitor(other)).exists()
