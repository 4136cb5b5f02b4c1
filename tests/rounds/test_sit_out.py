"""The setting: what a round counts for who sits out."""

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(client):
    user = UserFactory()
    client.force_login(user)
    return TournamentFactory(organizers=[user])


def save(client, tournament, **data):
    return client.post(reverse("sit-out-edit", args=[tournament.slug]), data)


def test_a_fixed_number_is_kept_exactly_and_logged_once(client, tournament):
    for _ in range(2):
        response = save(client, tournament, sit_out="fixed", points="-2.5")

    assert response.url == reverse("tournament-edit", args=[tournament.slug])
    tournament.refresh_from_db()
    assert (tournament.sit_out, tournament.sit_out_points) == ("fixed", "-2.5")
    assert 'value="-2.5"' in client.get(response.url).text
    assert tournament.log.count() == 1
    assert "for a player who sits it out: -2.5" in client.get(reverse("log", args=[tournament.slug])).text


def test_an_average_forgets_the_number(client, tournament):
    save(client, tournament, sit_out="average", points="7")

    tournament.refresh_from_db()
    assert (tournament.sit_out, tournament.sit_out_points) == ("average", "0")


@pytest.mark.parametrize(
    "data", [{}, {"sit_out": "fixed"}, {"sit_out": "fixed", "points": "x"}, {"sit_out": "much"}, {"points": "NaN"}]
)
def test_invalid_forms_are_refused_with_a_sentence(client, tournament, data):
    response = save(client, tournament, **data)

    assert response.status_code == 422
    assert 'class="error"' in response.text
    assert tournament.log.count() == 0
