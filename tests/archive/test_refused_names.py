"""Whoever refused a public name at another night of a club is not named by a laptop, which does not know that night."""

from datetime import date
from uuid import uuid4

import pytest

from tests.archive.laptops import Network, file_for_laptop, send_mirrors
from tests.archive.test_hand_over import returned
from tests.clubs.nights import night_of
from tests.factories import ClubFactory, EntryFactory, TableFactory, UserFactory, at_table, visitor
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.models import Mirror
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.queries.known_players import facts_of
from tournament.rounds.actions.start_hanchan import start_hanchan

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def by():
    return visitor(UserFactory())


@pytest.fixture
def night(by):
    """A club's night that is away; Anna refused at the night before."""
    club = ClubFactory(organizers=[by.user])
    before = night_of(club, owner=by.user, starts_on=date(2026, 11, 19))
    EntryFactory(tournament=before, number=1, player__name="Anna Novakova", may_publish=False)
    night = night_of(club, owner=by.user, starts_on=None)
    TableFactory(tournament=night, number=1)
    for number in (1, 2):
        EntryFactory(tournament=night, number=number)
    take_to_laptop(tournament_id=night.pk, place="the hall", by=by)
    night.refresh_from_db()
    return night


@pytest.fixture
def laptop(night, by):
    """Where Anna's name and another are typed at a table."""
    laptop = take_over(file=file_for_laptop(night), key=uuid4(), by=by)
    seats = [*laptop.entries.order_by("number").values_list("pk", flat=True), "anna  novakova", "Boris"]
    table = laptop.tables.get(number=1)
    start_hanchan(tournament_id=laptop.pk, table_number=1, key=uuid4(), seats=seats, seed=None, by=at_table(table))
    laptop.refresh_from_db()
    return laptop


def send():
    Mirror.objects.update(next_try_at="2020-01-01T00:00:00Z", sent_version=0)
    return send_mirrors(Network())


def consents(night):
    return [entry.may_publish for entry in night.entries.order_by("number")]


def test_a_name_typed_on_a_laptop_is_not_public_if_the_person_refused(night, laptop, by):
    assert [send(), send()] == [1, 1]
    mirrored = consents(night)

    back = bring_back(tournament_id=night.pk, file=returned(laptop, by), by=by)

    assert (back.separate_copy, back.rewritten) == (None, None)
    assert mirrored == consents(night) == [True, True, False, True]
    assert not Mirror.objects.exclude(problem="").exists()


def test_who_is_asked_at_the_laptop_is_named(night, laptop, by):
    assert send() == 1
    entry = laptop.entries.get(number=3)
    for may_publish in (False, True):
        entry.may_publish = may_publish
        edit_entry(entry_id=entry.pk, player=facts_of(entry.player), entry=entry_facts_of(entry), by=by)

    assert send() == 1
    assert consents(night) == [True, True, False, True]  # a mirror publishes nobody
    bring_back(tournament_id=night.pk, file=returned(laptop, by), by=by)
    assert consents(night) == [True] * 4
