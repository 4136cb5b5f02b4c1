"""A regular's refusal of a public name outlives the entry and the night in which it was given."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.archive.laptops import file_for_laptop
from tests.archive.test_hand_over import returned
from tests.clubs.nights import night_of
from tests.factories import ClubFactory, EntryFactory, UserFactory, visitor
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.delete_tournament import delete_tournament
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.clubs.actions.edit_people import add_people
from tournament.games.substitutes import name_key
from tournament.models import Club, Entry, EntryFacts, Player, PlayerFacts, ShownAs, Tournament
from tournament.people.actions.add_players import add_players
from tournament.people.actions.check_in import check_in_regular
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.merge_players import merge_players
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.remove_person import remove_person
from tournament.people.queries.known_players import facts_of
from tournament.people.queries.players import PastedName
from tournament.people.queries.refusals import names_not_to_publish, unpublished, unpublished_in_club

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NAME = "Nora Nováková"


@pytest.fixture
def owner():
    return visitor(UserFactory())


@pytest.fixture
def club(owner):
    club = ClubFactory(organizers=[owner.user])
    add_people(club_id=club.pk, names=[NAME], by=owner)
    return club


@pytest.fixture
def person(club):
    return club.people.get()


@pytest.fixture
def earlier(club, person, owner):
    """The entry at a night before, at which the person agreed."""
    return check_in_regular(tournament_id=night_of(club, owner=owner.user).pk, player_id=person.pk, by=owner)


@pytest.fixture
def refused(club, person, owner):
    """The entry at a night in which the person refused a public name."""
    night = night_of(club, owner=owner.user)
    entry = check_in_regular(tournament_id=night.pk, player_id=person.pk, by=owner)
    return answer(entry, owner, may_publish=False)


def answer(entry, by, *, may_publish):
    entry = Entry.objects.select_related("player").get(pk=entry.pk)
    facts = replace(entry_facts_of(entry), may_publish=may_publish)
    edit_entry(entry_id=entry.pk, player=facts_of(entry.player), entry=facts, by=by)
    return Entry.objects.get(pk=entry.pk)


def is_named(night):
    return NAME in Client().get(reverse("players", args=[night.slug])).text


@pytest.mark.parametrize("goes", ["the entry", "the night"])
def test_who_refused_is_checked_in_without_a_public_name(club, person, refused, owner, goes):
    night = refused.tournament
    if goes == "the night":
        delete_tournament(tournament_id=night.pk, name=night.name, by=owner)
        night = night_of(club, owner=owner.user)
    else:
        remove_entry(tournament_id=night.pk, entry_id=refused.pk, by=owner)

    assert names_not_to_publish(night) == {name_key(NAME)}
    assert not check_in_regular(tournament_id=night.pk, player_id=person.pk, by=owner).may_publish
    assert not is_named(night)


def test_a_later_consent_counts(club, person, refused, owner):
    remove_entry(tournament_id=refused.tournament_id, entry_id=refused.pk, by=owner)
    again = check_in_regular(tournament_id=refused.tournament_id, player_id=person.pk, by=owner)
    answer(again, owner, may_publish=True)

    next_night = night_of(club, owner=owner.user)

    assert names_not_to_publish(next_night) == set()
    assert check_in_regular(tournament_id=next_night.pk, player_id=person.pk, by=owner).may_publish


def test_the_latest_refusal_is_kept(person, refused, owner):
    later = timezone.now() + timedelta(days=1)
    Player.objects.filter(pk=person.pk).update(refused_at=later)

    remove_entry(tournament_id=refused.tournament_id, entry_id=refused.pk, by=owner)

    person.refresh_from_db()
    assert person.refused_at == later


def test_whose_name_is_hidden_on_the_list_is_not_named_at_a_table(club, person, owner):
    night = night_of(club, owner=owner.user)
    assert names_not_to_publish(night) == set()

    Player.objects.filter(pk=person.pk).update(shown_as=ShownAs.NOBODY)

    assert names_not_to_publish(night) == {name_key(NAME)}


def test_a_removal_forgets_it(person, refused, owner):
    remove_entry(tournament_id=refused.tournament_id, entry_id=refused.pk, by=owner)
    remove_person(player_id=person.pk, by=owner)

    person.refresh_from_db()
    assert person.refused_at is None


def test_who_is_entered_by_a_pasted_list_is_not_named(club, person, earlier, refused, owner):
    remove_entry(tournament_id=refused.tournament_id, entry_id=refused.pk, by=owner)
    night = night_of(club, owner=owner.user)
    facts = {"player": PlayerFacts(name=NAME), "entry": EntryFacts(may_publish=True)}
    name = PastedName(**facts, known=frozenset({person.pk}), choice=person.pk)

    add_players(tournament_id=night.pk, key=uuid4(), names=[name], by=owner)

    assert not is_named(night)
    assert not night.entries.get().may_publish


def test_a_refusal_at_another_organizers_club_is_not_told(person, refused, owner):
    stranger = visitor(UserFactory())
    there = EntryFactory(tournament__owner=stranger.user, player=person).tournament
    remove_entry(tournament_id=refused.tournament_id, entry_id=refused.pk, by=owner)

    assert unpublished([person.pk], Tournament.objects.filter(pk=there.pk)) == frozenset()


def test_a_merge_keeps_it(club, person, refused, owner):
    remove_entry(tournament_id=refused.tournament_id, entry_id=refused.pk, by=owner)
    again = EntryFactory(tournament__owner=owner.user, player__name=NAME).player

    merge_players(player_id=person.pk, into_id=again.pk, by=owner)

    assert unpublished_in_club([again.pk], Club.objects.filter(pk=club.pk)) == {again.pk}


def test_a_laptop_that_takes_the_entry_out_keeps_it(club, person, refused, owner):
    night = refused.tournament
    take_to_laptop(tournament_id=night.pk, place="the hall", by=owner)
    night.refresh_from_db()
    laptop = take_over(file=file_for_laptop(night), key=uuid4(), by=owner)
    remove_entry(tournament_id=laptop.pk, entry_id=laptop.entries.get().pk, by=owner)

    bring_back(tournament_id=night.pk, file=returned(laptop, owner), by=owner)

    assert not night.entries.exists()
    assert unpublished_in_club([person.pk], Club.objects.filter(pk=club.pk)) == {person.pk}
