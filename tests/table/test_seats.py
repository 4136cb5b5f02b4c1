"""The page that puts players on the seats that they really have."""

from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import HanchanFactory, play
from tests.table.corrections import B, C, ron
from tests.table.phones import open_table
from tournament.models import SignedSheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def hanchan(client):
    hanchan = HanchanFactory()
    open_table(client, hanchan.table)
    return hanchan


def page(hanchan):
    return reverse("seats", args=[hanchan.tournament.slug, hanchan.pk])


def seated(hanchan):
    return list(hanchan.seats.values_list("entry", flat=True))


def form(hanchan, entries, **more):
    seats = {f"seat_{number}": entry for number, entry in enumerate(entries)}
    return {"revision": hanchan.revision, "key": str(uuid4()), "reason": "", **seats, **more}


def test_what_changes_is_shown_first(client, hanchan):
    play(hanchan, ron(B, C))
    a, b, c, d = seated(hanchan)
    names = [seat.entry.player.name for seat in hanchan.seats.all()]

    response = client.post(page(hanchan), form(hanchan, [a, c, b, d]))

    assert response.status_code == 200
    assert f"<del>{names[1]}</del>" in response.text
    assert f"<del>{names[0]}</del>" not in response.text
    assert "33,900" in response.text
    assert seated(hanchan) == [a, b, c, d]


def test_then_it_is_accepted_once(client, hanchan):
    a, b, c, d = seated(hanchan)
    data = form(hanchan, [b, a, c, d], accept="1")

    first, again = client.post(page(hanchan), data), client.post(page(hanchan), data)

    assert (first.status_code, again.status_code) == (302, 302)
    assert seated(hanchan) == [b, a, c, d]
    assert hanchan.log.count() == 1


def test_nobody_sits_on_two_seats(client, hanchan):
    a, b, c, _d = seated(hanchan)

    response = client.post(page(hanchan), form(hanchan, [a, b, c, c], accept="1"))

    assert response.status_code == 422
    assert "Choose each player only once" in response.text


def test_a_form_drawn_before_a_hand_is_refused(client, hanchan):
    a, b, c, d = seated(hanchan)
    data = form(hanchan, [b, a, c, d], accept="1")
    play(hanchan, ron(B, C))

    response = client.post(page(hanchan), data)

    assert response.status_code == 409
    assert "were changed meanwhile" in response.text
    assert seated(hanchan) == [a, b, c, d]


def test_the_table_does_not_change_signed_seats(client, hanchan):
    a, b, c, d = seated(hanchan)
    SignedSheet.objects.create(hanchan=hanchan, riichi_sticks=0, signed_at=timezone.now())

    assert client.get(page(hanchan)).status_code == 409
    assert client.post(page(hanchan), form(hanchan, [b, a, c, d], accept="1", reason="Oops")).status_code == 409
    assert seated(hanchan) == [a, b, c, d]
