"""Actions search the log by the index of kinds, so that they do not read all hands of a large event."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import EntryFactory, PlayerFactory, TournamentFactory, UserFactory, visitor
from tournament.people.actions.change_several import change_several
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.remove_person import remove_person
from tournament.people.several_change import SeveralChange

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="about SQLite's plans"),
]


@pytest.fixture
def tournament():
    tournament = TournamentFactory(owner=UserFactory())
    for number in range(1, 4):
        EntryFactory(tournament=tournament, number=number, player=PlayerFactory(home=tournament))
    return tournament


def removing_several(tournament, by):
    change_several(tournament_id=tournament.pk, numbers=[1, 2, 3], change=SeveralChange.REMOVED, by=by)


def removing_one(tournament, by):
    remove_entry(tournament_id=tournament.pk, entry_id=tournament.entries.get(number=1).pk, by=by)


def removing_the_person(tournament, by):
    remove_person(player_id=tournament.entries.get(number=1).player_id, by=by)


@pytest.mark.parametrize("remove", [removing_several, removing_one, removing_the_person])
def test_a_removal_searches_the_log_by_kind(tournament, remove):
    with CaptureQueriesContext(connection) as queries:
        remove(tournament, visitor(tournament.memberships.get().user))

    searches = [query["sql"] for query in queries if 'FROM "tournament_logentry" WHERE' in query["sql"]]
    # Reasons are typed for any kind of change: they are searched once, in the column, for each person.
    plans = {sql: plan_of(sql) for sql in searches if '"reason" =' not in sql}
    assert plans
    assert [sql for sql, plan in plans.items() if "log_by_kind" not in plan] == []


def plan_of(sql):
    with connection.cursor() as cursor:
        return " ".join(row[-1] for row in cursor.execute(f"EXPLAIN QUERY PLAN {sql}").fetchall())
