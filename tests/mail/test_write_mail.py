"""Mails that are written by themselves, with the change that they tell of, in their reader's language."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core import mail as console
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.conftest import NOON
from tests.factories import EntryFactory, TournamentFactory, UserFactory, visitor
from tournament.core.queries.new_accounts import NEW
from tournament.core.rates import Rate
from tournament.mail.actions.send_mails import send_mails
from tournament.mail.actions.write_mail import CHANGES_TO_ADDRESS, MOST_UNSENT, NEW_MESSAGES_TO_ADDRESS, TO_ADDRESS
from tournament.mail.actions.write_message import write_message
from tournament.mail.placeholders import Letter
from tournament.mail.words.mail import body_of
from tournament.models import Announcement, EntryTerms, Mail, MailKind, Player
from tournament.models.mail import NO_ADDRESS, TOO_MANY, MailState
from tournament.people.actions.remove_person import remove_person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def owner():
    return UserFactory()


@pytest.fixture
def tournament(owner):
    tournament = TournamentFactory(owner=owner, name="Jarní turnaj")
    EntryTerms.objects.create(tournament=tournament, is_moderated=False, limit=1)
    Announcement.objects.create(
        tournament=tournament, fee="20 €", payment="IBAN CZ1", pay_until="2027-01-31", is_published=True
    )
    return tournament


@pytest.fixture
def organizer(client, owner):
    client.force_login(owner)
    return client


def said(name="Jan Novák", **facts):
    return {"name": name, "mail": "jan@example.org", "key": str(uuid4())} | facts


def enter(client, tournament, data, language="en"):
    return client.post(reverse("enter", args=[tournament.slug]), data, headers={"accept-language": language})


def written():
    return [(mail.entry.number, mail.kind, mail.language) for mail in Mail.objects.order_by("pk")]


def test_who_enters_gets_one_mail_with_the_state_of_the_entry_and_its_link(client, tournament):
    data = said()
    for _time in range(2):
        enter(client, tournament, data)
    enter(client, tournament, said("Anna", mail="anna@example.org"))

    first, second = Mail.objects.order_by("pk")
    assert "{link}" in first.body
    body = body_of(first)
    assert all(text in body for text in ("Jan Novák", "number 1", "To be paid by 31 January 2027: 20 €.", "IBAN CZ1"))
    assert first.entry.get_link() in body
    assert "in place 1" in second.body
    assert "IBAN" not in second.body.partition("waiting list")[0]
    own = client.get(second.entry.get_link()).text
    assert "Mails to you" in own
    assert second.subject in own


def test_many_mails_to_one_person_are_read_in_pages(client, tournament):
    entry = EntryFactory(tournament=tournament)
    text = {"kind": MailKind.MESSAGE, "language": "en", "expires_at": timezone.now(), "next_try_at": timezone.now()}
    Mail.objects.bulk_create(
        Mail(entry=entry, batch=uuid4(), subject=f"Letter {number}.", body=f"Text {number}.", **text)
        for number in range(1, 46)
    )

    def shown(query):
        return re.findall(r"Text (\d+)\.", client.get(entry.get_link() + query).text)

    newest, oldest = shown(""), shown("?page=2")
    assert newest == [str(number) for number in range(45, 25, -1)]
    assert oldest == [str(number) for number in range(25, 0, -1)]
    assert shown("?page=99") == oldest
    assert shown("?page=x") == newest
    assert "Page 1 of 2" in client.get(entry.get_link()).text


@pytest.mark.parametrize(
    ("event", "browser", "language"), [([], "fr", "fr"), (["cs"], "fr", "cs"), (["cs", "fr"], "fr", "fr")]
)
def test_it_is_in_the_readers_language_if_the_event_has_it(client, tournament, event, browser, language):
    tournament.languages = event
    tournament.save()

    enter(client, tournament, said(), browser)

    mail = Mail.objects.get()
    assert mail.language == language
    assert {"fr": "Bonjour", "cs": "Dobrý den"}[language] in mail.body


def test_the_same_person_once_more_is_recognized_and_gets_the_link_by_mail_alone(client, tournament):
    link = enter(client, tournament, said(may_publish="on")).url

    again = enter(client, tournament, said("JAN  Novak", mail="Jan@Example.org"))
    sibling = enter(client, tournament, said("Eva Nováková"))

    assert again.status_code == 409
    assert "already entered" in again.text
    assert link not in again.text
    assert sibling.status_code == 302
    assert written() == [(1, "received", "en"), (1, "received", "en"), (2, "received", "en")]


def test_nobody_is_mailed_more_often_than_so_a_day(client, tournament):
    for number in range(TO_ADDRESS.burst + 2):
        enter(client, tournament, said(f"Jan the {number}."))

    states = [mail.state for mail in Mail.objects.order_by("pk")]
    assert states == [MailState.WAITING] * TO_ADDRESS.burst + [MailState.ON_SITE] * 2
    assert tournament.entries.count() == TO_ADDRESS.burst + 2


@pytest.mark.slow
def test_marking_somebody_as_paid_again_and_again_fills_no_mailbox(organizer, tournament):
    EntryFactory(tournament=tournament, number=1, player__mail="jan@example.org")
    several = reverse("players-change", args=[tournament.slug])

    for _time in range(CHANGES_TO_ADDRESS.burst + 2):
        organizer.post(several, {"entry": [1], "change": "paid"})
        organizer.post(several, {"entry": [1], "change": "unpaid"})

    states = [mail.state for mail in Mail.objects.order_by("pk")]
    assert states == [MailState.WAITING] * CHANGES_TO_ADDRESS.burst + [MailState.ON_SITE] * 2


@pytest.mark.slow
def test_nobody_uses_up_the_mails_of_another_organizer_s_event(tournament, organizer, owner):
    """Anybody may organize, enter somebody's address, and change that entry again and again."""
    mallory, browser = UserFactory(), Client()
    browser.force_login(mallory)
    own = TournamentFactory(owner=mallory)
    EntryTerms.objects.create(tournament=own)
    EntryFactory(tournament=own, number=1, player__mail="jan@example.org")
    for _time in range(CHANGES_TO_ADDRESS.burst + 1):
        for change in ("paid", "unpaid"):
            browser.post(reverse("players-change", args=[own.slug]), {"entry": [1], "change": change})
    _let_be_old(owner)
    jan = EntryFactory(tournament=tournament, number=1, status="waiting", player__mail="Jan@example.org")

    organizer.post(reverse("players-change", args=[tournament.slug]), {"entry": [1], "change": "accepted"})

    assert Mail.objects.filter(entry__tournament=own).last().state is MailState.ON_SITE
    assert jan.mails.get().state is MailState.WAITING


def test_the_events_of_one_owner_mail_a_day_so_many_changes(monkeypatch, organizer, owner):
    monkeypatch.setattr("tournament.mail.actions.write_mail.CHANGES_OF_OWNER", Rate("x", 3, timedelta(days=1)))
    for event in range(2):
        tournament = TournamentFactory(owner=owner)
        EntryTerms.objects.create(tournament=tournament)
        for number in (1, 2):
            EntryFactory(tournament=tournament, number=number, player__mail=f"{event}{number}@example.org")
        organizer.post(reverse("players-change", args=[tournament.slug]), {"entry": [1, 2], "change": "paid"})

    states = [mail.state for mail in Mail.objects.order_by("pk")]
    assert states == [MailState.WAITING] * 3 + [MailState.ON_SITE]


def test_people_who_cancel_by_their_links_do_not_use_up_the_mails_of_the_owner(client, organizer, owner, monkeypatch):
    for name in ("CHANGES_OF_OWNER", "FREED_OF_OWNER"):
        monkeypatch.setattr(f"tournament.mail.actions.write_mail.{name}", Rate(name, 4, timedelta(days=1)))
    monkeypatch.setattr("tournament.mail.actions.write_mail.FREED_OF_TOURNAMENT", Rate("x", 3, timedelta(days=1)))
    flooded, other = TournamentFactory(owner=owner), TournamentFactory(owner=owner)
    EntryTerms.objects.bulk_create([EntryTerms(tournament=flooded), EntryTerms(tournament=other)])
    for number in range(1, 6):
        entry = EntryFactory(tournament=flooded, number=number, player__mail=f"{number}@example.org")
        _cancel(client, entry)
    stays, leaves = [
        EntryFactory(tournament=other, number=number, player__mail=f"other{number}@example.org") for number in (1, 2)
    ]

    organizer.post(reverse("players-change", args=[other.slug]), {"entry": [stays.number], "change": "paid"})
    _cancel(client, leaves)

    freed = [mail.state for mail in Mail.objects.filter(entry__tournament=flooded).order_by("pk")]
    assert freed == [MailState.WAITING] * 3 + [MailState.ON_SITE] * 2
    assert [mail.state for mail in Mail.objects.filter(entry__tournament=other)] == [MailState.WAITING] * 2


def test_an_address_that_is_entered_only_afterwards_gets_no_more_mails(organizer, owner, tournament):
    """Mails go to the address that the person has when they are sent."""
    numbers = range(1, CHANGES_TO_ADDRESS.burst + 3)
    for number in numbers:
        EntryFactory(tournament=tournament, number=number, player__mail=f"{number}@example.org")
    several = reverse("players-change", args=[tournament.slug])
    organizer.post(several, {"entry": [*numbers], "change": "paid"})
    Player.objects.update(mail="jan@example.org")

    send_mails()

    assert {tuple(mail.to) for mail in console.outbox} == {("jan@example.org",)}
    assert len(console.outbox) == CHANGES_TO_ADDRESS.burst
    assert {mail.state for mail in Mail.objects.all()} == {MailState.ON_SITE}


def test_who_changes_their_address_again_and_again_mails_nobody_else(client, tournament):
    page = enter(client, tournament, said(mail="0@example.org")).url
    for number in range(1, TO_ADDRESS.burst + 2):
        client.post(f"{page}change/", said(mail=f"{number}@example.org"))

    send_mails()

    assert Mail.objects.count() > TO_ADDRESS.burst
    assert len(console.outbox) == TO_ADDRESS.burst


def test_one_address_gets_so_many_messages_a_day(monkeypatch, organizer, owner, tournament):
    monkeypatch.setattr("tournament.mail.actions.write_mail.MESSAGES_TO_ADDRESS", Rate("x", 2, timedelta(days=1)))
    _let_be_old(owner)
    entries = [EntryFactory(tournament=tournament, number=n, player__mail="jan@example.org") for n in (1, 2, 3)]
    others = EntryFactory(tournament=tournament, number=4, player__mail="anna@example.org")
    numbers = [entry.number for entry in (*entries, others)]
    texts = dict.fromkeys(("en", "fr", "cs"), Letter("Lunch", "Noon"))
    write_message(
        tournament_id=tournament.pk, key=uuid4(), kind=MailKind.MESSAGE, numbers=numbers, texts=texts, by=visitor(owner)
    )

    send_mails()

    assert [mail.to for mail in console.outbox] == [["jan@example.org"], ["jan@example.org"], ["anna@example.org"]]


def test_new_owners_share_the_messages_to_one_address():
    """Otherwise each of a person's 200 new accounts could send as many."""
    texts = dict.fromkeys(("en", "fr", "cs"), Letter("Lunch", "Noon"))
    for joined in [timezone.now() - 2 * NEW] + [timezone.now()] * 4:
        owner = UserFactory(date_joined=joined)
        event = TournamentFactory(owner=owner)
        for number in (1, 2):
            EntryFactory(tournament=event, number=number, player__mail="jan@example.org")
        write_message(
            tournament_id=event.pk, key=uuid4(), kind=MailKind.MESSAGE, numbers=[1, 2], texts=texts, by=visitor(owner)
        )

    send_mails()

    assert len(console.outbox) == 2 + NEW_MESSAGES_TO_ADDRESS.burst


def test_new_owners_share_the_mails_of_changes():
    """Otherwise each of a person's 200 new accounts could send as many to one address, in the person's own words."""
    for joined in [timezone.now() - 2 * NEW] + [timezone.now()] * 3:
        owner, browser = UserFactory(date_joined=joined), Client()
        browser.force_login(owner)
        event = TournamentFactory(owner=owner)
        EntryTerms.objects.create(tournament=event)
        numbers = range(1, CHANGES_TO_ADDRESS.burst + 1)
        for number in numbers:
            EntryFactory(tournament=event, number=number, player__mail="jan@example.org")
        browser.post(reverse("players-change", args=[event.slug]), {"entry": [*numbers], "change": "paid"})

    assert [mail.state for mail in Mail.objects.all()].count(MailState.WAITING) == 2 * CHANGES_TO_ADDRESS.burst


def test_new_owners_share_the_number_of_mails(client, monkeypatch):
    for name in ("CHANGES_OF_OWNER", "FREED_OF_OWNER"):
        monkeypatch.setattr(f"tournament.mail.actions.write_mail.{name}", Rate(name, 3, timedelta(days=1)))
    for event in range(2):
        owner, browser = UserFactory(), Client()
        browser.force_login(owner)
        tournament = TournamentFactory(owner=owner)
        EntryTerms.objects.create(tournament=tournament)
        for number in (1, 2):
            entry = EntryFactory(tournament=tournament, number=number, player__mail=f"{event}{number}@example.org")
            browser.post(reverse("players-change", args=[tournament.slug]), {"entry": [number], "change": "paid"})
            _cancel(client, entry)

    assert [mail.state for mail in Mail.objects.all()].count(MailState.WAITING) == 2 * 3


def _cancel(client, entry):
    client.get(entry.get_link())
    client.post(f"{entry.get_link()}cancellation/", {"is_sure": "on"})


def _let_be_old(owner):
    owner.date_joined = timezone.now() - 2 * NEW
    owner.save()


def test_organizers_decisions_are_mailed_once(organizer, tournament):
    for number, status in ((1, "accepted"), (2, "waiting"), (3, "applied")):
        EntryFactory(tournament=tournament, number=number, status=status, player__mail=f"{number}@example.org")
    several = reverse("players-change", args=[tournament.slug])

    for _time in range(2):
        organizer.post(several, {"entry": [1], "change": "paid"})
        organizer.post(several, {"entry": [2, 3], "change": "accepted"})
    organizer.post(several, {"entry": [1], "change": "unpaid"})
    organizer.post(several, {"entry": [3], "change": "waiting"})

    assert [(number, kind) for number, kind, _language in written()] == [
        (1, "paid"), (2, "moved_up"), (3, "accepted"), (3, "waiting"),
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("address", ["jan@example.org", ""])
def test_decisions_made_again_and_again_fill_no_disk(organizer, tournament, address):
    """Beyond the limits mails are kept for their readers, but only the latest of each kind."""
    entry = EntryFactory(tournament=tournament, status="applied", player__mail=address)
    decision = reverse("entry-decide", args=[tournament.slug, entry.number])

    for _time in range(20):
        organizer.post(decision, {"status": "waiting"})
        organizer.post(decision, {"status": "accepted"})
        send_mails()

    sent = [mail for mail in Mail.objects.all() if mail.result not in (TOO_MANY, NO_ADDRESS)]
    assert len(sent) == (CHANGES_TO_ADDRESS.burst if address else 0)
    assert Mail.objects.count() - len(sent) in range(2 * MOST_UNSENT, 2 * MOST_UNSENT + 3)  # and what is just settled
    assert Mail.objects.latest("pk").kind == MailKind.MOVED_UP


@pytest.mark.parametrize("terms", [{"sends_mail": False}, None])
def test_without_the_wish_nothing_is_mailed(organizer, tournament, terms):
    entry = EntryFactory(tournament=tournament, number=1, status="waiting")
    if terms is None:
        EntryTerms.objects.all().delete()
    else:
        EntryTerms.objects.update(**terms)

    organizer.post(reverse("entry-decide", args=[tournament.slug, 1]), {"status": "accepted"})

    entry.refresh_from_db()
    assert entry.status == "accepted"
    assert written() == []


def test_who_is_removed_has_no_mails_and_no_name_in_those_of_others(organizer, owner, tournament):
    gone = EntryFactory(tournament=tournament, number=1, player__name="Jan Novák", player__mail="jan@example.org")
    other = EntryFactory(tournament=tournament, number=2, player__mail="eva@example.org")
    now = NOON
    for entry in (gone, other):
        Mail.objects.create(
            entry=entry, kind="message", batch=uuid4(), language="en", subject="Jan Novák", body="Jan Novák won",
            next_try_at=now, expires_at=now,
        )  # fmt: skip

    remove_person(player_id=gone.player_id, by=visitor(owner))

    left = Mail.objects.get()
    assert (left.entry, left.subject, left.body) == (other, "#1", "#1 won")
