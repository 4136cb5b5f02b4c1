"""What a laptop's document may cost: how long it holds the lock is reckoned before."""

import pytest

from tournament.archive.tenbo.cost import (
    MOST_MIRRORED,
    MOST_SECONDS,
    TooLargeAtOnce,
    checked_seconds,
    seconds_to_replace,
)


def event(*, players, rounds, hands, log=0, cuts=0):
    hanchan = {
        "recorded": [None] * hands,
        "other_hands": [None],
        "paper": [],
        "substitutions": [],
        "signatures": [None] * 4,
        "sheets": [None],
    }
    round_ = {"resting": [], "hanchans": [hanchan] * (players // 4)}
    return {
        "entries": [{}] * players,
        "plans": [],
        "rounds": [round_] * rounds,
        "cuts": [{"finalists": [None] * (players - 1)}] * cuts,
        "log": [None] * log,
    }


def test_a_large_event_comes_back_and_is_mirrored():
    played = event(players=400, rounds=10, hands=16, log=1_000 * 25)

    assert checked_seconds(played) < MOST_MIRRORED
    checked_seconds(event(players=400, rounds=10, hands=20, log=1_000 * 40))
    checked_seconds(event(players=400, rounds=20, hands=10, log=40_000))


@pytest.mark.parametrize(
    "document",
    [
        event(players=400, rounds=200, hands=0),
        event(players=2_000, rounds=20, hands=0),
        event(players=400, rounds=20, hands=60),
        event(players=4, rounds=1, hands=1, log=150_000),
        event(players=2_000, rounds=1, hands=0, cuts=80),
    ],
)
def test_what_would_keep_all_tables_waiting_is_refused(document):
    assert seconds_to_replace(document) > MOST_SECONDS

    with pytest.raises(TooLargeAtOnce):
        checked_seconds(document)
