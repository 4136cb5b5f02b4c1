"""A whole event planned: nobody twice, nobody again where that can be, winds even, the same from the same seed."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.seating.counting import everybody_once, rematches, table_repeats, winds, winds_are_even
from tests.seating.counting import meetings as count_meetings
from tournament.seating import halls
from tournament.seating.designs import rounds_without_rematch, rounds_without_table_again
from tournament.seating.meetings import meetings
from tournament.seating.people import SeatedPlayer, Wishes
from tournament.seating.plan import plan

QUICK = Wishes(effort=0.005)


def people(count, *clubs):
    """Players from 1; the first of them in clubs of these sizes."""
    names = [f"club {number}" for number, size in enumerate(clubs) for _ in range(size)]
    names += [""] * (count - len(names))
    return [SeatedPlayer(number=n, groups={"club": name} if name else {}) for n, name in enumerate(names, start=1)]


@pytest.mark.slow
@given(count=st.integers(4, 90), rounds=st.integers(1, 12), seed=st.integers(0, 99))
@settings(deadline=None, derandomize=True, max_examples=20)
def test_every_plan_can_be_played(count, rounds, seed):
    players = people(count)

    made = plan(players, rounds, seed=seed, wishes=QUICK)

    assert len(made.rounds) == rounds
    assert everybody_once(made.rounds, [player.number for player in players])
    assert winds_are_even(made.rounds)
    assert made.rounds == plan(players, rounds, seed=seed, wishes=QUICK).rounds


@given(tables=st.integers(4, 50), rounds=st.integers(1, 12), seed=st.integers(0, 99))
@settings(deadline=None, derandomize=True, max_examples=20)
def test_nobody_meets_twice_where_that_is_possible(tables, rounds, seed):
    rounds = min(rounds, rounds_without_rematch(4 * tables))

    made = plan(people(4 * tables), rounds, seed=seed, wishes=QUICK)

    assert rematches(made.rounds) == made.quality.rematches == 0
    if rounds <= rounds_without_table_again(4 * tables):
        assert table_repeats(made.rounds) == made.quality.table_repeats == 0
    assert made.quality.connected or rounds < 3


# Rematches in seating notes section 2, "2 s" where it is no bound; the most that a pair may meet.
@pytest.mark.parametrize(
    ("count", "rounds", "most", "times"),
    [
        (8, 4, 20, 3), (8, 7, 56, 3), (12, 3, 8, 3), (12, 4, 15, 3), (12, 6, 42, 3), (12, 11, 132, 3),
        (16, 6, 24, 2), (16, 12, 168, 4), (20, 6, 6, 2), (20, 7, 24, 2), (20, 8, 50, 2), (20, 11, 140, 3),
        (24, 8, 18, 2), (24, 9, 48, 2), (28, 10, 42, 2), (36, 12, 27, 2),
    ],
)  # fmt: skip
def test_where_some_must_meet_again_they_are_as_few_as_known(count, rounds, most, times):
    made = meetings(count, rounds, random=Random(1), effort=0.2)

    assert rematches(made) <= most
    assert max(count_meetings(made).values()) <= times


@pytest.mark.parametrize("count", [41, 42, 43, 50, 83])
def test_where_tables_are_not_full_nobody_rests_twice(count):
    made = plan(people(count), 8, seed=1, wishes=QUICK)

    assert rematches(made.rounds) == 0
    assert (made.quality.most_rests, made.quality.fewest_rests) == (1, 0)
    assert min(map(len, winds(made.rounds).values())) == 7


@pytest.mark.parametrize(
    ("count", "rounds", "clubs", "fewest"),
    [(40, 8, [4] * 10, 0), (80, 8, [24, 16, 10, 8], 32), (128, 10, [30, 22, 16, 12], 0), (20, 5, [4] * 5, 6)],
)
def test_club_mates_meet_only_where_they_must(count, rounds, clubs, fewest):
    made = plan(people(count, *clubs), rounds, seed=1, wishes=Wishes(effort=0.5 if count < 40 else 1))

    (clashes,) = made.quality.clashes
    assert clashes.meetings == fewest
    assert rematches(made.rounds) == 0


@pytest.mark.parametrize("early", [False, True])
def test_mates_who_must_meet_do_so_late_or_early(early):
    made = plan(people(16, 4, 4), 5, seed=1, wishes=Wishes(effort=0.1, mates_early=early))

    (clashes,) = made.quality.clashes
    assert clashes.meetings == clashes.fewest == 12
    assert list(clashes.by_round) == sorted(clashes.by_round, reverse=early)


def test_a_team_weighs_more_than_a_country():
    players = [
        SeatedPlayer(number=n, groups={"team": f"{n % 10}", "country": "FR" if n < 35 else "CZ"}) for n in range(1, 41)
    ]

    made = plan(players, 8, seed=2, wishes=Wishes(effort=0.1))

    team, country = made.quality.clashes
    assert (team.kind, team.meetings) == ("team", 0)
    assert country.meetings >= country.fewest > 0


def test_forbidden_pairs_do_not_meet():
    never = frozenset(frozenset(pair) for pair in [(1, 2), (3, 4), (1, 5)])

    made = plan(people(24), 7, seed=1, wishes=Wishes(effort=0.1, forbidden=never))

    assert not never & count_meetings(made.rounds).keys()
    assert made.quality.forbidden_met == 0


def test_some_have_tables_of_their_own():
    own = {1: {1}, 2: {5}, 3: {2, 3}}
    players = [SeatedPlayer(number=n, tables=frozenset(own.get(n, ()))) for n in range(1, 41)]

    made = plan(players, 8, seed=1, wishes=QUICK)

    for tables in made.rounds:
        at = {player: place for place, table in enumerate(tables, start=1) for player in table}
        assert all(at[player] in places for player, places in own.items())
    assert made.quality.away_from_home == 0
    assert rematches(made.rounds) == 0
    assert winds_are_even(made.rounds)


@pytest.mark.parametrize(("count", "rounds", "most"), [(24, 7, 48), (28, 8, 28)])
def test_a_search_for_tables_ends_where_nothing_better_is_known(monkeypatch, count, rounds, most):
    sweeps, sweep = [], halls._sweep
    monkeypatch.setattr(halls, "_sweep", lambda *arguments: sweeps.append(1) or sweep(*arguments))

    made = plan(people(count), rounds, seed=3)

    assert table_repeats(made.rounds) == most
    assert len(sweeps) < halls.TURNS * count * rounds / 2


@pytest.mark.parametrize(
    ("players", "rounds", "why"),
    [
        (people(3), 1, "not enough"),
        (people(8), 0, "one round"),
        ([*people(8), SeatedPlayer(number=1)], 3, "same number"),
    ],
)
def test_an_impossible_plan_is_refused(players, rounds, why):
    with pytest.raises(ValueError, match=why):
        plan(players, rounds, seed=1)


def test_another_seed_is_another_plan():
    assert plan(people(40), 8, seed=1).rounds != plan(people(40), 8, seed=2).rounds
