"""A person's new name reaches the pages of another organizer's event, even if its log takes no other changes from
outside."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, HanchanFactory, UserFactory, visitor
from tournament.core.actions.rates import take
from tournament.core.limits import LOGGED_FROM_OUTSIDE
from tournament.core.rates import Rate
from tournament.models import Entry, Tournament
from tournament.people.actions import player_facts
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.queries.known_players import facts_of

pytestmark = pytest.mark.django_db

OLD, NEW = "Anna Nová", "Anna Dvořáková"


@pytest.fixture
def owner():
    return visitor(UserFactory())


@pytest.fixture
def home(owner):
    """The person's entry in the home."""
    return EntryFactory(tournament__owner=owner.user, player__name=OLD)


@pytest.fixture
def elsewhere(home):
    """Another organizer's event, in which the person has a seat."""
    hanchan = HanchanFactory(round__tournament__owner=UserFactory())
    Entry.objects.filter(pk=hanchan.seats.get(seat=0).entry_id).update(player=home.player)
    return hanchan.tournament


def edit(entry, by, **changed):
    entry = Entry.objects.select_related("player").get(pk=entry.pk)
    facts = replace(facts_of(entry.player), **changed)
    edit_entry(entry_id=entry.pk, player=facts, entry=entry_facts_of(entry), by=by)


def kinds(tournament):
    return list(tournament.log.order_by("number").values_list("kind", flat=True))


def answer(tournament, **headers):
    return Client().get(reverse("api-round", args=[tournament.slug, 1]), headers=headers)


@pytest.mark.parametrize("is_large", [True, False])
def test_a_new_name_is_shown_whatever_others_may_still_log(home, elsewhere, owner, is_large, monkeypatch):
    if is_large:
        Tournament.objects.filter(pk=elsewhere.pk).update(version=LOGGED_FROM_OUTSIDE)
    else:
        monkeypatch.setattr(player_facts, "LOGGED_ELSEWHERE", Rate("logged elsewhere", 1, timedelta(days=30)))
        take((player_facts.LOGGED_ELSEWHERE, f"event {elsewhere.pk}"))
    before = answer(elsewhere)
    assert OLD in before.text

    edit(home, owner, country="CZ")
    edit(home, owner, name=NEW)

    after = answer(elsewhere, if_none_match=before.headers["ETag"])
    assert after.status_code == 200
    assert NEW in after.text
    assert kinds(elsewhere) == ["player.renamed"]


def test_new_names_of_one_person_leave_room_for_the_hands(home, elsewhere, owner):
    Tournament.objects.filter(pk=elsewhere.pk).update(version=LOGGED_FROM_OUTSIDE)

    for n in range(player_facts.RENAMED_ELSEWHERE.burst + 1):
        edit(home, owner, name=f"Anna {n}")

    assert kinds(elsewhere) == ["player.renamed"] * player_facts.RENAMED_ELSEWHERE.burst
