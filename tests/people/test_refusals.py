"""Whether somebody is named in public follows from their latest answer, in whichever of their entries they gave it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from tests.clubs.nights import night_of
from tests.factories import STRANGER, ClubFactory, EntryFactory, TournamentFactory, UserFactory, visitor
from tournament.games.substitutes import name_key
from tournament.models import Entry, PlayerFacts, Role
from tournament.people.actions.add_players import add_players
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.own_entry import edit_own_entry
from tournament.people.queries.known_players import facts_of
from tournament.people.queries.players import PastedName
from tournament.people.queries.refusals import names_not_to_publish, unpublished_in_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return UserFactory()


def answers(entry, owner, how, *, may_publish):
    entry = Entry.objects.select_related("player").get(pk=entry.pk)
    facts = facts_of(entry.player)
    if how == "link":
        edit_own_entry(entry_id=entry.pk, player=facts, team="", note="", may_publish=may_publish, by=STRANGER)
    else:
        changed = replace(entry_facts_of(entry), may_publish=may_publish)
        edit_entry(entry_id=entry.pk, player=facts, entry=changed, by=visitor(owner))


@pytest.mark.parametrize("how", ["link", "team"])
@pytest.mark.parametrize("may_publish", [True, False])
def test_a_later_answer_in_an_earlier_event_counts(owner, how, may_publish):
    first, second, third = (TournamentFactory(owner=owner) for _number in range(3))
    entry = EntryFactory(tournament=first, player__name="Anna Li", may_publish=not may_publish)
    EntryFactory(tournament=second, player=entry.player, may_publish=not may_publish)

    answers(entry, owner, how, may_publish=may_publish)

    anna = PastedName(player=PlayerFacts(name="Anna Li"), choice=entry.player_id, known=frozenset({entry.player_id}))
    add_players(tournament_id=third.pk, key=uuid4(), names=[anna], by=visitor(owner))
    assert third.entries.get().may_publish == may_publish


@pytest.mark.parametrize("may_publish", [True, False])
def test_in_an_event_that_the_organizer_organizes_unasked_only_a_refusal_counts(owner, may_publish):
    """Its owner makes the organizer one of theirs, and says that Anna agrees."""
    first, theirs, third = (TournamentFactory(owner=user) for user in (owner, UserFactory(), owner))
    theirs.memberships.create(user=owner, role=Role.ORGANIZER, has_agreed=False)
    entry = EntryFactory(tournament=first, player__name="Anna Li", may_publish=not may_publish)
    there = EntryFactory(tournament=theirs, player=entry.player, may_publish=not may_publish)

    answers(there, theirs.memberships.get(role=Role.OWNER).user, "team", may_publish=may_publish)

    anna = PastedName(player=PlayerFacts(name="Anna Li"), choice=entry.player_id, known=frozenset({entry.player_id}))
    add_players(tournament_id=third.pk, key=uuid4(), names=[anna], by=visitor(owner))
    assert not third.entries.get().may_publish


def test_another_change_of_an_entry_is_no_answer(owner):
    first, second = (TournamentFactory(owner=owner) for _number in range(2))
    entry = EntryFactory(tournament=first, player__name="Anna Li")
    EntryFactory(tournament=second, player=entry.player, may_publish=False)
    before = Entry.objects.get(pk=entry.pk).answered_at

    edit_entry(
        entry_id=entry.pk,
        player=facts_of(entry.player),
        entry=replace(entry_facts_of(entry), paid=True),
        by=visitor(owner),
    )

    assert Entry.objects.get(pk=entry.pk).answered_at == before


def test_a_later_refusal_at_an_earlier_night_counts_for_the_club(owner):
    club = ClubFactory(organizers=[owner])
    nights = [night_of(club, owner=owner) for _number in range(3)]
    entry = EntryFactory(tournament=nights[0], player__name="Anna Li")
    EntryFactory(tournament=nights[1], player=entry.player)

    answers(entry, owner, "link", may_publish=False)

    assert unpublished_in_club([entry.player_id], type(club).objects.filter(pk=club.pk)) == {entry.player_id}
    assert names_not_to_publish(nights[2]) == {name_key("Anna Li")}


@pytest.mark.parametrize("answered", [False, True])
def test_entries_of_before_are_answers_in_their_order(owner, answered):
    """Their time was not stored. Later each refusal of them got the same one of long ago."""
    club = ClubFactory(organizers=[owner])
    first, second = (night_of(club, owner=owner) for _number in range(2))
    entry = EntryFactory(tournament=first, may_publish=True)
    later = EntryFactory(tournament=second, player=entry.player, may_publish=False)
    Entry.objects.filter(pk=entry.pk).update(answered_at=None)
    Entry.objects.filter(pk=later.pk).update(answered_at=datetime(2000, 1, 1, tzinfo=UTC))
    if answered:
        Entry.objects.filter(pk=entry.pk).update(answered_at=timezone.now() - timedelta(days=1))

    hidden = unpublished_in_club([entry.player_id], type(club).objects.filter(pk=club.pk))

    assert hidden == (set() if answered else {entry.player_id})
