"""The limit of confirmation mails from one network leaves enough for a hall, and counts only mails that are written."""

from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory, UserFactory
from tests.whole_site.test_rates import use_up
from tournament.core.views import rates
from tournament.mail.actions.write_mail import TO_ADDRESS
from tournament.models import EntryTerms, Mail, RateUse

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

HALL = "network 127.0.0.1"


@pytest.fixture
def event(settings):
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", "https://tenbo.example.org"
    return open_event()


def open_event(**terms):
    event = TournamentFactory(owner=UserFactory())
    EntryTerms.objects.create(tournament=event, is_moderated=False, **terms)
    return event


def enter(client, event, name="Eva Malá", mail="eva@example.org"):
    data = {"name": name, "mail": mail, "key": str(uuid4()), "may_publish": "on"}
    return client.post(reverse("enter", args=[event.slug]), data)


def due():
    """How many mails will be sent."""
    return Mail.objects.filter(done_at=None).count()


def has_counted():
    """Whether a limit of the network's confirmations has been counted for any of these events."""
    return RateUse.objects.filter(key=rates.CONFIRMATIONS_OF_NETWORK.key(HALL)).exists()


def test_seventy_people_of_one_hall_get_their_links(client, event):
    for number in range(70):
        enter(client, event, f"Person {number}", f"{number}@example.org")

    assert due() == 70


def test_forms_for_an_event_without_mails_keep_nobodys_link_back(client, event):
    own = open_event(sends_mail=False)
    for _time in range(70):
        enter(client, own, "Mallory", "mallory@example.com")

    enter(client, event)

    assert due() == 1


def test_mails_of_one_event_keep_back_no_link_of_another(client, event):
    use_up(rates.CONFIRMATIONS, f"{HALL} {open_event().pk}")

    enter(client, event)

    assert due() == 1


def test_a_form_that_writes_no_mail_uses_up_none(client, event):
    silent = open_event(sends_mail=False)
    use_up(TO_ADDRESS, "busy@example.org")
    closed = open_event(is_on=False)

    answers = [
        enter(client, silent).status_code,
        enter(client, silent).status_code,
        enter(client, event, "Busy", "busy@example.org").status_code,
        enter(client, closed).status_code,
    ]

    assert (answers, due()) == ([302, 409, 302, 409], 0)
    assert not has_counted()
    enter(client, event)
    assert has_counted()


def test_a_form_that_is_sent_again_counts_one_mail(client, event):
    data = {"name": "Eva Malá", "mail": "eva@example.org", "key": str(uuid4()), "may_publish": "on"}
    address = reverse("enter", args=[event.slug])
    client.post(address, data)
    counted = RateUse.objects.get(key=rates.CONFIRMATIONS_OF_NETWORK.key(HALL)).used_until

    client.post(address, data)

    assert RateUse.objects.get(key=rates.CONFIRMATIONS_OF_NETWORK.key(HALL)).used_until == counted


def test_accounts_of_one_network_share_its_mails(client, event):
    use_up(rates.CONFIRMATIONS_OF_NETWORK, HALL)
    client.force_login(UserFactory())

    assert enter(client, event).status_code == 302
    assert due() == 0


def test_a_hall_has_as_many_mails_as_entries():
    assert rates.CONFIRMATIONS.burst >= rates.ENTRIES.burst
    assert rates.CONFIRMATIONS.period <= rates.ENTRIES.period
    assert rates.CONFIRMATIONS_OF_NETWORK.burst >= 3 * rates.ENTRIES.burst
