"""Whoever may change a league sees which of its tournaments other people own too, and can change the results of."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import ClubFactory, LeagueFactory, TournamentFactory, UserFactory
from tournament.models import Membership, Role
from tournament.standings.queries.league_events import owned_by_others

pytestmark = [pytest.mark.django_db, pytest.mark.database]

MARK = '<span class="badge">other owners</span>'


@pytest.fixture
def owner(client):
    user = UserFactory()
    client.force_login(user)
    return user


def test_tournaments_that_others_own_too_are_found(owner):
    colleague, stranger = UserFactory(), UserFactory()
    club = ClubFactory(organizers=[owner, colleague])
    own, of_colleague, shared = (TournamentFactory(owner=user) for user in (owner, colleague, stranger))
    Membership.objects.create(tournament=shared, user=colleague, role=Role.OWNER)
    foreign = TournamentFactory(owner=stranger, organizers=[owner, colleague])
    league = LeagueFactory(owner=owner, club=club, tournaments=[own, of_colleague, shared, foreign])
    LeagueFactory(owner=stranger, tournaments=[own])

    assert owned_by_others(league) == {shared.pk, foreign.pk}

    league.club = None
    assert owned_by_others(league) == {of_colleague.pk, shared.pk, foreign.pk}


@pytest.mark.parametrize("is_owned_by_others", [True, False])
@pytest.mark.parametrize("page", ["league", "league-edit"])
def test_organizers_of_a_league_see_the_mark_and_nobody_else(client, owner, page, is_owned_by_others):
    former = UserFactory()
    tournaments = [TournamentFactory(owner=owner), TournamentFactory(owner=former if is_owned_by_others else owner)]
    league = LeagueFactory(owner=owner, tournaments=tournaments)

    shown = client.get(reverse(page, args=[league.slug]))

    assert shown.text.count(MARK) == int(is_owned_by_others)
    assert ("can still change the results of the tournament" in shown.text) is is_owned_by_others
    assert "other owners" not in Client().get(league.get_absolute_url()).text


def test_a_refused_form_and_a_new_league_are_shown_too(client, owner):
    league = LeagueFactory(owner=owner, tournaments=[TournamentFactory(owner=UserFactory())])

    refused = client.post(reverse("league-edit", args=[league.slug]), {"name": ""})

    assert refused.status_code == 422
    assert MARK in refused.text
    assert "other owners" not in client.get(reverse("league-new")).text


@pytest.mark.parametrize("page", ["league", "league-edit"])
def test_the_marks_take_the_same_number_of_queries_for_any_number_of_tournaments(client, owner, page):
    LeagueFactory(owner=owner)  # the form offers it as the league above

    def queries(count):
        league = LeagueFactory(owner=owner, tournaments=[TournamentFactory() for _ in range(count)])
        with CaptureQueriesContext(connection) as captured:
            client.get(reverse(page, args=[league.slug]))
        return len(captured)

    assert queries(1) == queries(3)
