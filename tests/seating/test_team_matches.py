"""The order of matches of a team season."""

from itertools import combinations

import pytest

from tournament.seating import team_matches
from tournament.seating.draw import draw
from tournament.seating.people import TooFewPlayers
from tournament.seating.team_matches import TRIES, match_order, meetings, tries_for


def matches_of(order):
    return [team for tables in order for table in tables for team in table]


@pytest.mark.parametrize("seed", range(3))
def test_eight_teams_meet_each_other_three_times_in_seven_rounds(seed):
    order = match_order(range(1, 9), 7, tables=2, seed=seed)

    assert {meetings(order).get(pair, 0) for pair in combinations(range(1, 9), 2)} == {3}
    assert all(sorted(matches_of([tables])) == list(range(1, 9)) for tables in order)


def test_six_teams_at_one_table_play_equally_often():
    order = match_order(range(1, 7), 15, tables=1, seed=5)

    assert [matches_of(order).count(team) for team in range(1, 7)] == [10] * 6
    met = [meetings(order).get(pair, 0) for pair in combinations(range(1, 7), 2)]
    assert max(met) - min(met) <= 2


def test_each_team_starts_on_each_wind_about_equally_often():
    order = match_order(range(4), 8, tables=1, seed=2)

    for team in range(4):
        winds = [table.index(team) for tables in order for table in tables]
        assert sorted(winds) == [0, 0, 1, 1, 2, 2, 3, 3]


def test_matches_before_count_for_who_plays_next():
    before = (((1, 2, 3, 4),),)

    order = match_order(range(1, 7), 1, tables=1, seed=3, before=before)

    assert {5, 6} <= set(matches_of(order))


def test_the_seed_repeats_the_order():
    assert match_order(range(6), 4, tables=1, seed=9) == match_order(range(6), 4, tables=1, seed=9)


@pytest.mark.parametrize(("rounds", "tables"), [(1, 1), (7, 2), (5, 30), (50, 25)])
def test_the_work_for_one_order_is_bounded(monkeypatch, rounds, tables):
    draws: list[int] = []
    monkeypatch.setattr(team_matches, "MOST_DRAWN", 1_000)
    monkeypatch.setattr(team_matches, "draw", lambda teams, *, seed: draws.append(tables) or draw(teams, seed=seed))

    match_order(range(4 * tables), rounds, tables=tables, seed=1)

    assert sum(draws) <= max(1_000, rounds * tables)


def test_a_long_season_of_a_league_gets_every_try():
    assert tries_for(200, 2) == TRIES


@pytest.mark.parametrize(("teams", "tables"), [(3, 1), (7, 2), (4, 0)])
def test_teams_have_to_fill_the_tables(teams, tables):
    with pytest.raises(TooFewPlayers):
        match_order(range(teams), 1, tables=tables, seed=1)
