"""A player's page in a tournament."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.outcome import Chombo
from scoring.seats import Seat
from tests.factories import UserFactory, play, sign
from tests.tournament.results import DRAW, MANGAN, cancel, tournament_with

pytestmark = pytest.mark.django_db

FOUR = ["Adam", "Břetislav", "Claire", "Dóra"]


def address(tournament, number=2):
    return reverse("entry", args=[tournament.slug, number])


def test_every_hanchan_of_the_player_with_its_figures(client):
    tournament, _entries, (first, second) = tournament_with(FOUR, rounds=2)
    play(first, MANGAN, Chombo(offenders=frozenset({Seat.SOUTH})))
    sign(first)

    page = client.get(address(tournament))

    assert page.status_code == 200
    for figure in ("38,000", "+15.0", "+23.0", "−20.0", "+3.0"):
        assert figure in page.text
    for hanchan in (first, second):
        assert hanchan.get_absolute_url() in page.text
    assert "not started" in page.text
    assert address(tournament, 1) in page.text  # the opponents lead to their pages


def test_a_cancelled_hanchan_is_not_the_players(client):
    tournament, _entries, (hanchan,) = tournament_with(FOUR)
    play(hanchan, MANGAN)
    cancel(hanchan)

    page = client.get(address(tournament))

    assert hanchan.get_absolute_url() not in page.text
    assert "No hanchan yet" in page.text


def test_nobody_has_this_number(client):
    tournament, *_rest = tournament_with(FOUR)

    assert client.get(address(tournament, 5)).status_code == 404


def test_a_private_tournament_is_for_its_people_alone(client):
    member = UserFactory()
    tournament, *_rest = tournament_with(FOUR, is_public=False, organizers=[member])

    assert client.get(address(tournament)).status_code == 404
    client.force_login(member)
    assert client.get(address(tournament)).status_code == 200


def test_the_number_of_queries_does_not_grow(client):
    def queries(names, rounds):
        tournament, _entries, hanchans = tournament_with(names, rounds=rounds)
        for hanchan in hanchans:
            play(hanchan, MANGAN, DRAW)
        sign(hanchans[0])
        with CaptureQueriesContext(connection) as captured:
            client.get(address(tournament))
        return len(captured)

    assert queries(FOUR, 2) == queries([f"Player {n}" for n in range(8)], 4)
