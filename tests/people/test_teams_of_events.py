"""The teams of many events are compared by bits, and the result is that of comparing sets."""

import random

import pytest

from tournament.people.teams_of_events import ComputedSets, Teams


@pytest.mark.parametrize("seed", range(20))
def test_bits_compare_as_sets_do(seed):
    chance = random.Random(seed)
    accounts = range(100, 100 + chance.randint(1, 8))
    teams = {event: set(chance.sample(accounts, chance.randint(1, len(accounts)))) for event in range(70)}
    compared = Teams((event, account) for event in teams for account in sorted(teams[event]))

    for event, team in teams.items():
        assert set(compared.team_of(event)) == team
        assert set(compared.events_within(event)) == {other for other in teams if teams[other] <= team}
        assert set(compared.events_of(compared.with_all(team))) == {other for other in teams if team <= teams[other]}
        assert event in compared.events[compared.number_of(event)]
    assert sorted(event for events in compared.events for event in events) == list(teams)
    assert len(compared.teams) == len({frozenset(team) for team in teams.values()})
    assert set(compared.events_of(compared.with_all([1]))) == set()
    assert set(compared.events_of(compared.with_all([]))) == teams.keys()


def test_an_event_without_members_is_in_no_set():
    compared = Teams([(1, 10)])

    assert (compared.number_of(2), list(compared.team_of(2)), list(compared.events_within(2))) == (None, [], [])


def test_sets_are_computed_for_their_keys_alone():
    sets = ComputedSets([1, 2], lambda key: range(key))

    assert dict(sets) == {1: {0}, 2: {0, 1}}
    assert sets.get(3, "none") == "none"
