"""How many browsers may open the links of one account's events: each gets a session, which is stored for two weeks."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client, RequestFactory

from tests.factories import EntryFactory, TableFactory, TournamentFactory, UserFactory
from tournament.core.rates import Rate
from tournament.core.views import rates
from tournament.core.views.rates import count_new_browser

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def few(monkeypatch):
    """One browser of each link is among its first; all links have two such, and two others."""
    monkeypatch.setattr(rates, "FIRST_BROWSERS", Rate("first browsers that open a link", 1, HOUR))
    monkeypatch.setattr(rates, "NEW_BROWSERS_OF_ACCOUNT", Rate("browsers that open links", 2, HOUR))


@pytest.fixture
def event():
    return TournamentFactory(owner=UserFactory())


def opened(link, times=1, **sent):
    return [Client().get(link, **sent).status_code for _ in range(times)]


def test_links_of_one_account_open_a_bounded_number_of_browsers(few, event):
    links = [TableFactory(tournament=event, number=number).get_link() for number in range(1, 6)]

    assert [opened(link) for link in links] == [[302], [302], [302], [302], [429]]
    assert Session.objects.count() == 4


def test_links_of_its_other_events_and_of_players_count_too(few, event):
    other = TournamentFactory(owner=event.memberships.get().user)
    own, hall = EntryFactory(tournament=event).get_link(), TableFactory(tournament=other).get_link()

    assert (opened(own, 2), opened(hall, 2), opened(own)) == ([200, 200], [302, 302], [429])


def test_events_of_others_and_other_networks_are_not_refused(few, event):
    link = TableFactory(tournament=event).get_link()
    stranger = TableFactory(tournament__owner=UserFactory()).get_link()

    assert opened(link, 4) == [302, 302, 302, 429]
    assert opened(stranger) == [302]
    assert opened(link, REMOTE_ADDR="203.0.113.9") == [302]


def test_whoever_opens_one_link_again_and_again_keeps_nobody_from_another(few, event):
    first, second = (TableFactory(tournament=event, number=number).get_link() for number in (1, 2))

    assert opened(first, 4) == [302, 302, 302, 429]
    assert opened(second) == [302]


def test_an_event_without_a_team_has_a_count_of_its_own(few):
    one, other = TableFactory().get_link(), TableFactory().get_link()

    assert (opened(one, 4), opened(other)) == ([302, 302, 302, 429], [302])


def test_no_phone_of_a_large_hall_is_refused(event, monkeypatch):
    """A thousand players behind one address, each with a phone that opens the link of the table and an own one, and
    forgets its session once; here a twentieth of them. Nothing raises `TooOften`."""
    part = Rate("browsers that open links", rates.NEW_BROWSERS_OF_ACCOUNT.burst // 20, HOUR)
    monkeypatch.setattr(rates, "NEW_BROWSERS_OF_ACCOUNT", part)
    request = RequestFactory().get("/")
    request.session = {}
    for number in range(50):
        for _ in range(2):
            count_new_browser(request, event, f"table {number // 4}")
            count_new_browser(request, event, f"entry {number}", of_player=True)
