"""Accounts at ada+1@, ada+2@ and so on, which many mail services deliver to one mailbox, fill it with no mails."""

import pytest
from django.core import mail
from django.urls import reverse

from tests.factories import UserFactory
from tests.site.accounts import ADA
from tournament.models import User
from tournament.site.actions.change_mails import ENTERED_OF_MAILBOX, count_entered
from tournament.site.actions.reset_mails import OF_MAILBOX, request_reset, send_reset_mails

pytestmark = pytest.mark.django_db
SITE = "https://tenbo.example.org"


def ask(*addresses):
    for address in addresses:
        request_reset(email=address, language="en", site=SITE)
        send_reset_mails()


def test_few_sub_addresses_of_one_mailbox_are_entered_in_accounts(client):
    for number in range(ENTERED_OF_MAILBOX.burst):
        count_entered(f"ada+{number}@example.org")

    refused = client.post(reverse("signup"), ADA | {"email": "ada+more@example.org"})
    assert refused.status_code == 409
    assert not User.objects.exists()

    assert client.post(reverse("signup"), ADA | {"email": "ada@example.org"}).status_code == 302


def test_resets_of_many_sub_addresses_fill_no_mailbox():
    addresses = [f"ada+{number}@example.org" for number in range(OF_MAILBOX.burst + 2)]
    for address in addresses:
        UserFactory(email=address)

    ask(*addresses)
    ask(*addresses)

    sent = [letter.to[0] for letter in mail.outbox]
    assert sent == [*addresses, *addresses[: OF_MAILBOX.burst]]  # the first of each on this day, and twelve more


def test_the_first_mail_of_a_day_goes_to_each_sub_address_whatever_others_asked_for():
    others = [f"ada+{number}@example.org" for number in range(OF_MAILBOX.burst)]
    for address in [*others, "ada+tenbo@example.org"]:
        UserFactory(email=address)
    ask(*others)
    ask(*others)
    mail.outbox.clear()

    ask("ada+tenbo@example.org")

    assert [letter.to[0] for letter in mail.outbox] == ["ada+tenbo@example.org"]


def test_they_keep_no_link_from_the_owner_of_the_mailbox():
    for number in range(OF_MAILBOX.burst):
        UserFactory(email=f"ada+{number}@example.org")
        ask(f"ada+{number}@example.org")
    mail.outbox.clear()
    UserFactory(email="ada@example.org")
    UserFactory(email="ada+own@example.org", proven_mail="ada+own@example.org")

    ask("ada@example.org", "ada+own@example.org")

    assert [letter.to[0] for letter in mail.outbox] == ["ada@example.org", "ada+own@example.org"]


def test_no_account_is_found_by_another_sub_address():
    UserFactory(email="ada+1@example.org")

    ask("ada@example.org", "ada+2@example.org")

    assert mail.outbox == []
