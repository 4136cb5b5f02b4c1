"""The printed cards of a club lead to the tables of tonight's event."""

from datetime import date

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.clubs.nights import evening, night_of
from tests.factories import TableFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("hour", "day"), [(19, 26), (1, 27)], ids=["in the evening", "after midnight"])
def test_a_card_leads_to_the_table_of_its_number_of_tonights_event(client, club, monkeypatch, hour, day):
    for day_before in (19, 25):
        night_of(club, starts_on=date(2026, 11, day_before))
    night = night_of(club)
    TableFactory(tournament=night, number=2)
    night_of(club, archived_at=timezone.now())
    link = club.tables.get(number=2).get_link()
    monkeypatch.setattr(timezone, "now", lambda: evening(hour, day))
    client.logout()

    response = client.get(link)

    assert response.url == reverse("table", args=[night.slug, 2])
    assert client.get(response.url).status_code == 200
    assert client.get(reverse("table", args=[night.slug, 1])).status_code == 404


def test_a_card_of_last_week_is_good_this_week(client, club, monkeypatch):
    link = club.tables.get(number=1).get_link()
    nights = [night_of(club, starts_on=date(2026, 11, day)) for day in (19, 26)]
    for night in nights:
        TableFactory(tournament=night)

    for night, day in zip(nights, (19, 26), strict=True):
        monkeypatch.setattr(timezone, "now", lambda day=day: evening(day=day))
        assert client.get(link).url == reverse("table", args=[night.slug, 1])


def test_a_card_says_what_is_missing(client, club, tonight):
    link = club.tables.get(number=1).get_link()

    without_night = client.get(link)
    night_of(club, name="Without tables")
    without_table = client.get(link)
    second = night_of(club, name="Second")
    TableFactory(tournament=second)
    of_two = client.get(link)
    chosen = client.get(f"{link}?event={second.slug}")

    assert "no club night today" in without_night.text
    assert "Without tables has no table 1" in without_table.text
    assert "several events today" in of_two.text
    assert chosen.url == reverse("table", args=[second.slug, 1])


def test_a_new_link_ends_the_printed_card(client, club, tonight):
    table = club.tables.get(number=1)
    link = table.get_link()

    page = client.post(reverse("club-table-renew", args=[club.slug, 1]), follow=True)

    assert "can continue until you replace its link in tonight’s club night too" in page.text
    assert client.get(link).status_code == 404
    assert client.get(club.tables.get(number=1).get_link()).status_code == 200
    assert client.get(link.replace("/1/", "/2/")).status_code == 404


def test_tables_are_made_once(client, club):
    address = reverse("club-tables", args=[club.slug])

    client.post(address, {"count": "3"})
    refused = client.post(address, {"count": "none"})

    assert list(club.tables.values_list("number", flat=True)) == [1, 2, 3]
    assert refused.status_code == 422
    assert client.get(address).text.count("<svg") == 3


@pytest.mark.parametrize("page", ["team", "links"])
def test_where_links_are_replaced_the_cards_of_the_club_are_told_of(client, club, organizer, page):
    """A card opens the table with its new link too."""
    of_club, alone = (night_of(tonights, owner=organizer, referees=[UserFactory()]) for tonights in (club, None))

    told = [
        "New links on this page do not change the club’s table cards"
        in client.get(reverse(page, args=[night.slug])).text
        for night in (of_club, alone)
    ]

    assert told == [True, False]
