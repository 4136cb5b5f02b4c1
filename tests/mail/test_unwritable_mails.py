"""A mail that cannot be written is given up, and the others go on. Addresses of before are not checked again."""

import logging
from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import EntryFactory, UserFactory
from tournament.mail.actions.send_mails import send_mails
from tournament.models import Mail, MailKind, ResetMail
from tournament.site.actions.reset_mails import request_reset, send_reset_mails

pytestmark = pytest.mark.django_db
UNWRITABLE = '"a\x0cX:b"@example.org'


def test_one_person_does_not_keep_back_the_mails_of_all_others(smtp, clock):
    now = timezone.now()
    for address in [UNWRITABLE, "ada@example.org"]:
        Mail.objects.create(
            entry=EntryFactory(player__mail=address), kind=MailKind.RECEIVED, batch=uuid4(), language="en",
            subject="Hello", body="Text", next_try_at=now, expires_at=now + timedelta(days=1),
        )  # fmt: skip

    send_mails()
    clock.go_on(seconds=10)
    send_mails()

    assert smtp.received() == {"ada@example.org": 1}
    assert Mail.objects.filter(done_at=None).count() == 0


def test_one_account_does_not_keep_back_the_mails_that_reset_passwords(smtp, caplog):
    for address in [UNWRITABLE, "ada@example.org"]:
        UserFactory(email=address)
        request_reset(email=address, language="en", site="https://tenbo.example.org")

    with caplog.at_level(logging.CRITICAL):
        send_reset_mails()

    assert smtp.received() == {"ada@example.org": 1}
    assert not ResetMail.objects.exists()


def test_an_account_with_such_an_address_can_still_be_changed(smtp, client):
    user = UserFactory(email=UNWRITABLE)
    client.force_login(user)
    fields = {"old_password": "correct horse", "new_password1": "battery staple 1", "new_password2": "battery staple 1"}
    user.set_password("correct horse")
    user.save()
    client.force_login(user)

    assert client.post(reverse("password_change"), fields).status_code == 302
