"""For whom an automatic mail is previewed."""

import pytest

from tests.factories import EntryFactory, TournamentFactory
from tournament.mail.queries.wordings import preview_reader
from tournament.models import EntryStatus

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    tournament = TournamentFactory()
    states = EntryStatus.CANCELLED, EntryStatus.WAITING, EntryStatus.ACCEPTED, EntryStatus.ACCEPTED
    for number, status in enumerate(states, start=1):
        EntryFactory(tournament=tournament, number=number, status=status, paid=number == 4)
    return tournament


@pytest.mark.parametrize(
    ("status", "paid", "number"),
    [
        (EntryStatus.ACCEPTED, False, 3),
        (EntryStatus.ACCEPTED, True, 4),
        (EntryStatus.CANCELLED, False, 1),
        (EntryStatus.WAITING, True, 2),  # nobody of this state: the first who is not cancelled
    ],
)
def test_a_mail_is_previewed_for_the_first_of_its_state(tournament, status, paid, number, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert preview_reader(tournament, status, paid=paid).number == number


def test_an_event_of_cancelled_entries_previews_a_mail_for_the_first(tournament):
    tournament.entries.filter(number__gt=1).update(status=EntryStatus.CANCELLED)

    assert preview_reader(tournament, EntryStatus.ACCEPTED, paid=False).number == 1
