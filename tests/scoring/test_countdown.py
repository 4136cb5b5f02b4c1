"""When a signal sounds: through pauses, extra time, and a computer whose clock is put back."""

from datetime import UTC, datetime, timedelta

import pytest

from scoring.countdown import Countdown

TEN = datetime(2026, 5, 1, 10, 0, tzinfo=UTC)


def minutes(count):
    return timedelta(minutes=count)


def clock(length=75, started=True, paused_at=None, paused_for=0):
    return Countdown(
        length=minutes(length),
        started_at=TEN if started else None,
        paused_at=None if paused_at is None else TEN + minutes(paused_at),
        paused_for=minutes(paused_for),
    )


def test_what_is_left_and_when_it_sounds(subtests):
    for case, facts, now, left, sounds in [
        ("just started", {}, 0, 75, 75),
        ("in play", {}, 30, 45, 75),
        ("the signal", {}, 75, 0, 75),
        ("after the signal", {}, 80, -5, 75),
        ("five minutes more", {"length": 80}, 76, 4, 80),
        ("not started", {"started": False}, 30, 75, None),
        ("paused", {"paused_at": 30}, 30, 45, None),
        ("a long pause takes nothing", {"paused_at": 30}, 500, 45, None),
        ("after a pause", {"paused_for": 10}, 40, 45, 85),
        ("the second pause", {"paused_for": 10, "paused_at": 50}, 60, 35, None),
        ("paused after the signal", {"paused_at": 78}, 90, -3, 75),
        ("the computer's clock was put back", {}, -1, 75, 75),
    ]:
        with subtests.test(case):
            countdown, at = clock(**facts), TEN + minutes(now)

            assert countdown.left(at) == minutes(left)
            assert countdown.signal_at == (None if sounds is None else TEN + minutes(sounds))
            assert countdown.has_sounded(at) is (left <= 0)


def test_time_goes_by_between_the_start_and_a_pause_only():
    assert [clock(started=False).is_running, clock().is_running, clock(paused_at=5).is_running] == [False, True, False]


def test_no_time_to_play_is_no_signal_before_the_start():
    assert not clock(length=0, started=False).has_sounded(TEN)
    assert clock(length=0).has_sounded(TEN)


def test_what_was_not_started_was_not_paused():
    with pytest.raises(ValueError, match="cannot have been paused"):
        Countdown(length=minutes(1), paused_at=TEN)
