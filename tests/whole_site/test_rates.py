"""What is done too often is refused in words, and a hall behind one address is never hindered."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from tests.factories import PASSWORD, TournamentFactory, UserFactory
from tests.sessions import begin_session
from tournament.core.requests import SESSION_TABLES
from tournament.core.views import rates
from tournament.models import Call, Entry, EntryTerms, RateUse, ResetMail, Tournament, User
from tournament.site.actions.reset_mails import send_reset_mails

pytestmark = pytest.mark.django_db

HALL = "network 127.0.0.1"


def use_up(rate, subject):
    """Nobody may do it once more for a while."""
    now = timezone.now()
    RateUse.objects.create(key=rate.key(subject), used_until=now + rate.period, changed_at=now)


NEW = {"name": "Autumn Open", "ruleset_key": "wrc_2015", "place": "", "starts_on": ""}


def test_an_account_creates_so_many_tournaments_in_a_day(client):
    owner = UserFactory()
    client.force_login(owner)
    use_up(rates.TOURNAMENTS, f"account {owner.pk} ")

    answer = client.post(reverse("tournament-new"), NEW | {"key": uuid4()})

    assert answer.status_code == 409
    assert "Too many attempts. Try again in" in answer.text
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("page", ["players-add", "past-results", "seating-import"])
def test_an_account_has_so_many_lists_read_in_an_hour(client, page):
    owner = UserFactory()
    tournament = TournamentFactory(owner=owner)
    client.force_login(owner)
    use_up(rates.LISTS, f"account {owner.pk} ")

    answer = client.post(reverse(page, args=[tournament.slug]), {"names": "Jan Novák", "text": "Jan Novák"})

    assert answer.status_code == 429
    assert "Try again in" in answer.text


def test_a_network_signs_up_so_often(client):
    use_up(rates.SIGN_UPS, f"{HALL} ")
    ada = {"username": "ada", "email": "", "password1": PASSWORD, "password2": PASSWORD}

    assert client.post(reverse("signup"), ada).status_code == 409
    assert not User.objects.exists()


def test_one_address_gets_three_mails_in_an_hour_and_nobody_learns_of_it(client, settings):
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    UserFactory(email="ada@example.org")

    answers = [client.post(reverse("password_reset"), {"email": "Ada@example.org"}).url for _ in range(5)]
    send_reset_mails()

    assert len(mail.outbox) == 3
    assert set(answers) == {reverse("password_reset_done")}


def test_invented_addresses_keep_no_mail_of_their_network_back(client, settings):
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    UserFactory(email="ada@example.org")
    wanted = [*(f"invented{n}@example.org" for n in range(150)), "ada@example.org"]

    answers = {client.post(reverse("password_reset"), {"email": email}).url for email in wanted}
    send_reset_mails()

    assert answers == {reverse("password_reset_done")}
    assert [letter.to for letter in mail.outbox] == [["ada@example.org"]]
    assert not ResetMail.objects.exists()


def test_a_table_calls_so_often(client):
    table = TournamentFactory().tables.create(number=1)
    begin_session(client, **{SESSION_TABLES: {str(table.pk): table.link_nonce}})
    use_up(rates.CALLS, f"{table.pk} {table.link_nonce}")
    call = reverse("call", args=[table.tournament.slug, 1])

    plain, htmx = client.post(call), client.post(call, headers={"HX-Request": "true"})

    assert (plain.status_code, htmx.status_code) == (429, 409)
    assert 'id="later"' in htmx.text
    assert htmx.headers["HX-Reselect"] == "#later"
    assert not Call.objects.exists()

    table.link_nonce = "replaced"
    table.save()
    begin_session(client, **{SESSION_TABLES: {str(table.pk): table.link_nonce}})
    assert client.post(call).status_code == 302
    assert Call.objects.exists()


def test_a_network_enters_so_often(client):
    tournament = TournamentFactory()
    EntryTerms.objects.create(tournament=tournament)
    use_up(rates.ENTRIES, f"{HALL} {tournament.pk}")

    answer = client.post(
        reverse("enter", args=[tournament.slug]), {"key": uuid4(), "name": "Jan Novák", "mail": "jan@example.org"}
    )

    assert answer.status_code == 409
    assert not Entry.objects.exists()


@pytest.mark.parametrize("rate", [rates.SIGN_UPS, rates.ENTRIES])
def test_two_hundred_phones_behind_one_address_are_one_burst(rate):
    assert rate.burst >= 200
    assert rate.period <= timedelta(hours=4)
