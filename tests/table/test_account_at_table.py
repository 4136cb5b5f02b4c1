"""An account outside the team that uses a table's link: the table is the author, and the team reads whose account it
was."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import HanchanFactory, TournamentFactory, UserFactory, at_table, visitor
from tests.table.corrections import B, C, ron, seen_in
from tournament.archive.tenbo.document import envelope, envelope_json
from tournament.core.words.names import who
from tournament.table.actions.calls import call_referee, withdraw_call
from tournament.table.actions.correct_hanchan import correct_hanchan
from tournament.table.actions.record_hand import record_hand
from tournament.table.actions.undo_hand import undo_hand
from tournament.table.edits import Replace

pytestmark = pytest.mark.django_db


@pytest.fixture
def referee():
    return UserFactory(username="referee")


@pytest.fixture
def hanchan(referee):
    return HanchanFactory(round__tournament=TournamentFactory(referees=[referee]))


@pytest.fixture
def stranger(hanchan):
    return replace(at_table(hanchan.table), user=UserFactory(username="mallory", first_name="Lady Mallory"))


def record(hanchan, by):
    hand = record_hand(
        hanchan_id=hanchan.pk, number=1, revision=hanchan.revision, key=uuid4(), outcome=ron(B, C), by=by
    )
    hanchan.refresh_from_db()
    return hand


def correct(hanchan, hand, by):
    edits = (Replace(1, ron(B, C, 4, 40), seen_in(hand)),)
    correct_hanchan(hanchan_id=hanchan.pk, revision=hanchan.revision, edits=edits, key=uuid4(), reason="", by=by)


def test_the_table_is_the_author_for_an_account_outside_the_team(hanchan, stranger):
    correct(hanchan, record(hanchan, stranger), stranger)
    undo_hand(hanchan_id=hanchan.pk, hand_id=hanchan.hands.current().get().pk, key=uuid4(), by=stranger)
    call_referee(table_id=hanchan.table_id, word="", by=stranger)
    withdraw_call(table_id=hanchan.table_id, by=stranger)

    rows = [*hanchan.hands.all(), *hanchan.tournament.log.all()]
    assert {who(row.recorded_by) for row in rows[:2]} | {who(row.actor) for row in rows[2:]} == {"Table 1"}
    assert {row.recorded_user for row in rows[:2]} | {row.user for row in rows[2:]} == {stranger.user}
    assert b"Mallory" not in envelope_json(envelope(hanchan.tournament))


def test_the_teams_account_is_the_author_also_by_the_tables_link(hanchan, referee):
    by = replace(at_table(hanchan.table), user=referee)

    hand = record(hanchan, by)
    correct(hanchan, hand, by)

    assert {who(hand.recorded_by) for hand in hanchan.hands.all()} == {"referee"}
    assert {who(entry.actor) for entry in hanchan.log.all()} == {"referee"}


def test_the_team_reads_in_the_log_whose_account_used_the_link(client, hanchan, referee, stranger):
    call_referee(table_id=hanchan.table_id, word="", by=stranger)
    withdraw_call(table_id=hanchan.table_id, by=at_table(hanchan.table))
    record(hanchan, visitor(referee))
    client.force_login(referee)

    page = client.get(reverse("log", args=[hanchan.tournament.slug]), {"person": "table-1"})

    assert "<span>Table 1 (mallory)</span>" in page.text
    assert "<span>Table 1</span>" in page.text
    assert [entry.kind for entry in page.context["page"]] == ["call.withdrawn", "call.made"]
    assert page.text.count('value="table-1"') == 1


def test_a_tables_phone_asks_for_no_role_and_an_account_once(hanchan, referee):
    queries = []
    for by in (at_table(hanchan.table), visitor(referee)):
        with CaptureQueriesContext(connection) as captured:
            undo_hand(hanchan_id=hanchan.pk, hand_id=record(hanchan, by).pk, key=uuid4(), by=by)
        queries.append([query["sql"] for query in captured if "tournament_membership" in query["sql"]])
        hanchan.refresh_from_db()

    assert [len(each) for each in queries] == [0, 2]
