"""Standings: what counts, in which order, and found by which name."""

from copy import deepcopy
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.outcome import Chombo
from scoring.seats import Seat
from tests.factories import STRANGER, EntryFactory, cut_to, penalize, play, sign
from tests.standings.results import AFTER_MANGAN, DRAW, MANGAN, cancel, tournament_with
from tournament.core.queries.visibility import EVERYTHING
from tournament.models import SheetLine
from tournament.rounds.actions.start_round import start_round
from tournament.standings.queries.leaderboard import leaderboard

pytestmark = pytest.mark.django_db

FOUR = ["Adam", "Břetislav", "Claire", "Dóra"]


@pytest.fixture(scope="module")
def made(once):
    tournament, entries, (hanchan,) = tournament_with(FOUR)
    play(hanchan, MANGAN)
    return tournament, entries, hanchan, sign(hanchan)


@pytest.fixture
def signed(db, made):
    """A tournament, its entries, its only hanchan with South's mangan, and the signed sheet."""
    return deepcopy(made)


@pytest.fixture(scope="module")
def sizes(once):
    """Two tournaments: of one table in two rounds, and of two in three."""

    def played(names, rounds):
        tournament, _entries, hanchans = tournament_with(names, rounds=rounds)
        for hanchan in hanchans:
            play(hanchan, MANGAN, DRAW)
        for hanchan in hanchans[::2]:
            sign(hanchan)
        return tournament

    return played(FOUR, 2), played([f"Player {n}" for n in range(8)], 3)


def placed(board):
    return [(row.place, row.entry.player.name) for row in board.rows]


def test_totals_are_scores_and_ties_share_the_better_place(signed):
    tournament, *_rest = signed

    board = leaderboard(tournament, official=True)

    assert placed(board) == [(1, "Břetislav"), (2, "Adam"), (2, "Dóra"), (4, "Claire")]
    assert [row.total for row in board.rows] == [23, 0, 0, -23]
    assert not board.provisional


def test_what_is_signed_counts_as_it_was_signed(signed):
    tournament, _entries, _hanchan, sheet = signed
    SheetLine.objects.filter(sheet=sheet, seat=Seat.EAST).update(score="50/3")

    rows = leaderboard(tournament, official=True).rows

    assert [row.total for row in rows if row.entry.player.name == "Adam"] == [Fraction(50, 3)]


def test_a_chombo_is_taken_off_the_total_and_told_apart():
    tournament, _entries, (hanchan,) = tournament_with(FOUR)
    play(hanchan, MANGAN, Chombo(offenders=frozenset({Seat.SOUTH})))
    sign(hanchan)

    last = next(row for row in leaderboard(tournament, official=True).rows if row.entry.player.name == "Břetislav")

    assert (last.total, last.chombo, last.penalties, last.results[0].score) == (3, 20, 0, 23)


def test_a_table_in_play_counts_live_and_not_officially():
    tournament, _entries, (first, second) = tournament_with(FOUR, rounds=2)
    play(first, MANGAN)
    sign(first)
    play(second, DRAW)

    live, official = leaderboard(tournament, official=False), leaderboard(tournament, official=True)

    assert [row.provisional for row in live.rows] == [True] * 4
    assert [row.provisional for row in official.rows] == [False] * 4
    assert sum(row.played for row in live.rows) == 8
    assert sum(row.played for row in official.rows) == 4
    assert official.rows[0].results[1] is None


def test_a_table_without_a_hand_gives_nobody_a_place():
    tournament, _entries, _hanchans = tournament_with(FOUR)

    assert placed(leaderboard(tournament, official=False)) == [(None, name) for name in FOUR]


def test_who_has_not_played_comes_after_who_has_lost():
    tournament, _entries, (hanchan,) = tournament_with(FOUR)
    EntryFactory(tournament=tournament, player__name="Aaron", number=5)
    play(hanchan, MANGAN)

    assert placed(leaderboard(tournament, official=False))[-2:] == [(4, "Claire"), (None, "Aaron")]


def test_a_cancelled_hanchan_counts_for_nobody(signed):
    tournament, _entries, hanchan, _sheet = signed
    cancel(hanchan)

    for official in (True, False):
        assert [row.place for row in leaderboard(tournament, official=official).rows] == [None] * 4


def test_another_tournament_is_another_table(signed):
    tournament, *_rest = tournament_with(FOUR)

    assert [row.place for row in leaderboard(tournament, official=False).rows] == [None] * 4


def test_sums_are_exact_over_many_rounds():
    tournament, _entries, hanchans = tournament_with(FOUR, rounds=3)
    for hanchan in hanchans:
        play(hanchan, MANGAN)
        sign(hanchan)

    totals = {row.entry.player.name: row.total for row in leaderboard(tournament, official=True).rows}

    assert totals == {name: 3 * Fraction(score) for name, score in zip(FOUR, AFTER_MANGAN, strict=True)}


@pytest.mark.parametrize("typed", ["břetislav", "BRETI", "  bret  ", "slav"])
def test_a_name_is_found_without_its_accents(typed):
    tournament, *_rest = tournament_with(FOUR)

    assert [row.entry.player.name for row in leaderboard(tournament, official=False).named(typed)] == ["Břetislav"]


@pytest.mark.parametrize("official", [True, False])
def test_the_number_of_queries_does_not_grow(db, sizes, official):
    def queries(tournament):
        with CaptureQueriesContext(connection) as captured:
            leaderboard(tournament, official=official)
        return len(captured)

    small, large = (queries(tournament) for tournament in deepcopy(sizes))

    assert small == large


def test_the_standings_after_a_round_know_nothing_of_what_came_later():
    tournament, entries, (first, second) = tournament_with(FOUR, rounds=2)
    for hanchan in (first, second):
        play(hanchan, MANGAN)
        sign(hanchan)
    cut_to(*entries[:2], after=1)

    then = leaderboard(tournament, official=True, sight=EVERYTHING.after(1))

    assert then.rounds == (1,)
    assert then.cuts == ()
    assert [(row.place, row.total) for row in then.rows] == [(1, 23), (2, 0), (2, 0), (4, -23)]


def test_a_penalty_without_a_round_counts_from_when_it_was_given(signed):
    tournament, entries, *_rest = signed
    penalize(entries[1], "5")
    start_round(tournament_id=tournament.pk, number=2, tables=[[entry.pk for entry in entries]], seed=7, by=STRANGER)
    penalize(entries[1], "3")

    def total(sight):
        rows = leaderboard(tournament, official=True, sight=sight).rows
        return next(row.total for row in rows if row.entry == entries[1])

    assert (total(EVERYTHING.after(1)), total(EVERYTHING)) == (18, 15)
