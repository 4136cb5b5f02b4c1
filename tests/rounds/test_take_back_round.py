"""The start of a round is taken back while nothing was done at its tables."""

import pytest
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw
from tests.factories import HanchanFactory, RoundFactory, TournamentFactory, UserFactory, play

pytestmark = pytest.mark.django_db

BUTTON = "Undo the start of the round"


@pytest.fixture
def hanchan(client):
    organizer = UserFactory()
    client.force_login(organizer)
    return HanchanFactory(round__tournament=TournamentFactory(organizers=[organizer]))


def take_back(client, hanchan):
    return client.post(reverse("round-take-back", args=[hanchan.tournament.slug, hanchan.round.number]), follow=True)


def test_a_start_by_mistake_is_taken_back(client, hanchan):
    tournament = hanchan.tournament
    numbers = [seat.entry.number for seat in hanchan.seats.all()]
    assert BUTTON in client.get(hanchan.round.get_absolute_url()).text

    page = take_back(client, hanchan)

    assert "The start of round 1 was undone." in page.text
    assert not tournament.rounds.exists()
    assert tournament.tables.exists()
    assert tournament.log.get(kind="round.taken_back").data == {"number": 1, "seats": [numbers]}
    assert "Start round 1" in client.get(reverse("round-new", args=[tournament.slug])).text


def test_taking_back_twice_is_once(client, hanchan):
    take_back(client, hanchan)
    take_back(client, hanchan)

    assert hanchan.tournament.log.filter(kind="round.taken_back").count() == 1


def test_a_round_with_a_hand_stays(client, hanchan):
    play(hanchan, ExhaustiveDraw())
    assert BUTTON not in client.get(hanchan.round.get_absolute_url()).text

    page = take_back(client, hanchan)

    assert "can no longer be undone" in page.text
    assert hanchan.tournament.rounds.exists()


def test_a_round_that_another_followed_stays(client, hanchan):
    RoundFactory(tournament=hanchan.tournament, number=2)

    assert "can no longer be undone" in take_back(client, hanchan).text
    assert BUTTON not in client.get(hanchan.round.get_absolute_url()).text


def test_a_phone_at_a_table_of_the_round_gets_a_clear_message(client, hanchan):
    link = hanchan.table.get_link()
    take_back(client, hanchan)

    page = client.get(link, follow=True)

    assert page.status_code == 200
