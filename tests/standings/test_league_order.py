"""The order of a league form's choices tells nothing about leagues and tournaments that the visitor may not see."""

from datetime import date

import pytest
from django.urls import reverse

from tests.factories import ClubFactory, LeagueFactory, TournamentFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def colleague(client):
    user = UserFactory()
    client.force_login(user)
    return user


@pytest.fixture
def other():
    return UserFactory()


@pytest.fixture
def club(colleague, other):
    return ClubFactory(organizers=[colleague, other])


def choices(client, league, field):
    form = client.get(reverse("league-edit", args=[league.slug])).context["form"]
    return [label for value, label in form.fields[field].choices if value]


def test_a_private_league_above_stands_behind_those_that_are_seen(client, club, colleague, other):
    hidden = LeagueFactory(owner=other, is_public=False, name="Mmm")
    league = LeagueFactory(owner=other, club=club, above=hidden)
    for name in ("Nnn", "Lll"):
        LeagueFactory(owner=colleague, name=name)

    assert choices(client, league, "above") == ["Lll", "Nnn", "A private league that you may not see"]


def test_a_private_tournament_stands_behind_those_that_are_seen(client, club, colleague, other):
    hidden = TournamentFactory(owner=other, is_public=False, starts_on=date(2026, 9, 17))
    league = LeagueFactory(owner=other, club=club, tournaments=[hidden])
    for name, day in (("Undated", None), ("Earlier", date(2026, 9, 16)), ("Later", date(2026, 9, 18))):
        TournamentFactory(owner=colleague, name=name, starts_on=day)

    labels = [str(label) for label in choices(client, league, "tournaments")]

    assert labels == ["Later", "Earlier", "Undated", "A private tournament that you may not see"]
