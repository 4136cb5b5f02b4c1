"""Times for rounds without one, so many minutes apart and of one day."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from tournament.rounds.forms.timetable import filled_in

NINE = datetime(2026, 11, 28, 9, tzinfo=UTC)


def hours(starts):
    return {number: (at - NINE) / timedelta(hours=1) for number, at in starts.items()}


@pytest.fixture(autouse=True)
def _here():
    with timezone.override("Europe/Prague"):
        yield


def test_they_follow_each_other_as_far_as_the_day_goes():
    empty = dict.fromkeys(range(1, 13))

    times = filled_in(empty, first=NINE, minutes=120, count=None)

    # 10:00 here, so the seventh would be at 22:00 and the eighth at midnight.
    assert hours(times) == {1: 0, 2: 2, 3: 4, 4: 6, 5: 8, 6: 10, 7: 12}
    assert hours(filled_in(empty, first=NINE, minutes=120, count=2)) == {1: 0, 2: 2}


def test_a_rounds_own_time_stays_and_moves_those_after_it():
    starts = {1: NINE - timedelta(days=1), 2: None, 3: NINE + timedelta(hours=4), 4: None}

    assert hours(filled_in(starts, first=NINE, minutes=90, count=None)) == {2: 0, 4: 5.5}


def test_the_minutes_are_minutes_on_the_day_when_the_clock_is_changed():
    first = datetime(2026, 10, 24, 22, 30, tzinfo=UTC)  # half past midnight here; at three it is two again

    times = filled_in({1: None, 2: None}, first=first, minutes=180, count=None)

    assert times[2] - times[1] == timedelta(hours=3)
