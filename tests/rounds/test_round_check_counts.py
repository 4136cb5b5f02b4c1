"""Which stick counts the double-check of a round explains."""

import pytest

from scoring.hanchan import replay
from tests.factories import HanchanFactory, RoundFactory, TableFactory, TournamentFactory, UserFactory, at_table, play
from tests.table.corrections import A, B, C, ron
from tournament.games.queries.game import load_game
from tournament.rounds.queries import round_check as queries
from tournament.rounds.queries.round_check import round_check
from tournament.table import stick_count
from tournament.table.actions.record_stick_count import record_stick_count

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_():
    return RoundFactory(tournament=TournamentFactory(referees=[UserFactory()]))


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
