"""A round after the standings: equals meet, nobody again, and nobody always in the same wind."""

from random import Random

import pytest

from tests.seating.counting import displacement, everybody_once, meetings, rematches, winds
from tournament.seating.draw import draw
from tournament.seating.people import SeatedPlayer, Wishes
from tournament.seating.swiss import VAST, Prices, by_standings, draw_apart, swiss

QUICK = Wishes(effort=0.03)


def event(count, rounds, *, rematch=100, seed=1):
    """So many Swiss rounds; the lower the number the better the player, luck aside. Also how far from rank they sat."""
    random = Random(seed)
    totals = dict.fromkeys(range(1, count + 1), 0.0)
    history, far = (), []
    for _ in range(rounds):
        standings = sorted(totals, key=lambda player: -totals[player])
        tables = swiss(standings, history, seed=seed, prices=Prices(rematch=rematch), wishes=QUICK)
        far.append(displacement(tables, standings))
        history += (tables,)
        for player in totals:
            totals[player] += random.gauss(0, 2) - player / count
    return history, far


def test_the_first_round_is_by_rank():
    tables = swiss(range(1, 17), (), seed=1, wishes=QUICK)

    assert [set(table) for table in tables] == [{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}]


def test_players_meet_nobody_again_in_eight_rounds():
    history, far = event(44, 8)

    assert everybody_once(history, range(1, 45))
    assert rematches(history) == 0
    assert max(far) < 30
    sat = winds(history).values()
    assert max(max(map(s.count, range(4))) - min(map(s.count, range(4))) for s in sat) <= 2


def test_a_vast_field_meets_nobody_again_among_equals():
    players = list(range(1, VAST + 1))
    first = swiss(players, (), seed=1, wishes=QUICK)
    second = swiss(players, (first,), seed=1, wishes=Wishes(effort=0.2))

    assert everybody_once((first, second), players)
    assert rematches((first, second)) == 0
    assert displacement(second, players) < 2  # each table of the first round parts


def test_the_same_seed_draws_the_same_tables():
    assert event(16, 2) == event(16, 2)


def test_a_light_rematch_lets_equals_meet():
    strict, far = event(24, 6)
    light, near = event(24, 6, rematch=5)

    assert rematches(light) > rematches(strict)
    assert sum(near) < sum(far)


def test_closeness_0_is_a_random_draw_without_rematches():
    history = ()
    for number in range(4):
        history += (swiss(range(1, 33), history, seed=number, prices=Prices(closeness=0), wishes=QUICK),)

    assert rematches(history) == 0
    assert displacement(history[0], range(1, 33)) > 2


def test_mates_stay_apart_where_it_costs_little():
    players = [SeatedPlayer(number=n, groups={"club": str(n % 8)}) for n in range(1, 33)]

    tables = swiss([1, 9, 17, 25, *(n for n in range(1, 33) if n % 8 != 1)], (), seed=1, players=players, wishes=QUICK)

    assert not [pair for pair in meetings([tables]) if len({n % 8 for n in pair}) == 1]


def test_own_tables_are_kept():
    players = [SeatedPlayer(number=30, tables=frozenset({1}))]

    for tables in (
        swiss(range(1, 33), (), seed=1, players=players, wishes=QUICK),
        by_standings(range(1, 33), (), seed=1, players=players),
    ):
        assert 30 in tables[0]


def test_by_standings_is_strict_and_turns_the_winds():
    history = ()
    for _ in range(4):
        history += (by_standings(range(1, 9), history, seed=1),)

    assert all(
        {frozenset(table) for table in tables} == {frozenset({1, 2, 3, 4}), frozenset({5, 6, 7, 8})}
        for tables in history
    )
    assert all(sorted(sat) == [0, 1, 2, 3] for sat in winds(history).values())


@pytest.mark.parametrize("draw", [swiss, by_standings])
def test_somebody_must_sit_out_first(draw):
    with pytest.raises(ValueError, match="sit out"):
        draw(range(1, 8), (), seed=1)


def test_a_draw_keeps_mates_apart_and_own_tables_and_is_random_for_all_others():
    teams = [SeatedPlayer(number=number, groups={"team": str(number % 6)}) for number in range(1, 24)]
    players = [*teams, SeatedPlayer(number=24, tables=frozenset({4}))]
    strangers = [SeatedPlayer(number=number) for number in range(1, 25)]

    drawn = draw_apart(players, seed=3, wishes=Wishes())

    assert draw_apart(players, seed=3, wishes=Wishes()) == drawn != draw_apart(players, seed=4, wishes=Wishes())
    assert everybody_once((drawn,), range(1, 25))
    assert 24 in drawn[3]
    assert all(len({number % 6 for number in table if number < 24}) == len(set(table) - {24}) for table in drawn)
    assert draw_apart(strangers, seed=3, wishes=Wishes()) == draw(range(1, 25), seed=3)
