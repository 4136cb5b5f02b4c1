"""Which stick counts the double-check of a round explains, and until when a count may be sent to it."""

from uuid import uuid4

import pytest

from scoring.hanchan import replay
from scoring.seats import SEATS
from tests.factories import (
    HanchanFactory,
    RoundFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    at_table,
    owner_of,
    play,
    sign,
)
from tests.table.corrections import A, B, C, page, ron
from tests.table.phones import phone_at
from tournament.games.queries.game import load_game
from tournament.models import Role
from tournament.rounds.actions.approve_round import approve_round, withdraw_approval
from tournament.rounds.queries import round_check as queries
from tournament.rounds.queries.round_check import round_check
from tournament.table import stick_count
from tournament.table.actions.record_stick_count import record_stick_count

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_():
    return RoundFactory(tournament=TournamentFactory(referees=[UserFactory(username="rita")]))


def count_without_a_bet(round_, number, hands, **details):
    """Record `hands` at a new table, then a hand without its riichi bet, and send a count in which the bet is made."""
    table = TableFactory(tournament=round_.tournament, number=number)
    hanchan = HanchanFactory(round=round_, table=table, **details)
    play(hanchan, *hands, ron(A, B))
    hanchan.refresh_from_db()
    game = load_game(hanchan)
    counted = replay([*hands, ron(A, B, riichi=(B,))], rules=game.rules, start=game.start)[-1].after.points
    record_stick_count(hanchan_id=hanchan.pk, revision=hanchan.revision, points=counted, by=at_table(table))
    return hanchan


def explained(round_):
    """Return the numbers of the hands that would explain each table's difference."""
    found = [table.disagreement for table in round_check(round_).tables]
    return [[each.number for each in one.possible] if one and one.is_explained else None for one in found]


def test_a_hanchan_of_too_many_hands_is_not_explained(round_, monkeypatch):
    """It takes no other table's place among the few that are explained."""
    monkeypatch.setattr(stick_count, "MOST_HANDS_EXPLAINED", 2)
    monkeypatch.setattr(queries, "MOST_EXPLAINED", 1)

    count_without_a_bet(round_, 1, [ron(B, C)] * 2)
    count_without_a_bet(round_, 2, [ron(B, C)])

    assert explained(round_) == [None, [2]]


def test_a_hanchan_with_starting_points_of_its_own_is_explained(round_):
    count_without_a_bet(round_, 1, [ron(B, C)], start_points=[40_000, 33_000, 27_000, 20_000])

    assert explained(round_) == [[2]]


BUTTON = "Send this count to the referees"


@pytest.fixture
def signed(round_):
    """A hanchan of the round, whose sheet is signed."""
    hanchan = HanchanFactory(round=round_)
    play(hanchan, ron(B, C))
    sign(hanchan)
    return hanchan


@pytest.fixture
def referee(client, round_):
    """A browser in which a referee is logged in."""
    client.force_login(round_.tournament.memberships.get(role=Role.REFEREE).user)
    return client


def send(client, hanchan):
    """Send a wrong count. Return whether the page of the count offers to send it, and the text after sending."""
    points = {f"points_{seat}": 30_000 for seat in SEATS}
    offered = BUTTON in client.get(page("stick-count", hanchan), points).text
    sent = client.post(page("stick-count-keep", hanchan), points | {"revision": hanchan.revision}, follow=True)
    return offered, sent.text


def test_a_table_counts_until_its_sheet_is_signed_and_referees_longer(signed, referee):
    """An old link of the table would else mark a settled result as needing a look, again after each answer."""
    offered, text = send(phone_at(signed.table), signed)

    assert not offered
    assert "The score sheet is signed, so nothing was changed." in text
    assert round_check(signed.round).to_look_at == 0

    offered, text = send(referee, signed)

    assert offered
    assert "The count is saved." in text
    assert round_check(signed.round).to_look_at == 1


def test_nobody_counts_once_the_round_is_approved(signed, referee):
    tournament = signed.tournament
    approve_round(tournament_id=tournament.pk, number=1, key=uuid4(), by=owner_of(tournament))

    for client in (phone_at(signed.table), referee):
        offered, text = send(client, signed)
        assert not offered
        assert "The count is saved." not in text
    assert "the results of this round are approved" in text
    assert not signed.log.filter(kind="sticks.counted").exists()

    withdraw_approval(tournament_id=tournament.pk, number=1, by=owner_of(tournament))

    assert send(referee, signed)[0]
