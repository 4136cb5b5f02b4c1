"""When a signal sounds: through pauses, extra time, and a computer whose clock is put back."""

from datetime import UTC, datetime, timedelta

import pytest

from scoring.countdown import Countdown
from tests.rows import every_row

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


@every_row(
    ("facts", "now", "left", "sounds"),
    [
        pytest.param({}, 0, 75, 75, id="just started"),
        pytest.param({}, 30, 45, 75, id="in play"),
        pytest.param({}, 75, 0, 75, id="the signal"),
        pytest.param({}, 80, -5, 75, id="after the signal"),
        pytest.param({"length": 80}, 76, 4, 80, id="five minutes more"),
        pytest.param({"started": False}, 30, 75, None, id="not started"),
        pytest.param({"paused_at": 30}, 30, 45, None, id="paused"),
        pytest.param({"paused_at": 30}, 500, 45, None, id="a long pause takes nothing"),
        pytest.param({"paused_for": 10}, 40, 45, 85, id="after a pause"),
        pytest.param({"paused_for": 10, "paused_at": 50}, 60, 35, None, id="the second pause"),
        pytest.param({"paused_at": 78}, 90, -3, 75, id="paused after the signal"),
        pytest.param({}, -1, 75, 75, id="the computer's clock was put back"),
    ],
)
def test_what_is_left_and_when_it_sounds(facts, now, left, sounds):
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
