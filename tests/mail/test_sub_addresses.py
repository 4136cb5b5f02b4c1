"""Many mail services deliver ada+1@, ada+2@ and so on to the mailbox of ada@: together they get few mails from
strangers."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core import mail as outbox
from django.urls import reverse
from django.utils import timezone

from tests.factories import EntryFactory, TournamentFactory, UserFactory, visitor
from tournament.core.queries.new_accounts import NEW
from tournament.core.rates import Rate
from tournament.mail.actions import write_mail
from tournament.mail.actions.send_mails import send_mails
from tournament.mail.actions.write_mail import CHANGES_TO_ADDRESS, MESSAGES_TO_ADDRESS, TO_ADDRESS, TO_MAILBOX
from tournament.mail.actions.write_message import write_message
from tournament.mail.placeholders import Letter
from tournament.models import EntryTerms, Mail, MailKind

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def tournament():
    tournament = TournamentFactory(owner=UserFactory(date_joined=timezone.now() - 2 * NEW))
    EntryTerms.objects.create(tournament=tournament, is_moderated=False)
    return tournament


def enter(client, tournament, name, address):
    data = {"name": name, "mail": address, "key": str(uuid4())}
    return client.post(reverse("enter", args=[tournament.slug]), data)


def due():
    return Mail.objects.filter(done_at=None).count()


def test_a_stranger_fills_no_mailbox_by_sub_addresses(client, tournament, monkeypatch):
    monkeypatch.setitem(TO_MAILBOX, TO_ADDRESS, Rate("x", 8, timedelta(days=1)))
    for number in range(10):
        enter(client, tournament, f"Ada {number}x", f"victim+{number}@example.org")

    assert due() == 8
    assert tournament.entries.count() == 10


def test_that_keeps_no_mail_from_the_plain_address_or_from_others(client, tournament, monkeypatch):
    monkeypatch.setitem(TO_MAILBOX, TO_ADDRESS, Rate("x", 1, timedelta(days=1)))
    for number, address in enumerate(
        ["ada+1@example.org", "ada+2@example.org", "ada@example.org", "eva+1@example.org"]
    ):
        enter(client, tournament, f"Ada {number}x", address)

    assert due() == 3


def test_a_club_enters_its_team_by_sub_addresses(client, tournament):
    for number in range(TO_MAILBOX[TO_ADDRESS].burst):
        enter(client, tournament, f"Ada {number}x", f"club+{number}@example.org")

    assert due() == TO_MAILBOX[TO_ADDRESS].burst


@pytest.mark.parametrize("kind", [MailKind.ACCEPTED, MailKind.CANCELLED])
def test_an_organizer_fills_no_mailbox_by_changes(tournament, monkeypatch, kind):
    monkeypatch.setitem(TO_MAILBOX, CHANGES_TO_ADDRESS, Rate("x", 2, timedelta(days=1)))
    entries = [EntryFactory(tournament=tournament, number=n, player__mail=f"ada+{n}@example.org") for n in (1, 2, 3)]

    assert [write_mail.write_mail(entry, kind, tournament) for entry in entries] == [True, True, False]


@pytest.mark.parametrize("is_new", [False, True])
def test_an_organizer_fills_no_mailbox_by_messages(tournament, monkeypatch, is_new):
    limit = write_mail.NEW_MESSAGES_TO_ADDRESS if is_new else MESSAGES_TO_ADDRESS
    monkeypatch.setitem(TO_MAILBOX, limit, Rate("x", 2, timedelta(days=1)))
    owner = tournament.memberships.get().user
    if is_new:
        owner.date_joined = timezone.now()
        owner.save()
    for number in (1, 2, 3):
        EntryFactory(tournament=tournament, number=number, player__mail=f"ada+{number}@example.org")
    texts = dict.fromkeys(("en", "fr", "cs"), Letter("Lunch", "Noon"))
    write_message(
        tournament_id=tournament.pk,
        key=uuid4(),
        kind=MailKind.MESSAGE,
        numbers=[1, 2, 3],
        texts=texts,
        by=visitor(owner),
    )

    send_mails()

    assert len(outbox.outbox) == 2
