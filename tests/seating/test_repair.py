"""After somebody leaves, comes late or does not show up: finished rounds stay, and few other seats change."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.seating.counting import everybody_once, rematches, winds
from tournament.seating.people import SeatedPlayer, Wishes
from tournament.seating.plan import plan
from tournament.seating.repair import difference, repair

QUICK = Wishes(effort=0.005)


def people(numbers):
    return [SeatedPlayer(number=number) for number in numbers]


@pytest.fixture(scope="module")
def planned():
    """64 players, 8 rounds."""
    return plan(people(range(1, 65)), 8, seed=1).rounds


def test_a_new_player_takes_the_plan_of_a_player_who_left(planned):
    repaired = repair(planned, 3, people([*range(2, 65), 100]), seed=1)

    assert repaired.plan.rounds == tuple(
        tables if number < 3 else tuple(tuple(100 if p == 1 else p for p in table) for table in tables)
        for number, tables in enumerate(planned)
    )
    assert {change.player for change in repaired.changes} == {1, 100}
    assert len(repaired.changes) == 2 * 5


def test_unavoidable_rematches_cause_no_further_changes():
    country = [SeatedPlayer(number=n, groups={"country": "FR"} if n < 16 else {}) for n in range(1, 49)]
    crowded = plan(people(range(1, 17)), 8, seed=1, wishes=QUICK).rounds
    large = plan(country, 6, seed=1).rounds

    substituted = repair(crowded, 3, people([*range(2, 17), 99]), seed=1, wishes=QUICK)
    smaller = repair(large, 3, country[:47], seed=1)

    assert {change.player for change in substituted.changes} == {1, 99}
    moved = {(c.round, c.player) for c in smaller.changes if c.before and c.after and c.before[0] != c.after[0]}
    assert len(moved) < 3 * 15


@pytest.mark.parametrize(("leaving", "joining"), [(4, 0), (0, 4), (1, 0), (3, 0), (0, 1), (6, 0)])
def test_a_smaller_or_larger_field_meets_nobody_again(planned, leaving, joining):
    staying = [*range(1 + leaving, 65), *range(100, 100 + joining)]

    repaired = repair(planned, 4, people(staying), seed=1)

    rounds = repaired.plan.rounds
    assert rounds[:4] == planned[:4]
    assert everybody_once(rounds[4:], staying)
    assert rematches(rounds) == 0
    spreads = [
        max(map(sat.count, range(4))) - min(map(sat.count, range(4)))
        for p, sat in winds(rounds).items()
        if p in staying
    ]
    assert max(spreads) <= 2 + (joining > 0)
    moved = {(c.round, c.player) for c in repaired.changes if c.before and c.after and c.before[0] != c.after[0]}
    assert len(moved) < 4 * 16


def test_two_who_are_missing_for_one_round_change_little_else(planned):
    repaired = repair(planned, 2, people(range(1, 65)), seed=1, absent={3: {5, 6}})

    rounds = repaired.plan.rounds
    assert len(rounds[2]) == 15
    assert not {5, 6} & {p for table in rounds[2] for p in table}
    assert [len(tables) for tables in rounds[3:]] == [16] * 5
    assert rematches(rounds) == 0


def test_nobody_rests_twice_before_all_have_rested():
    old = plan(people(range(1, 42)), 6, seed=1).rounds

    repaired = repair(old, 3, people(range(2, 42)), seed=1)
    later = repair(old, 3, people([*range(1, 42), 99]), seed=1)

    assert all(len(tables) == 10 for tables in repaired.plan.rounds[3:])
    rests = [sum(not any(p in table for table in tables) for tables in later.plan.rounds) for p in range(1, 42)]
    assert max(rests) == 1


@pytest.mark.parametrize(("staying", "absent"), [(3, {}), (5, {4: {1, 2}})])
def test_fewer_than_four_players_are_refused(planned, staying, absent):
    with pytest.raises(ValueError, match="not enough"):
        repair(planned, 3, people(range(1, staying + 1)), seed=1, absent=absent)


def test_the_difference_lists_changed_seats():
    before = (((1, 2, 3, 4), (5, 6, 7, 8)),)
    after = (((1, 2, 4, 9), (5, 6, 7, 8)),)

    changes = [(c.round, c.player, c.before, c.after) for c in difference(before, after)]

    assert changes == [(1, 3, (1, 2), None), (1, 4, (1, 3), (1, 2)), (1, 9, None, (1, 3))]


def test_planning_the_rest_anew_has_fewer_rematches():
    old = plan(people(range(1, 41)), 8, seed=1).rounds
    staying = people(range(5, 41))

    cautious = repair(old, 3, staying, seed=1, anew=False, wishes=Wishes(effort=0.1))
    anew = repair(old, 3, staying, seed=1, wishes=Wishes(effort=0.2))

    assert rematches(anew.plan.rounds) < rematches(cautious.plan.rounds)
    assert cautious.plan.rounds[:3] == anew.plan.rounds[:3] == old[:3]


def test_a_repair_keeps_mates_apart_and_players_at_their_tables():
    players = [
        SeatedPlayer(
            number=n, groups={"club": "A"} if n % 16 == 5 else {}, tables=frozenset({2}) if n == 9 else frozenset()
        )
        for n in range(1, 65)
    ]
    old = plan(players, 8, seed=1, wishes=QUICK).rounds

    repaired = repair(old, 2, players[:4] + players[8:], seed=1, wishes=Wishes(effort=0.3))

    (clashes,) = repaired.plan.quality.clashes
    assert clashes.meetings == 0
    assert repaired.plan.quality.away_from_home == 0


@pytest.mark.slow
@given(
    count=st.integers(8, 40),
    finished=st.integers(0, 5),
    leaving=st.integers(0, 4),
    joining=st.integers(0, 4),
    seed=st.integers(0, 99),
)
@settings(deadline=None, derandomize=True, max_examples=12)
def test_every_repair_can_be_played(count, finished, leaving, joining, seed):
    old = plan(people(range(1, count + 1)), 5, seed=seed, wishes=QUICK).rounds
    staying = [*range(1 + leaving, count + 1), *range(100, 100 + joining)]

    repaired = repair(old, finished, people(staying), seed=seed, wishes=QUICK)

    assert repaired.plan.rounds[:finished] == old[:finished]
    assert everybody_once(repaired.plan.rounds[finished:], staying)
    assert all(change.round > finished for change in repaired.changes)
    assert repaired == repair(old, finished, people(staying), seed=seed, wishes=QUICK)
