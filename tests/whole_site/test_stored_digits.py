"""Pages that show everybody's players open whatever digits a file that was imported earlier stored as a detail."""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, LeagueFactory, UserFactory, visitor
from tests.people.test_person import pages_from
from tests.standings.results import MANGAN
from tests.standings.test_statistics import signed_event
from tournament.archive.actions.import_tournament import import_tournament
from tournament.archive.tenbo.document import envelope, envelope_json, read_envelope
from tournament.models import Player

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

DIGITS = ["²", "²²", "①", "٣"]
"""Digits by `isdigit`; `int` reads only the last."""


@pytest.fixture(scope="module")
def world(once):
    """An event with a detail of digits in a league, and another event of the same owner."""
    owner = UserFactory(is_federation=True)
    tournament, entries, _hanchan = signed_event(MANGAN, owner=owner)
    LeagueFactory(owner=owner, slug="season", tournaments=[tournament])
    for entry, text in zip(entries, DIGITS, strict=True):
        Player.objects.filter(pk=entry.player_id).update(
            country=text, country_letters=text, club=text, ema_number=text * 4, ara_number=text
        )
    return owner, tournament, EntryFactory(tournament__owner=owner, number=1).tournament


@pytest.fixture
def owner(world):
    return deepcopy(world[0])


@pytest.fixture
def event(world):
    return deepcopy(world[1])


def test_strangers_open_every_page_and_file(event):
    starts = [event.get_absolute_url(), *(reverse(name, args=["season"]) for name in ("league", "league-csv"))]
    starts += [reverse(name) for name in ("home", "player-list", "records")]

    pages = pages_from(Client(), *starts, reverse("tournament-json", args=[event.slug]))

    assert all("²" in pages[address] for address in (starts[0] + "players/", reverse("player-list")))


def test_the_owner_opens_pages_and_files_with_these_players(client, owner, event, world):
    client.force_login(owner)
    for tournament in (event, world[2]):
        for name in ("players", "players-add", "ema", "desk", "takeaway", "leaderboard"):
            assert client.get(reverse(name, args=[tournament.slug])).status_code == 200, name
    for name in ("federation", "federation-people", "federation-results"):
        assert client.get(reverse(name)).status_code == 200, name


def test_the_file_of_such_an_event_can_be_imported(event, owner):
    file = envelope_json(envelope(event))

    imported = import_tournament(document=read_envelope(file), key=uuid4(), by=visitor(owner))

    assert {entry.player.country for entry in imported.entries.select_related("player")} == {""}
