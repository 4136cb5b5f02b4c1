"""How much one account uses up of the limits that it shares with others, also by forms that are never refused."""

import pytest

from tests.core.test_write_budget import aged
from tests.factories import EntryFactory, TournamentFactory, visitor
from tournament.core.actions.journal import log
from tournament.core.actions.write_budget import counted
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.remove_person import remove_person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("remove", ["person", "entry"])
def test_a_removal_saves_only_what_it_changes_of_a_log(remove):
    """An imported log may have entries of a megabyte, and each removal would be charged with them."""
    owner = visitor(aged())
    event = TournamentFactory(owner=owner.user, breaks="x" * 100_000)
    entry, _other = EntryFactory.create_batch(2, tournament=event)
    log(event, "cut.followed", by=owner, number=99, name="Jan", x="x" * 100_000)
    log(event, "player.renamed", by=owner, number=entry.number, before=f"#{entry.number}", x="x" * 100_000)

    with counted() as written:
        if remove == "person":
            remove_person(player_id=entry.player_id, by=owner)
        else:
            remove_entry(tournament_id=event.pk, entry_id=entry.pk, by=owner)

    assert 100 < written.size < 10_000
