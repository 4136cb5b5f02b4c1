"""Addresses at domains like straße.de, which Django would mail to strasse.de: none is entered, and those of before get
no mail. Otherwise the owner of the other domain could take the account."""

import pytest
from django.core import mail
from django.urls import reverse

from tests.factories import UserFactory
from tests.site.accounts import ADA
from tournament.models import AccountEvent, ResetMail, User
from tournament.site.actions.change_mails import queue_change_mail, send_change_mails
from tournament.site.actions.reset_mails import request_reset, send_reset_mails

pytestmark = pytest.mark.django_db
SITE = "https://tenbo.example.org"


@pytest.fixture(autouse=True)
def mail_server(settings):
    settings.EMAIL_HOST, settings.TENBO_ADDRESS = "mail.example.org", SITE


def test_nobody_signs_up_with_such_an_address(client):
    refused = client.post(reverse("signup"), ADA | {"email": "ada@straße.de"})

    assert refused.status_code == 422
    assert "do not agree which domain “straße.de” means" in refused.text
    assert not User.objects.exists()


@pytest.mark.parametrize("asked", ["ada@strasse.de", "ada@straße.de", "ada@xn--strae-oqa.de"])
def test_an_account_of_before_mails_no_link_to_the_other_domain(client, asked):
    UserFactory(email="ada@straße.de")

    client.post(reverse("password_reset"), {"email": asked})
    request_reset(email=asked, language="en", site=SITE)  # as before such domains were refused
    send_reset_mails()

    assert mail.outbox == []
    assert not ResetMail.objects.exists()


def test_an_account_of_before_mails_no_notice_to_the_other_domain():
    user = UserFactory(email="ada@straße.de")
    queue_change_mail(user, AccountEvent.Kind.PASSWORD, to=user.email, language="en", site=SITE)

    send_change_mails()

    assert mail.outbox == []


def test_the_owner_of_the_other_domain_gets_mails_of_their_own_account(client):
    UserFactory(email="ada@straße.de")
    UserFactory(username="eva", email="ada@strasse.de")

    client.post(reverse("password_reset"), {"email": "ada@strasse.de"})
    send_reset_mails()

    [letter] = mail.outbox
    assert letter.to == ["ada@strasse.de"]
    assert letter.body.count("/password-reset/") == 1
