"""A mail that cannot be written is given up, and the others go on. Addresses of before are not checked again."""

import logging
import smtplib
from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import EntryFactory, TournamentFactory, UserFactory
from tournament.mail.actions import send_mails as sending
from tournament.mail.actions.send_mails import send_mails
from tournament.mail.delivery import NotifyingSMTP, deliver, open_connection
from tournament.mail.words.mail import sender_name, subject_of
from tournament.models import Announcement, Entry, Mail, MailKind, Player, ResetMail, Tournament
from tournament.models.mail import SENT
from tournament.site.actions.reset_mails import request_reset, send_reset_mails

pytestmark = pytest.mark.django_db
UNWRITABLE = '"a\x0cX:b"@example.org'
ODD_NAMES = [
    "Open\nCup", "Open\r\nBcc: x@example.com", "Open\rCup", "Open\x0bCup", "Open\x0cX-Own: b", "Open\x1cCup",
    "Open\x85Cup", "Open\u2028Cup", "Open\x01\x1b\x7fCup", "Open\u202eCup", "Žižkov\n: Cup", '"Open" \\ <Cup>, (x; y)',
    "a@b, c@d", "=?utf-8?q?a=0Ab?=", "=?nope?b?x?=", "\n", "", "x" * 80, "ž " * 40, "🀄" * 80,
]  # fmt: skip
HEADERS = {
    "Content-Type", "MIME-Version", "Content-Transfer-Encoding", "Subject", "From", "To", "Date", "Message-ID",
    "Auto-Submitted",
}  # fmt: skip


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


def queue(tournament, number, address, **facts):
    now = timezone.now()
    return Mail.objects.create(
        entry=EntryFactory(tournament=tournament, number=number, player__mail=address, **facts),
        kind=MailKind.MESSAGE, batch=uuid4(), language="en",
        subject=f"{tournament.name}: hello {{name}}", body="Hello {name}\n",
        next_try_at=now, expires_at=now + timedelta(days=1),
    )  # fmt: skip


def test_no_mail_to_a_domain_that_programs_read_differently_goes_to_the_owner_of_another(smtp, clock):
    """A stored "straße.de" would be mailed at strasse.de, with the private link."""
    event = TournamentFactory()
    event.announcement = Announcement(tournament=event, reply_to="club@straße.de")
    event.announcement.save()
    for number, address in enumerate(["ada@straße.de", "ada@βόλος.gr", "ada@příklad.cz"], 1):
        queue(event, number, address)

    assert send_mails() == 3

    assert smtp.received() == {"ada@xn--pklad-zsa96e.cz": 1}
    assert smtp.mails[0]["Reply-To"] is None
    assert not Mail.objects.filter(done_at=None).exists()


@pytest.mark.parametrize("odd", ODD_NAMES)
def test_an_odd_name_of_an_event_or_a_person_stops_no_mail(smtp, clock, odd):
    """Names of imported files are not checked as those of forms are."""
    tournament = TournamentFactory(name=odd)
    for number in (1, 2):
        queue(tournament, number, f"{number}@example.org", player__name=odd)
    queue(TournamentFactory(name="Spring Open"), 1, "ada@example.net", player__name="Ada")

    assert send_mails() == 3

    assert smtp.received() == {"1@example.org": 1, "2@example.org": 1, "ada@example.net": 1}
    assert set(Mail.objects.values_list("result", flat=True)) == {SENT}
    for mail in smtp.mails:
        assert set(mail.keys()) == HEADERS
        assert mail["From"].addresses[0].addr_spec == "tenbo@example.org"
        assert mail["From"].addresses[0].display_name.endswith("· Tenbo")
        assert len(mail["From"]) < 150
        assert mail.get_content().startswith("Hello ")


def test_the_sender_of_an_event_with_a_line_break_in_its_name_is_on_one_line(smtp):
    queue(TournamentFactory(name="Open\nCup"), 1, "ada@example.org", player__name="Ada\nLovelace")

    send_mails()

    assert smtp.mails[0]["From"] == "Open Cup · Tenbo <tenbo@example.org>"
    assert smtp.mails[0]["Subject"] == "Open Cup: hello Ada Lovelace"


def test_what_no_database_stores_does_not_get_into_a_header_either():
    event = Tournament(name="Open\x00\ud800Cup" + "x" * 5_000)
    mail = Mail(entry=Entry(tournament=event, player=Player(name="Ada\x00\udfff")), subject="Hello {name}")

    assert sender_name(mail) == f"Open Cup{'x' * 92} · Tenbo"
    assert subject_of(mail) == "Hello Ada"


@pytest.mark.parametrize("is_begun", [False, True], ids=["before", "after"])
def test_many_mails_that_cannot_be_written_hold_up_nobody_and_need_few_connections(smtp, clock, monkeypatch, is_begun):
    """`is_begun`: the mail server waits for the rest of the mail when the error comes."""
    bad = TournamentFactory(name="Bad")
    for number in range(12):
        queue(bad, number + 1, f"bad{number}@example.org" if is_begun else f'"{number}\x0cX:b"@example.org')
    clock.go_on(seconds=1)
    for number in range(3):
        queue(TournamentFactory(), 1, f"{number}@example.net")
    opened = []
    monkeypatch.setattr(sending, "open_connection", lambda: opened.append(1) or open_connection())

    def rcpt(self, recipient, options=()):
        if recipient.startswith("bad"):
            raise UnicodeEncodeError("ascii", recipient, 0, 1, "not in ASCII")
        return smtplib.SMTP.rcpt(self, recipient, options)

    monkeypatch.setattr(NotifyingSMTP, "rcpt", rcpt, raising=False)

    assert send_mails() == 15

    assert smtp.received() == {f"{number}@example.net": 1 for number in range(3)}
    assert not Mail.objects.filter(done_at=None).exists()
    assert len(opened) == (12 if is_begun else 1)


def test_a_mail_with_an_unexpected_error_delays_no_other(smtp, clock, monkeypatch, caplog):
    for number in range(4):
        queue(TournamentFactory(), 1, f"{number}@example.org", player__name=str(number))

    def body_or_error(mail):
        if mail.entry.player.name in {"0", "2"}:
            raise LookupError("a bug")
        return mail.body

    monkeypatch.setattr(sending, "body_of", body_or_error)
    with caplog.at_level(logging.CRITICAL):
        assert send_mails() == 4

    assert smtp.received() == {"1@example.org": 1, "3@example.org": 1}


def test_a_mail_taken_by_another_process_delays_no_other(smtp, clock, monkeypatch):
    taken = queue(TournamentFactory(), 1, "0@example.org")
    queue(TournamentFactory(), 1, "1@example.org")

    def delivering(connection, message, hand_over):
        Mail.objects.filter(pk=taken.pk).update(next_try_at=timezone.now() + timedelta(hours=1))
        return deliver(connection, message, hand_over)

    monkeypatch.setattr(sending, "deliver", delivering)

    assert send_mails() == 2
    assert smtp.received() == {"1@example.org": 1}
