"""The log keeps no digest of what a removed person had entered, by which a guess could be checked."""

from uuid import uuid4

import pytest

from tests.factories import STRANGER, TournamentFactory, UserFactory, visitor
from tournament.models import EntryTerms, LogEntry, PlayerFacts
from tournament.people.actions.add_players import add_players
from tournament.people.actions.enter import enter
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.remove_person import remove_person
from tournament.people.queries.players import PastedName

pytestmark = pytest.mark.django_db

ANNA = PlayerFacts(name="Anna Nowak", mail="anna@example.org", phone="+420777")


def by_the_form(tournament, by):
    EntryTerms.objects.create(tournament=tournament)
    enter(tournament_id=tournament.pk, key=uuid4(), player=ANNA, note="", may_publish=True, by=STRANGER)


def by_a_list(tournament, by):
    add_players(
        tournament_id=tournament.pk,
        key=uuid4(),
        names=[PastedName(player=ANNA, choice="new", known=frozenset())],
        by=by,
    )


@pytest.mark.parametrize("entered", [by_the_form, by_a_list])
@pytest.mark.parametrize("everywhere", [True, False])
def test_no_digest_of_the_details_stays(entered, everywhere):
    by = visitor(owner := UserFactory())
    tournament = TournamentFactory(owner=owner)
    entered(tournament, by)
    entry = tournament.entries.get()
    assert LogEntry.objects.exclude(content="").count() == 1

    if everywhere:
        remove_person(player_id=entry.player_id, by=by)
    else:
        remove_entry(tournament_id=tournament.pk, entry_id=entry.pk, by=by)

    assert not LogEntry.objects.exclude(content="").exists()
