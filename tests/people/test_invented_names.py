"""A former name that somebody invented takes no words from the texts of other people's events when the person is
removed."""

import pytest
from django.utils import timezone

from tests.factories import EntryFactory, TournamentFactory, UserFactory, visitor
from tournament.core.actions.journal import log
from tournament.models import Announcement, Entry, PlayerFacts, Tournament
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.merge_players import merge_players
from tournament.people.actions.remove_person import remove_person

pytestmark = pytest.mark.django_db

NAME, WORDS = "Anna Nová", "Bank account"


@pytest.fixture
def owner():
    return visitor(UserFactory())


@pytest.fixture
def stranger():
    return visitor(UserFactory())


@pytest.fixture
def entry(owner):
    """The person's home, whose announcement has the words."""
    entry = EntryFactory(tournament__owner=owner.user, player__name=NAME)
    Announcement.objects.create(tournament=entry.tournament, payment=f"{WORDS} 123/0100, ask {NAME} or Anna Stará")
    return entry


def payment_of(entry):
    return Announcement.objects.get(tournament=entry.tournament).payment


def rename(entry, by, name):
    entry = Entry.objects.select_related("player").get(pk=entry.pk)
    edit_entry(entry_id=entry.pk, player=PlayerFacts(name=name), entry=entry_facts_of(entry), by=by)


def test_by_a_player_who_was_called_so_and_is_merged_with_the_person(entry, owner, stranger):
    other = EntryFactory(tournament__owner=stranger.user, player=entry.player).tournament
    own = EntryFactory(tournament__owner=stranger.user, player__name=WORDS)
    rename(own, stranger, NAME)
    merge_players(player_id=own.player_id, into_id=entry.player_id, by=stranger)
    assert other.entries.get().player == entry.player

    remove_person(player_id=entry.player_id, by=owner)

    assert payment_of(entry) == f"{WORDS} 123/0100, ask #{entry.number} or Anna Stará"


def test_by_an_entry_in_the_log_of_another_event(entry, owner, stranger):
    there = EntryFactory(tournament__owner=stranger.user, player=entry.player)
    Announcement.objects.create(tournament=there.tournament, text=f"{WORDS} of ours")
    log(there.tournament, "player.renamed", by=stranger, number=there.number, before=WORDS)

    remove_person(player_id=entry.player_id, by=owner)

    assert WORDS in payment_of(entry)
    assert Announcement.objects.get(tournament=there.tournament).text == f"#{there.number} of ours"


def test_a_real_former_name_goes_from_all_events(entry, owner, stranger):
    there = EntryFactory(tournament__owner=stranger.user, player=entry.player)
    Announcement.objects.create(tournament=there.tournament, text=f"Ask {NAME} or Anna Stará")
    rename(entry, owner, "Anna Stará")

    remove_person(player_id=entry.player_id, by=owner)

    assert payment_of(entry) == f"{WORDS} 123/0100, ask #{entry.number} or #{entry.number}"
    assert Announcement.objects.get(tournament=there.tournament).text == f"Ask #{there.number} or #{there.number}"


@pytest.mark.parametrize("organizes", ["the same people", "also somebody else"])
def test_a_merged_players_name_goes_from_the_other_events_of_the_same_organizers(entry, owner, organizes):
    """An organizer of one event alone could invent a player, and merge the person with this player."""
    organizers = [] if organizes == "the same people" else [UserFactory()]
    night = TournamentFactory(owner=owner.user, organizers=organizers)
    merged = EntryFactory(tournament=night, player__name="Anna Stará")
    merge_players(player_id=merged.player_id, into_id=entry.player_id, by=owner)

    remove_person(player_id=entry.player_id, by=owner)

    assert ("Anna Stará" in payment_of(entry)) == bool(organizers)


def test_a_merged_players_name_stays_in_an_event_that_is_at_a_laptop(entry, owner):
    """The laptop's file would not come back: its log does not have the name."""
    merged = EntryFactory(tournament__owner=owner.user, player__name="Anna Stará")
    merge_players(player_id=merged.player_id, into_id=entry.player_id, by=owner)
    Tournament.objects.filter(pk=entry.tournament_id).update(away_since=timezone.now())

    remove_person(player_id=entry.player_id, by=owner)

    assert payment_of(entry) == f"{WORDS} 123/0100, ask #{entry.number} or Anna Stará"
