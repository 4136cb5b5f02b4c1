"""How much text mails add to the database that are only shown on the site."""

from datetime import timedelta

import pytest

from tests.factories import EntryFactory, TournamentFactory, UserFactory, visitor
from tournament.core.rates import Rate
from tournament.mail.actions import mail_budget
from tournament.mail.actions.write_mail import MOST_UNSENT
from tournament.models import EntryStatus, EntryTerms, Mail, MailKind, MailWording
from tournament.models.mail import MailState
from tournament.people.actions.edit_entry import decide_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return UserFactory()


@pytest.fixture
def decide(owner, django_capture_on_commit_callbacks):
    """Decide about an entry, as the owner."""

    def decide(entry, status):
        with django_capture_on_commit_callbacks(execute=True):
            decide_entry(
                tournament_id=entry.tournament_id, entry_id=entry.pk, status=EntryStatus(status), by=visitor(owner)
            )

    return decide


def open_event(owner, words="See {link}"):
    event = TournamentFactory(owner=owner)
    EntryTerms.objects.create(tournament=event)
    for kind in (MailKind.WAITING, MailKind.MOVED_UP):
        MailWording.objects.create(tournament=event, kind=kind, language="en", subject="Hello", body=words)
    return event


def test_decisions_back_and_forth_keep_a_handful_of_mails_without_an_address(owner, decide):
    """They are kept for the person's own page, and settled without a sender."""
    entry = EntryFactory(tournament=open_event(owner), player__mail="")

    for _time in range(100):
        decide(entry, "waiting")
        decide(entry, "accepted")

    assert {mail.state for mail in entry.mails.all()} == {MailState.ON_SITE}
    assert entry.mails.count() == 2 * MOST_UNSENT
    assert entry.mails.last().kind == MailKind.MOVED_UP


def test_mails_to_many_entries_of_one_account_are_bounded_by_size(owner, decide, monkeypatch):
    monkeypatch.setattr(mail_budget, "WRITTEN", Rate("x", 60, timedelta(days=1)))
    events = [open_event(owner, "🀄" * 2_000 + "{link}") for _event in range(2)]
    entries = [EntryFactory(tournament=event, player__mail="") for event in events for _entry in range(10)]

    for entry in entries:
        decide(entry, "waiting")

    # The decisions are made all the same.
    assert {entry.status for event in events for entry in event.entries.all()} == {EntryStatus.WAITING}
    written = sum(len(mail.body.encode()) for mail in Mail.objects.all())
    assert 50_000 < written < 70_000


def test_what_can_be_sent_is_written_all_the_same_and_counts(owner, decide, monkeypatch):
    monkeypatch.setattr(mail_budget, "WRITTEN", Rate("x", 2, timedelta(days=1)))
    event = open_event(owner, "x" * 4_000 + "{link}")
    reached, another = [EntryFactory(tournament=event, player__mail=f"{n}@example.org") for n in (1, 2)]
    without_address = EntryFactory(tournament=event, player__mail="")

    for entry in (reached, without_address, another):
        decide(entry, "waiting")

    assert [(mail.entry, mail.state) for mail in Mail.objects.all()] == [
        (reached, MailState.WAITING), (another, MailState.WAITING),
    ]  # fmt: skip


def test_an_account_has_a_budget_of_its_own(owner, decide, monkeypatch):
    monkeypatch.setattr(mail_budget, "WRITTEN", Rate("x", 2, timedelta(days=1)))
    mallory = open_event(UserFactory(), "x" * 4_000 + "{link}")
    for _time in range(2):
        decide(EntryFactory(tournament=mallory, player__mail=""), "waiting")
    entry = EntryFactory(tournament=open_event(owner), player__mail="")

    decide(entry, "waiting")

    assert Mail.objects.filter(entry__tournament=mallory).count() == 1
    assert entry.mails.count() == 1
