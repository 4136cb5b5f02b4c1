"""How many mails are kept that are only shown on the site."""

import pytest

from tests.factories import EntryFactory, TournamentFactory, UserFactory, visitor
from tournament.mail.actions.write_mail import MOST_UNSENT
from tournament.models import EntryStatus, EntryTerms, MailKind
from tournament.models.mail import MailState
from tournament.people.actions.edit_entry import decide_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return UserFactory()


def test_decisions_back_and_forth_keep_a_handful_of_mails_without_an_address(owner):
    """They are kept for the person's own page, and settled without a sender."""
    event = TournamentFactory(owner=owner)
    EntryTerms.objects.create(tournament=event)
    entry = EntryFactory(tournament=event, player__mail="")

    for _time in range(100):
        for status in (EntryStatus.WAITING, EntryStatus.ACCEPTED):
            decide_entry(tournament_id=event.pk, entry_id=entry.pk, status=status, by=visitor(owner))

    assert {mail.state for mail in entry.mails.all()} == {MailState.ON_SITE}
    assert entry.mails.count() == 2 * MOST_UNSENT
    assert entry.mails.last().kind == MailKind.MOVED_UP
