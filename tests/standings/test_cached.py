"""Cached lists over several tournaments: nobody brings a state of before back by changing other tournaments."""

import pytest
from django.db.models import F
from django.urls import reverse

from tests.factories import EntryFactory, TournamentFactory
from tournament.models import Tournament
from tournament.standings.queries.cached import state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def two():
    """A public tournament of many changes and a private one of few, which are one organizer's, between others."""
    TournamentFactory()
    own = (
        TournamentFactory(version=44, official_version=44),
        TournamentFactory(version=13, official_version=13, is_public=False),
    )
    TournamentFactory(version=5, official_version=5)
    return own


def change(tournament, **fields):
    """Change fields as an action does, which raises the version."""
    raised = {"version": F("version") + 1, "official_version": F("version") + 1}
    Tournament.objects.filter(pk=tournament.pk).update(**raised, **fields)


def public_states(two):
    """Make the one private and the other public, edit that again and again, and yield the public state of each time."""
    change(two[0], is_public=False)
    change(two[1], is_public=True)
    for _edit in range(60):
        yield state_of(Tournament.objects.filter(is_public=True))
        change(two[1])


def test_no_state_comes_back_when_tournaments_take_turns_in_being_public(two):
    before = state_of(Tournament.objects.filter(is_public=True))
    change(Tournament.objects.latest("pk"))

    states = list(public_states(two))

    assert before not in states
    assert len(set(states)) == len(states)


def test_a_recorded_hand_changes_no_state(two):
    before = state_of(Tournament.objects.all())

    Tournament.objects.update(version=F("version") + 1)

    assert state_of(Tournament.objects.all()) == before
    assert state_of(Tournament.objects.none()) == state_of(Tournament.objects.filter(pk=0))


def test_a_name_whose_consent_was_withdrawn_is_not_listed_again(client, two):
    entry = EntryFactory(number=1, player__name="Victoria Victim", may_publish=True)
    address = reverse("player-list")
    assert "Victoria" in client.get(address, {"q": "victim"}).text
    entry.may_publish = False
    entry.save()
    change(entry.tournament)

    shown = [number for number, _state in enumerate(public_states(two)) if "Victoria" in client.get(address).text]

    assert shown == []
