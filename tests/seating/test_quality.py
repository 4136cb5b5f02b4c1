"""The certificate counts what happened, and faults are found whoever made the rounds."""

import json
from random import Random

import pytest

from tests.seating import counting
from tournament.seating.draw import draw
from tournament.seating.people import SeatedPlayer, Wishes
from tournament.seating.plan import plan, rounds_from_json
from tournament.seating.quality import faults, plan_hash, quality

ROUNDS = (((1, 2, 3, 4), (5, 6, 7, 8)), ((2, 1, 3, 5), (4, 6, 7, 8)))
PLAYERS = [SeatedPlayer(number=n, groups={"club": "A"} if n < 4 else {}) for n in range(1, 9)]


def test_everything_is_counted():
    seen = quality(ROUNDS, PLAYERS, Wishes(forbidden=frozenset({frozenset({1, 2})})))

    assert (seen.players, seen.rounds) == (8, 2)
    assert (seen.rematches, seen.most_meetings) == (6, 2)
    assert (seen.fewest_rematches, seen.best_known, seen.known_free) == (0, 4, 1)
    assert (seen.table_repeats, seen.fewest_table_repeats, seen.most_visits) == (6, 0, 2)
    assert (seen.wind_spread, seen.off_winds) == (2, 4)
    assert [(c.meetings, c.fewest, c.by_round) for c in seen.clashes] == [(6, 2, (3, 3))]
    assert seen.forbidden_met == 2
    assert seen.connected
    assert seen.strangers == 0
    assert seen.verdict == "6 rematches, winds ±2, 6 table repeats"


def test_games_away_from_home_are_counted():
    players = [SeatedPlayer(number=1, tables=frozenset({2})), *PLAYERS[1:]]

    seen = quality(ROUNDS, players)

    assert seen.away_from_home == 2
    assert seen.table_repeats == 5


@pytest.mark.parametrize(("count", "rounds", "known"), [(16, 4, 24), (24, 5, 0), (24, 6, 24), (24, 9, None)])
def test_what_is_known_of_tables_is_told_beside_the_bound(count, rounds, known):
    everybody = [SeatedPlayer(number=number) for number in range(1, count + 1)]

    seen = plan(everybody, rounds, seed=1, wishes=Wishes(effort=0.05)).quality

    assert seen.best_known_repeats == known


def test_another_count_agrees(subtests):
    for seed in range(5):
        with subtests.test(seed=seed):
            players = [SeatedPlayer(number=n) for n in range(1, 25)]
            rounds = tuple(draw(range(1, 25), seed=Random(seed).randrange(999) + n) for n in range(9))

            seen = quality(rounds, players)

            assert seen.rematches == counting.rematches(rounds)
            assert seen.table_repeats == counting.table_repeats(rounds)
            assert seen.most_meetings == max(counting.meetings(rounds).values())


def test_two_halves_that_never_meet_are_found():
    halves = (((1, 2, 3, 4), (5, 6, 7, 8)), ((4, 3, 2, 1), (8, 7, 6, 5)))

    seen = quality(halves, PLAYERS)

    assert not seen.connected
    assert seen.strangers == 16


def test_a_plan_without_rounds_is_counted_too():
    seen = quality((), PLAYERS)

    assert (seen.rounds, seen.rematches, seen.wind_spread, seen.connected) == (0, 0, 0, False)


def test_faults_are_found_with_their_place():
    plan_faults = faults([[[1, 2, 3, 4], [4, 5, 6]], [[1, 2, 3, 99], [5, 6, 7, 8]], []], range(1, 9))

    assert [(fault.kind, fault.round, fault.table, fault.player) for fault in plan_faults] == [
        ("not_four", 1, 2, None),
        ("twice", 1, 2, 4),
        ("unknown", 2, 1, 99),
        ("gap", 3, 0, None),
    ]


def test_a_plan_is_read_back_from_its_json():
    made = plan(PLAYERS, 2, seed=1)
    data = json.loads(json.dumps(made.to_json()))

    assert rounds_from_json(data) == rounds_from_json(data["rounds"]) == made.rounds


def test_what_is_no_plan_is_refused(subtests):
    for data in [None, 7, {}, [1, 2], [[5]], [[["1", "2", "3", "4"]]], [[[1, 2, 3, True]]], [["abcd"]]]:
        with subtests.test(data=data), pytest.raises(ValueError, match="a pla"):
            rounds_from_json(data)


def test_the_hash_changes_with_any_seat():
    assert plan_hash(ROUNDS) == plan_hash(tuple(tuple(tuple(t) for t in r) for r in ROUNDS))
    assert plan_hash(ROUNDS) != plan_hash((ROUNDS[0], (ROUNDS[1][0], (4, 6, 8, 7))))
    assert plan_hash(ROUNDS) != plan_hash((ROUNDS[1], ROUNDS[0]))
