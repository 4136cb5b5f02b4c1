"""Notices of changes of accounts are sent outside of requests, and wait for a mail server that does not answer."""

import pytest
from django.urls import reverse

from tests.factories import PASSWORD, UserFactory
from tournament.core.actions.queue import LEASE
from tournament.mail.delivery import open_connection
from tournament.models import ChangeMail, User
from tournament.site.actions import change_mails
from tournament.site.actions.change_mails import AT_ONCE, LIFE, send_change_mails

pytestmark = pytest.mark.django_db


@pytest.fixture
def change_address(client):
    """A function that logs in an account with an address, and removes the address."""

    def change(address, language="en"):
        client.force_login(UserFactory(email=address))
        form = {"name": "", "email": "", "password": PASSWORD}
        return client.post(reverse("account"), form, headers={"Accept-Language": language}).status_code

    return change


def test_a_request_does_not_wait_for_the_mail_server(smtp, change_address):
    assert change_address("ada@example.org", language="fr") == 302
    assert smtp.mails == []

    send_change_mails()

    [letter] = smtp.mails
    assert (letter["To"], letter["Subject"]) == ("ada@example.org", "Votre compte Tenbo")
    assert "https://tenbo.example.org/" in letter.get_content()
    assert not ChangeMail.objects.exists()


def test_a_notice_waits_until_the_mail_server_answers_again(smtp, change_address, clock, caplog):
    smtp.is_down = True
    change_address("ada@example.org")
    send_change_mails()
    assert "Notices of changes of accounts wait" in caplog.text

    smtp.is_down = False
    send_change_mails()
    assert smtp.mails == []
    clock.go_on(seconds=10)
    send_change_mails()
    send_change_mails()

    assert smtp.received() == {"ada@example.org": 1}


def test_a_refused_notice_is_given_up_and_keeps_back_no_other(smtp, change_address):
    smtp.refusals["ada@example.org"] = "550 no such mailbox"
    for address in ("ada@example.org", "bea@example.org"):
        change_address(address)

    send_change_mails()

    assert smtp.received() == {"bea@example.org": 1}
    assert not ChangeMail.objects.exists()


def test_a_notice_is_given_up_after_a_day(smtp, change_address, clock):
    smtp.is_down = True
    change_address("ada@example.org")

    clock.go_on(seconds=LIFE.total_seconds() - 1)
    send_change_mails()
    smtp.is_down = False
    clock.go_on(seconds=LEASE.total_seconds())
    send_change_mails()

    assert smtp.mails == []
    assert not ChangeMail.objects.exists()


def test_a_notice_whose_text_was_sent_without_an_answer_is_not_sent_again(smtp, change_address, clock):
    smtp.silent = 1
    change_address("ada@example.org")

    for _time in range(3):
        send_change_mails()
        clock.go_on(minutes=5)

    assert smtp.received() == {"ada@example.org": 1}
    assert not ChangeMail.objects.exists()


def test_two_processes_never_send_the_same_notice(smtp, change_address, clock, monkeypatch):
    """The first opens its connection for longer than its lease."""
    change_address("ada@example.org")
    original = open_connection

    def open_slowly():
        monkeypatch.setattr(change_mails, "open_connection", original)
        clock.go_on(seconds=LEASE.total_seconds() + 1)
        send_change_mails()
        return original()

    monkeypatch.setattr(change_mails, "open_connection", open_slowly)
    send_change_mails()

    assert smtp.received() == {"ada@example.org": 1}


def test_the_log_names_no_address(smtp, change_address, caplog):
    change_address("ada@example.org")
    ChangeMail.objects.update(email="a@b..c")

    send_change_mails()

    assert "could not be told" in caplog.text
    assert "a@b" not in caplog.text


def test_many_notices_leave_other_mails_their_turn(smtp, change_address):
    for number in range(AT_ONCE + 1):
        change_address(f"ada{number}@example.org")

    send_change_mails()

    assert len(smtp.mails) == AT_ONCE


def test_a_deleted_account_gets_no_notice(smtp, change_address):
    change_address("ada@example.org")
    User.objects.all().delete()

    send_change_mails()

    assert smtp.mails == []
