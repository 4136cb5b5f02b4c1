"""Mails given to a real SMTP server: each once, whatever fails; what nobody knows is left to people."""

import logging
import time
from uuid import uuid4

import pytest
from django.core import mail as console
from django.utils import timezone

from tests.factories import EntryFactory, TournamentFactory
from tournament.core.actions.queue import LAST_RETRY, LEASE
from tournament.mail import delivery
from tournament.mail.actions import send_mails as sending
from tournament.mail.actions.send_mails import AT_ONCE, send_mails
from tournament.mail.actions.write_mail import LIFE
from tournament.mail.delivery import deliver
from tournament.mail.words.mail import subject_of
from tournament.models import Mail, MailKind, Player
from tournament.models.mail import MailState

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return TournamentFactory(name="Jarní turnaj", slug="jarni")


def write(tournament, count=1, **columns):
    now = timezone.now()
    entries = [
        EntryFactory(tournament=tournament, number=number, player__mail=f"p{number}@example.org")
        for number in range(1, count + 1)
    ]
    return Mail.objects.bulk_create(
        Mail(
            entry=entry,
            kind=MailKind.MESSAGE,
            batch=uuid4(),
            language="cs",
            subject="Čas, {name}",
            body="Ahoj {name},\n\n{link}\n",
            next_try_at=now,
            expires_at=now + LIFE,
            **columns,
        )
        for entry in entries
    )


def states():
    return [mail.state for mail in Mail.objects.order_by("pk")]


def test_a_mail_has_its_readers_name_and_link_and_a_message_id_of_its_own(smtp, tournament):
    (mail,) = write(tournament)
    mail.entry.player.name = "Žofie"
    mail.entry.player.save()

    assert send_mails() == 1
    assert send_mails() == 0

    (came,) = smtp.mails
    assert (came["To"], came["Subject"]) == ("p1@example.org", "Čas, Žofie")
    assert came["From"] == "Jarní turnaj · Tenbo <tenbo@example.org>"
    assert came["Message-ID"] == f"<{mail.batch.hex}.{mail.entry_id}@example.org>"
    assert came["Auto-Submitted"] == "auto-generated"
    assert came.get_content().split() == ["Ahoj", "Žofie,", f"https://tenbo.example.org{mail.entry.get_link()}"]
    assert states() == [MailState.SENT]
    assert Mail.objects.get().to == "p1@example.org"


@pytest.mark.slow
def test_a_server_that_is_away_delays_them_and_each_comes_once(smtp, tournament, clock):
    write(tournament, AT_ONCE + 5)
    smtp.lives = 7

    send_mails()  # the connection breaks after seven
    assert len(smtp.mails) == 7
    for _look in range(4):
        send_mails()
        clock.go_on(seconds=6)
    assert len(smtp.mails) == 7
    assert set(states()) == {MailState.SENT, MailState.WAITING}

    smtp.is_down, smtp.lives = False, None
    clock.go_on(minutes=10)
    while send_mails():
        pass

    assert smtp.received() == {f"p{number}@example.org": 1 for number in range(1, AT_ONCE + 6)}
    assert set(states()) == {MailState.SENT}


def test_a_refused_recipient_holds_up_nobody_else(smtp, tournament, clock):
    write(tournament, 3)
    smtp.refusals = {"p1@example.org": "550 <p1@example.org>: no such user", "p2@example.org": "451 try later"}

    send_mails()

    assert states() == [MailState.FAILED, MailState.WAITING, MailState.SENT]
    assert [mail.result for mail in Mail.objects.order_by("pk")][:2] == ["550 no such user", "451 try later"]
    smtp.refusals = {}
    clock.go_on(minutes=1)
    send_mails()
    assert smtp.received() == {"p2@example.org": 1, "p3@example.org": 1}


def test_a_mail_deferred_for_days_is_tried_every_ten_minutes_and_holds_up_nobody_else(smtp, tournament, clock):
    deferred, *_others = write(tournament, 3)
    smtp.refusals = {"p1@example.org": "452 mailbox full"}
    Mail.objects.filter(pk=deferred.pk).update(attempts=400)

    assert send_mails() == 3

    assert smtp.received() == {"p2@example.org": 1, "p3@example.org": 1}
    assert states() == [MailState.WAITING, MailState.SENT, MailState.SENT]
    assert Mail.objects.get(pk=deferred.pk).next_try_at == clock.now + LAST_RETRY


def test_an_outage_of_days_ends_for_all_mails(smtp, tournament, clock):
    write(tournament, 3, attempts=400)
    smtp.is_down = True

    assert send_mails() == 0

    assert {mail.next_try_at for mail in Mail.objects.all()} == {clock.now + LAST_RETRY}


def test_a_mail_that_raises_delays_itself_only(smtp, tournament, clock, monkeypatch, caplog):
    first, *_others = write(tournament, 3)

    def subject_or_error(mail):
        if mail.pk == first.pk:
            raise LookupError("a bug")
        return subject_of(mail)

    monkeypatch.setattr(sending, "subject_of", subject_or_error)
    with caplog.at_level(logging.CRITICAL):
        for _look in range(3):
            send_mails()
            clock.go_on(seconds=6)

    assert smtp.received() == {"p2@example.org": 1, "p3@example.org": 1}
    assert states() == [MailState.WAITING, MailState.SENT, MailState.SENT]
    assert Mail.objects.get(pk=first.pk).result == "a bug"


def test_a_mail_that_always_breaks_the_connection_does_not_stay_before_the_others(smtp, tournament, clock):
    write(tournament, 5)
    smtp.refusals = {"p1@example.org": "421 too many connections"}

    for _look in range(3):
        send_mails()
        clock.go_on(seconds=6)

    assert smtp.received() == {f"p{number}@example.org": 1 for number in range(2, 6)}


def test_a_mail_that_raises_after_it_was_handed_over_is_in_doubt(smtp, tournament, clock, monkeypatch, caplog):
    write(tournament)

    def broken(connection, message, before_text):
        before_text()
        raise LookupError("a bug")

    monkeypatch.setattr(sending, "deliver", broken)
    with caplog.at_level(logging.CRITICAL):
        send_mails()
    clock.go_on(minutes=2)

    assert states() == [MailState.DOUBT]


@pytest.mark.slow
def test_mails_of_one_event_do_not_wait_behind_those_of_another(smtp, tournament, clock):
    write(tournament, AT_ONCE * 2)
    clock.go_on(seconds=1)
    (late,) = write(TournamentFactory())

    send_mails()

    late.refresh_from_db()
    assert (late.state, len(smtp.mails)) == (MailState.SENT, AT_ONCE)


def test_without_an_answer_it_is_in_doubt_and_never_sent_again_by_itself(smtp, tournament, clock):
    write(tournament, 3)
    smtp.silent = 1

    for _look in range(3):
        send_mails()
        clock.go_on(hours=2)

    assert states() == [MailState.DOUBT, MailState.SENT, MailState.SENT]
    assert set(smtp.received().values()) == {1}


def test_a_process_that_died_while_sending_leaves_a_doubt_after_its_lease(smtp, tournament, clock):
    write(tournament, handed_over_at=clock.now)
    Mail.objects.update(next_try_at=clock.now + LEASE)
    before = states()

    clock.go_on(days=1)
    send_mails()

    assert (before, states()) == ([MailState.SENDING], [MailState.DOUBT])
    assert smtp.mails == []


def test_two_processes_that_claimed_the_same_mail_send_it_once(smtp, tournament, monkeypatch):
    write(tournament)

    def late(connection, message, before_text):
        # The first one's lease ended while it was slow, and another process claimed and sent it.
        monkeypatch.setattr(sending, "deliver", deliver)
        Mail.objects.update(next_try_at=timezone.now())
        send_mails()
        return deliver(connection, message, before_text)

    monkeypatch.setattr(sending, "deliver", late)
    send_mails()

    assert smtp.received() == {"p1@example.org": 1}
    assert states() == [MailState.SENT]


def test_a_claimed_mail_goes_to_the_address_that_was_corrected_meanwhile(smtp, tournament):
    write(tournament, 3)

    def correct(address):
        Player.objects.filter(entries__number=2).update(mail=address)
        Player.objects.filter(entries__number=3).update(mail="")

    assert send_mails(lambda: correct("new@example.org")) == 3

    assert [mail.to for mail in Mail.objects.order_by("pk")] == ["p1@example.org", "new@example.org", ""]
    assert smtp.received() == {"p1@example.org": 1, "new@example.org": 1}


def test_a_mail_whose_address_is_corrected_at_the_last_moment_is_sent_later(smtp, tournament, clock, monkeypatch):
    write(tournament)

    def delivering(connection, message, hand_over):
        Player.objects.update(mail="new@example.org")
        return deliver(connection, message, hand_over)

    monkeypatch.setattr(sending, "deliver", delivering)
    send_mails()
    assert states() == [MailState.WAITING]
    clock.go_on(seconds=LEASE.total_seconds() + 1)
    send_mails()
    assert smtp.received() == {"new@example.org": 1}


def test_what_waited_for_days_is_not_sent(smtp, tournament, clock):
    write(tournament)
    clock.go_on(days=4)

    send_mails()

    assert (smtp.mails, states()) == ([], [MailState.FAILED])


def test_a_person_without_an_address_reads_it_on_the_site(smtp, tournament):
    (mail,) = write(tournament)
    type(mail.entry.player).objects.update(mail="")

    send_mails()

    assert (smtp.mails, states()) == ([], [MailState.ON_SITE])


def test_without_the_address_of_the_site_mails_wait(smtp, tournament, settings):
    write(tournament)
    settings.TENBO_ADDRESS = ""

    assert send_mails() == 0
    assert states() == [MailState.WAITING]


@pytest.mark.slow
def test_a_server_that_answers_byte_by_byte_does_not_stop_the_other_mails(smtp, tournament, monkeypatch):
    monkeypatch.setattr(delivery, "LONGEST_MAIL", 0.5)
    write(tournament, 2)
    smtp.slow = {"p1@example.org"}
    began = time.monotonic()

    assert send_mails() == 0
    assert time.monotonic() - began < 5
    assert states() == ["waiting", "waiting"]
    Mail.objects.filter(entry__number=2).update(next_try_at=timezone.now())
    assert send_mails() == 1
    assert smtp.received() == {"p2@example.org": 1}


def test_without_a_mail_server_they_are_printed(tournament):
    write(tournament)

    send_mails()

    assert len(console.outbox) == 1
    assert states() == [MailState.ON_SITE]


def test_a_name_that_looks_like_an_address_is_not_mailed(smtp, tournament):
    (mail,) = write(tournament)
    type(mail.entry.player).objects.update(name="Win money at spam.example")

    send_mails()

    assert "spam" not in f"{smtp.mails[0]['Subject']} {smtp.mails[0].get_content()}"


def test_a_process_that_stops_leaves_the_rest_to_the_next_at_once(smtp, tournament, clock):
    write(tournament, 3)

    send_mails(lambda: True)
    assert states() == [MailState.SENT, MailState.WAITING, MailState.WAITING]
    send_mails()

    assert set(smtp.received().values()) == {1}
    assert set(states()) == {MailState.SENT}
