"""Links of tables: printed, opened, taken back."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from tests.factories import EntryFactory, HanchanFactory, TableFactory, TournamentFactory, UserFactory, at_table
from tests.queries import queries_of
from tournament.core.rates import Rate
from tournament.core.requests import SESSION_TABLES
from tournament.core.views import rates
from tournament.core.words.qr import qr_code
from tournament.models import Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(client):
    user = UserFactory()
    client.force_login(user)
    return TournamentFactory(organizers=[user])


@pytest.fixture
def url(tournament):
    return reverse("tables", args=[tournament.slug])


def test_each_table_has_its_link_and_its_code(client, tournament, url):
    tables = [TableFactory(tournament=tournament, number=number) for number in (1, 2)]

    page = client.get(url).text

    for table in tables:
        link = f"http://testserver{table.get_link()}"
        assert f'value="{link}"' in page
        assert qr_code(link) in page


@pytest.mark.parametrize("in_a_hall", [True, False])
def test_a_laptop_in_a_hall_says_where_phones_are_set_up_for_https(client, url, settings, in_a_hall):
    settings.TENBO_ADDRESS = "http://192.168.1.20:8000"
    settings.TENBO_SECURE_ADDRESSES = {"192.168.1.20": "https://192.168.1.20:8443"} if in_a_hall else {}

    assert ('href="http://192.168.1.20:8000/phones/"' in client.get(url).text) is in_a_hall


def test_links_start_with_the_configured_address(client, tournament, url, settings):
    settings.TENBO_ADDRESS = "https://tenbo.example.org"
    table = TableFactory(tournament=tournament)

    assert f'value="https://tenbo.example.org{table.get_link()}"' in client.get(url).text


def test_every_page_with_a_link_for_phones_says_where_they_cannot_open_it(client, tournament):
    tournament.hall_nonce = "abc"
    tournament.save()
    hanchan = HanchanFactory(round__tournament=tournament)
    entry = hanchan.seats.first().entry
    here = [tournament.slug]
    pages = [
        reverse("tables", args=here),
        reverse("print-sheets", args=[*here, hanchan.round.number]),
        reverse("print-schedules", args=here),
        reverse("visibility", args=here),
        reverse("entry-edit", args=[*here, entry.number]),
        reverse("entry-link", args=[*here, entry.number]),
        entry.get_link(),
    ]
    says = "Phones cannot open this address"

    warned = [page for page in pages if says in client.get(page, headers={"host": "localhost:8000"}).text]
    not_warned = [page for page in pages if says not in client.get(page).text]
    invited = client.post(reverse("invitation-new", args=here), {"role": "referee"}, headers={"host": "127.0.0.1"})

    assert (warned, not_warned) == (pages, pages)
    assert says in invited.text


def test_a_code_has_no_style():
    assert qr_code("http://localhost/").startswith("<svg")
    assert "style" not in qr_code("http://localhost/")


def test_a_referee_sees_the_links_but_cannot_change_them(client, url, tournament):
    referee = UserFactory()
    tournament.memberships.create(user=referee, role="referee")
    table = TableFactory(tournament=tournament)
    client.force_login(referee)

    page = client.get(url).text

    assert table.get_link() in page
    assert "New link" not in page
    assert client.post(reverse("table-revoke", args=[tournament.slug, 1])).status_code == 404
    assert client.post(reverse("tables-prepare", args=[tournament.slug]), {"count": "3"}).status_code == 404
    assert Table.objects.get().get_link() == table.get_link()


def test_tables_are_made_before_a_round_needs_them(client, tournament, url):
    EntryFactory.create_batch(13, tournament=tournament)
    TableFactory(tournament=tournament, number=2)
    prepare = reverse("tables-prepare", args=[tournament.slug])

    page = client.get(url)
    made = client.post(prepare, {"count": "3"})
    client.post(prepare, {"count": "2"})

    assert page.context["form"]["count"].value() == 3
    assert made.status_code == 302
    assert list(tournament.tables.values_list("number", flat=True)) == [1, 2, 3]
    assert tournament.log.get().kind == "tables.prepared"


@pytest.mark.parametrize("count", ["0", "251", "many", ""])
def test_a_hall_has_some_tables(client, tournament, count):
    response = client.post(reverse("tables-prepare", args=[tournament.slug]), {"count": count})

    assert response.status_code == 422
    assert not Table.objects.exists()


def test_opening_a_link_opens_that_table_alone():
    table = TableFactory(number=1, tournament__is_public=False)
    other = TableFactory(number=2, tournament=table.tournament)
    phone = Client()

    response = phone.get(table.get_link())

    assert (response.status_code, response["Location"].rstrip("/")[-8:]) == (302, "tables/1")
    assert phone.session[SESSION_TABLES] == {str(table.pk): table.link_nonce}
    assert str(other.pk) not in phone.session[SESSION_TABLES]


def test_one_link_opens_a_bounded_number_of_browsers_in_an_hour(monkeypatch):
    monkeypatch.setattr(rates, "NEW_BROWSERS", Rate("browsers that open a link", 2, timedelta(hours=1)))
    table, phone = TableFactory(), Client()

    opened = [(phone if number < 2 else Client()).get(table.get_link()).status_code for number in range(4)]

    assert opened == [302, 302, 302, 429]
    assert phone.get(table.get_link()).status_code == 302
    assert Session.objects.count() == 2


def test_a_new_link_has_a_count_of_its_own(monkeypatch):
    """Else whoever used up the old link after a leak would keep the phones of the hall out of the new one."""
    monkeypatch.setattr(rates, "NEW_BROWSERS", Rate("browsers that open a link", 1, timedelta(hours=1)))
    table = TableFactory()
    before = [Client().get(table.get_link()).status_code for _each in range(2)]
    table.renew_link()
    table.save()

    assert before == [302, 429]
    assert Client().get(table.get_link()).status_code == 302


def test_an_invented_session_opens_no_link_uncounted(monkeypatch):
    monkeypatch.setattr(rates, "NEW_BROWSERS", Rate("browsers that open a link", 2, timedelta(hours=1)))
    table, opened = TableFactory(), []
    for number in range(4):
        phone = Client()
        phone.cookies[settings.SESSION_COOKIE_NAME] = "a" * 31 + f"{number // 2}"
        opened.append(phone.get(table.get_link()).status_code)

    assert opened == [302, 302, 429, 429]
    assert Session.objects.count() == 2


def test_a_phone_may_open_two_tables():
    tournament = TournamentFactory()
    phone = Client()

    for number in (1, 2):
        phone.get(TableFactory(tournament=tournament, number=number).get_link())

    assert len(phone.session[SESSION_TABLES]) == 2


def test_a_wrong_link_opens_nothing_and_says_so():
    table = TableFactory()
    phone = Client()

    response = phone.get(reverse("table-link", args=[table.tournament.slug, table.number, "0" * 18]))

    assert response.status_code == 404
    assert "may have been replaced" in response.text
    assert SESSION_TABLES not in phone.session


def test_a_revoked_link_shuts_its_phones_out(client, tournament):
    hanchan = HanchanFactory(round__tournament=tournament)
    table = hanchan.table
    phone = Client()
    before = at_table(table)
    old = table.get_link()
    phone.get(old)

    client.post(reverse("table-revoke", args=[tournament.slug, table.number]))

    table.refresh_from_db()
    assert table.get_link() != old
    assert phone.get(old).status_code == 404
    assert not Table.objects.scored_by(before).exists()
    assert tournament.log.get().kind == "table.link_revoked"


def test_more_tables_take_no_more_queries(client, tournament, url):
    TableFactory(tournament=tournament, number=1)
    few = queries_of(client, url)

    for number in range(2, 9):
        TableFactory(tournament=tournament, number=number)

    assert queries_of(client, url) == few
