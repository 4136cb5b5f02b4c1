"""Players read the full name of a referee, and not the name that a referee without one logs in with: whoever knows it
can keep the referee from logging in at new browsers."""

from uuid import uuid4

import pytest

from tests.factories import UserFactory, at_table, play, visitor
from tests.mine.test_mine import FOUR, TO_THE_END, confirm, entry_of, own
from tests.standings.results import tournament_with
from tests.table.phones import phone_at
from tournament.models import Role
from tournament.table.actions.calls import call_referee, take_call
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.sign_sheet import sign_sheet

pytestmark = pytest.mark.django_db

NAMED, UNNAMED = {"username": "ada77", "first_name": "Ada", "last_name": "Lovelace"}, {"username": "ada77"}


@pytest.fixture
def over():
    _tournament, _entries, (hanchan,) = tournament_with(FOUR)
    play(hanchan, *TO_THE_END)
    return hanchan


def pages_of(client, over, account):
    """The table's page and the own page of a player, after this referee took a call and changed signed points."""
    confirm(client, over, 1)
    over.refresh_from_db()
    referee = UserFactory(**account)
    over.tournament.memberships.create(user=referee, role=Role.REFEREE)
    record_paper_result(
        hanchan_id=over.pk, revision=over.revision, key=uuid4(), points=(60_000, 20_000, 20_000, 20_000),
        riichi_sticks=0, chombo=(0, 0, 0, 0), by=visitor(referee), reason="Read from the paper",
    )  # fmt: skip
    call = call_referee(table_id=over.table_id, word="", by=at_table(over.table))
    take_call(call_id=call.pk, by=visitor(referee))
    over.refresh_from_db()
    return phone_at(over.table).get(over.table.get_absolute_url()).text, own(client, entry_of(over, 1)).text


def test_players_read_a_full_name(client, over):
    table, page = pages_of(client, over, NAMED)

    assert "Ada Lovelace is coming." in table
    assert "Ada Lovelace changed this hanchan" in table
    assert "Changed by Ada Lovelace," in page


def test_players_read_no_login(client, over):
    table, page = pages_of(client, over, UNNAMED)

    assert "ada77" not in table + page
    assert "A referee is coming." in table
    assert "A referee changed this hanchan" in table
    assert "Changed by a referee," in page


def test_the_table_reads_no_login_under_a_sheet_that_a_referee_signed(client, over):
    referee = UserFactory(**UNNAMED)
    over.tournament.memberships.create(user=referee, role=Role.REFEREE)
    over.refresh_from_db()
    sign_sheet(hanchan_id=over.pk, revision=over.revision, by=visitor(referee))

    page = phone_at(over.table).get(over.table.get_absolute_url()).text
    client.force_login(referee)

    assert "ada77" not in page
    assert "Signed by a referee, " in page
    assert "Signed by ada77, " in client.get(over.table.get_absolute_url()).text
