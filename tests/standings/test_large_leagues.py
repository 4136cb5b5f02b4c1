"""A league of very many tournaments: its form shows them in pages, and each page changes only what it shows."""

import pytest
from django.conf import settings
from django.urls import reverse

from tests.factories import LeagueFactory, TournamentFactory, UserFactory
from tests.forms_on_page import pressed
from tournament.standings.forms import leagues

pytestmark = pytest.mark.django_db


@pytest.fixture
def events(client, monkeypatch):
    """Five tournaments, the newest first, of the client's account; two fit on the form's first page."""
    monkeypatch.setattr(leagues, "EVENTS_ON_A_PAGE", 2)
    owner = UserFactory()
    client.force_login(owner)
    return [TournamentFactory(owner=owner) for _event in range(5)][::-1]


def form_of(client, address):
    fields = pressed(client.get(address).text, "")
    return fields, [int(name.removeprefix("weight_")) for name in fields if name.startswith("weight_")]


def test_each_page_changes_only_the_tournaments_that_it_shows(client, events):
    pks = [event.pk for event in events]
    league = LeagueFactory(owner=events[0].memberships.get().user, tournaments=[events[0], events[2], events[3]])
    edit = reverse("league-edit", args=[league.slug])
    first, on_first = form_of(client, edit)
    second, on_second = form_of(client, f"{edit}?page=2")
    assert (on_first, on_second) == (pks[:2], pks[2:])

    client.post(edit, first | {"name": ["Season"], "tournaments": [str(pks[1])]})
    client.post(f"{edit}?page=2", second | {"tournaments": [str(pks[3]), str(pks[4])], f"weight_{pks[4]}": ["1.5"]})

    league.refresh_from_db()
    assert league.name == "Season"
    weights = dict(league.events.values_list("tournament", "weight"))
    assert weights == {pks[1]: 1, pks[3]: 1, pks[4]: 1.5}


def test_a_page_with_a_mistake_can_be_corrected_and_keeps_the_other_pages(client, events):
    pks = [event.pk for event in events]
    league = LeagueFactory(owner=events[0].memberships.get().user, tournaments=events)
    edit = reverse("league-edit", args=[league.slug])
    first, _on_first = form_of(client, edit)

    refused = client.post(edit, first | {"tournaments": [str(pks[1])], "best": ["0"]})
    client.post(edit, pressed(refused.text, "") | {"best": ["3"]})

    assert refused.status_code == 422
    assert set(league.tournaments.values_list("pk", flat=True)) == set(pks[1:])


def test_no_page_sends_more_values_than_are_read():
    assert 2 * 2 * leagues.EVENTS_ON_A_PAGE + 100 <= settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
