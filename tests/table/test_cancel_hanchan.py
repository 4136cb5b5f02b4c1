"""The page that cancels a hanchan, and starts it again."""

from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import HanchanFactory, TournamentFactory, UserFactory, play
from tests.table.corrections import B, C, ron
from tests.table.phones import open_table
from tournament.models import Hanchan

pytestmark = pytest.mark.django_db


@pytest.fixture
def hanchan(client):
    referee = UserFactory()
    client.force_login(referee)
    return HanchanFactory(round__tournament=TournamentFactory(referees=[referee]))


def page(hanchan):
    return reverse("hanchan-cancel", args=[hanchan.tournament.slug, hanchan.pk])


def form(hanchan, **more):
    hanchan.refresh_from_db()
    return {"revision": hanchan.revision, "key": str(uuid4()), "reason": "Wrong players", **more}


def test_it_says_what_goes_and_asks_why(client, hanchan):
    play(hanchan, ron(B, C))

    assert "1 hand is recorded" in client.get(page(hanchan)).text
    response = client.post(page(hanchan), form(hanchan, reason=""))

    assert response.status_code == 422
    assert Hanchan.objects.valid().exists()


def test_a_hanchan_is_cancelled_once_and_can_be_started_again(client, hanchan):
    data = form(hanchan)
    first, again = client.post(page(hanchan), data), client.post(page(hanchan), data)
    assert (first.status_code, again.status_code) == (302, 302)
    assert not Hanchan.objects.valid().exists()

    assert "Cancelled by" in client.get(page(hanchan)).text
    assert client.post(page(hanchan), form(hanchan, again="1")).status_code == 302
    assert Hanchan.objects.valid().count() == 1
    assert client.post(page(hanchan), form(hanchan, again="1")).status_code == 409


def test_it_can_be_started_again_in_one_step(client, hanchan):
    client.post(page(hanchan), form(hanchan, restart="on"))

    assert Hanchan.objects.valid().get().pk != hanchan.pk


def test_a_form_drawn_before_a_hand_is_refused(client, hanchan):
    data = form(hanchan)
    play(hanchan, ron(B, C))

    assert client.post(page(hanchan), data).status_code == 409
    assert Hanchan.objects.valid().exists()


def test_only_referees_cancel(client, hanchan):
    client.logout()
    open_table(client, hanchan.table)

    assert client.get(hanchan.table.get_absolute_url()).status_code == 200
    assert client.get(page(hanchan)).status_code == 404
    assert client.post(page(hanchan), form(hanchan)).status_code == 404
    assert Hanchan.objects.valid().exists()


def test_a_hanchan_that_is_on_cannot_be_started_again(client, hanchan):
    response = client.post(page(hanchan), form(hanchan, again="1", reason=""))

    assert response.status_code == 422
    assert 'name="reason"' in response.text
    assert Hanchan.objects.valid().get().pk == hanchan.pk
