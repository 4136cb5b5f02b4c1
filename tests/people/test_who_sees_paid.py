"""Who has paid is between the organizers and the player: referees read it neither in the list nor by a desk link."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, TournamentFactory, UserFactory, owner_of
from tournament.models import Announcement

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    tournament = TournamentFactory(owner=UserFactory(), referees=[UserFactory(username="referee")])
    Announcement.objects.create(tournament=tournament, fee="20 EUR", payment="IBAN CZ00", is_published=True)
    return tournament


def logged_in(user):
    browser = Client()
    browser.force_login(user)
    return browser


@pytest.mark.parametrize("status", ["applied", "waiting", "no_show", "cancelled"])
def test_the_list_shows_who_has_paid_to_organizers_alone(tournament, status):
    EntryFactory(tournament=tournament, number=1, paid=True, status=status)
    address, badge = reverse("players", args=[tournament.slug]), '<span class="badge">paid</span>'

    referee = tournament.memberships.get(role="referee").user
    assert badge not in logged_in(referee).get(address).text
    assert badge in logged_in(owner_of(tournament).account).get(address).text


def test_the_link_for_the_desk_says_nothing_about_the_fee(tournament):
    referee = logged_in(tournament.memberships.get(role="referee").user)
    pages, own = [], []
    for number, paid in ((1, True), (2, False)):
        entry = EntryFactory(tournament=tournament, number=number, paid=paid, player__name="Anna")
        link = referee.get(reverse("entry-link", args=[tournament.slug, number])).context["link"]
        pages.append(Client().get(link).text)
        own.append(Client().get(entry.get_link()).text)

    assert "Your fee has arrived." in own[0]
    assert ("The fee is 20 EUR." in own[1], "IBAN CZ00" in own[1]) == (True, True)
    for page in pages:
        assert "You are playing" in page
        assert [word for word in ("fee", "IBAN", "20 EUR") if word in page] == []
