"""A tournament is copied while a player is removed or refuses a public name: the copy waits, and then follows it."""

from functools import partial
from uuid import uuid4

import pytest

from tests.concurrency.conftest import both_at_once
from tests.factories import STRANGER, EntryFactory, UserFactory, visitor
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.models import Announcement, Tournament
from tournament.people.actions.own_entry import edit_own_entry
from tournament.people.actions.remove_person import remove_person
from tournament.people.queries.known_players import facts_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def owner(transactional_db):
    return UserFactory()


@pytest.fixture
def anna(owner):
    return EntryFactory(tournament__owner=owner, number=1, player__name="Anna Novakova", may_publish=True)


@pytest.fixture
def copy(anna, owner):
    copied = {"key": uuid4(), "name": "Next year", "starts_on": None, "with_team": False}
    return partial(copy_tournament, origin_id=anna.tournament_id, by=visitor(owner), **copied)


@pytest.mark.parametrize("with_entries", [True, False])
def test_the_texts_of_a_copy_do_not_name_somebody_who_was_just_removed(anna, owner, copy, with_entries):
    Announcement.objects.create(tournament=anna.tournament, text=f"Call {anna.player.name}")
    Tournament.objects.filter(pk=anna.tournament_id).update(place=f"At {anna.player.name}'s")

    made = both_at_once(
        lambda: remove_person(player_id=anna.player_id, by=visitor(owner)), partial(copy, with_entries=with_entries)
    )

    assert (made.place, Announcement.objects.get(tournament=made).text) == ("At #1's", "Call #1")
    assert not made.entries.exists()


def test_a_copy_does_not_publish_somebody_who_has_just_refused_it(anna, copy):
    refused = {"player": facts_of(anna.player), "team": "", "note": "", "may_publish": False}

    made = both_at_once(
        lambda: edit_own_entry(entry_id=anna.pk, by=STRANGER, **refused), partial(copy, with_entries=True)
    )

    assert not made.entries.get().may_publish
