"""The pages that move a hand to the table where it belongs; for referees."""

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import HanchanFactory, RoundFactory, TableFactory, TournamentFactory, UserFactory, play
from tests.table.corrections import A, D, ron, tsumo
from tests.table.phones import open_table
from tournament.table.edits import Remove, edits_to_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables(client):
    referee = UserFactory()
    client.force_login(referee)
    started = RoundFactory(tournament=TournamentFactory(referees=[referee]))
    return [seated(started, number) for number in (1, 2)]


def seated(started, number):
    return HanchanFactory(round=started, table=TableFactory(tournament=started.tournament, number=number))


def page(hanchan):
    return reverse("hand-move", args=[hanchan.tournament.slug, hanchan.pk])


def draft(source, target, *edits, number=2):
    return {
        "revision": source.revision,
        "edits": edits_to_text(edits) if edits else "",
        "hand": number,
        "to": target.pk,
        "to_revision": target.revision,
    }


def outcomes_of(hanchan):
    return [hand.parsed_outcome() for hand in hanchan.hands.filter(superseded_by=None)]


def test_the_tables_that_are_playing_are_offered(client, tables):
    source, target = tables
    play(source, tsumo(A), ron(A, D))

    response = client.get(page(source), {"choose": 2})

    assert "Table 2, round 1: East 1 is next" in response.text
    assert f'value="{target.pk}"' in response.text
    assert f'name="to" value="{source.pk}"' not in response.text


def test_both_tables_are_shown_before_anything_moves(client, tables):
    source, target = tables
    play(source, tsumo(A), ron(A, D))

    response = client.get(page(source), draft(source, target))

    assert "At table 2, round 1: East 1" in response.text
    assert "+5,800" in response.text
    assert re.search(r'name="edits" value="([^"]*)"', response.text)[1] == "[[&quot;remove&quot;,2]]"
    assert "Move the hand" in response.text
    assert (len(outcomes_of(source)), len(outcomes_of(target))) == (2, 0)


def test_an_accepted_move_moves_once(client, tables):
    source, target = tables
    play(source, tsumo(A), ron(A, D))
    data = {**draft(source, target, Remove(2)), "key": str(uuid4()), "reason": "Wrong table"}

    first, again = client.post(page(source), data), client.post(page(source), data)

    assert (first.status_code, again.status_code) == (302, 302)
    assert (outcomes_of(source), outcomes_of(target)) == ([tsumo(A)], [ron(A, D)])


def test_a_hand_recorded_meanwhile_where_it_goes_refuses_the_move(client, tables):
    source, target = tables
    play(source, tsumo(A), ron(A, D))
    data = {**draft(source, target, Remove(2)), "key": str(uuid4()), "reason": ""}
    play(target, tsumo(A))

    response = client.post(page(source), data)

    assert response.status_code == 409
    assert (len(outcomes_of(source)), len(outcomes_of(target))) == (2, 1)


@pytest.mark.parametrize("change", [{"hand": 9}, {"edits": '[["remove",1]]'}, {"edits": "{"}, {"hand": "x"}])
def test_nonsense_moves_nothing(client, tables, change):
    source, target = tables
    play(source, tsumo(A), ron(A, D))

    assert client.get(page(source), draft(source, target) | change).status_code == 422
    assert client.get(page(source), {"choose": 7}).status_code == 422


def test_only_referees_move_hands_and_only_within_their_tournament(client, tables):
    source, target = tables
    play(source, tsumo(A), ron(A, D))
    elsewhere = HanchanFactory()

    assert client.get(page(source), draft(source, elsewhere)).status_code == 404
    data = {**draft(source, elsewhere, Remove(2)), "key": str(uuid4()), "reason": ""}
    assert client.post(page(source), data).status_code == 404
    client.logout()
    open_table(client, source.table)
    assert client.get(source.table.get_absolute_url()).status_code == 200
    assert client.get(page(source), draft(source, target)).status_code == 404
    assert len(outcomes_of(source)) == 2


def test_more_tables_take_no_more_queries(client, tables):
    source, _target = tables
    play(source, tsumo(A))
    counts = []
    for number in (3, 4, 5):
        seated(source.round, number)
        with CaptureQueriesContext(connection) as queries:
            client.get(page(source), {"choose": 1})
        counts.append(len(queries))

    assert len(set(counts)) == 1
