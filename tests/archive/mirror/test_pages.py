"""Pages tell of the live mirror: whether it works, how it is switched off, and how old the shown data is."""

from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.archive.laptops import away_at_the_hall, file_for_laptop, go_on, hands_at
from tests.archive.test_hand_over import hanchan_of
from tests.factories import play
from tests.table.corrections import A, tsumo
from tournament.archive.actions.hand_over import return_from_laptop
from tournament.archive.actions.switch_mirror import switch_mirror
from tournament.archive.actions.take_over import take_over
from tournament.archive.queries.hand_over import hand_overs_of
from tournament.models import HandOver, Mirror, Tournament

pytestmark = pytest.mark.django_db


def test_the_organizer_sees_whether_it_works_and_switches_it_off(home, laptop, network, by, client):
    client.force_login(by.user)
    page, switch = reverse("laptop", args=[laptop.slug]), reverse("mirror-switch", args=[laptop.slug])
    assert "has not sent anything yet" in client.get(page).text
    assert "Nothing was received from the laptop yet" in client.get(reverse("laptop", args=[home.slug])).text
    go_on(network)
    assert "Last sent: " in client.get(page).text
    assert "Last data from the laptop" in client.get(reverse("laptop", args=[home.slug])).text
    network.is_cut = True
    play(hanchan_of(laptop), tsumo(A))
    go_on(network)
    assert "does not answer" in client.get(page).text
    version = Tournament.objects.get(pk=laptop.pk).version

    client.post(switch)
    assert go_on(network) == 0
    assert "Sending is switched off: this laptop sends nothing." in client.get(page).text

    network.is_cut = False
    client.post(switch, {"is_on": "on"})
    assert go_on(network) == 1
    assert hands_at(home) == 2
    assert Tournament.objects.get(pk=laptop.pk).version == version


def test_a_mirror_that_ended_is_not_switched_on(home, laptop, network, by):
    return_from_laptop(tournament_id=laptop.pk, by=by)

    switch_mirror(tournament_id=laptop.pk, is_on=True)

    assert go_on(network) == 0


def test_a_file_with_an_address_that_is_not_allowed_makes_no_mirror(client, by, settings):
    home = away_at_the_hall(by, "autumn")
    settings.TENBO_MIRROR_SITES = ["none"]

    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=by)

    assert not Mirror.objects.filter(hand_over__tournament=laptop).exists()
    assert hand_overs_of(laptop).mirror is None
    client.force_login(by.user)
    page = client.get(reverse("laptop", args=[laptop.slug])).text
    assert "This laptop sends nothing to " in page
    assert "Stop sending" not in page


def test_open_pages_hear_of_the_note(client, home, laptop, network):
    htmx = {"HX-Request": "true"}
    address = reverse("away-note", args=[home.slug])
    assert f'data-live="{address}"' in client.get(home.get_absolute_url()).text
    assert "as it was at that time" in client.get(address, headers=htmx).text

    go_on(network)
    assert "you can only read it; last updated on" in client.get(address, headers=htmx).text
    assert 'data-live-every="60"' in client.get(address, headers=htmx).text
    home.refresh_from_db()
    HandOver.objects.filter(is_lent=True).update(ended_at=timezone.now(), outcome="returned")
    Tournament.objects.update(away_since=None, mirrored_at=None)

    note = client.get(address, headers=htmx).text
    assert 'id="away"' in note
    assert "notice" not in note
    assert client.get(address).status_code == 302
