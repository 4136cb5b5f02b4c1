"""What a process did in each of the last sixty minutes."""

from tournament.core.telemetry.last_hour import LastHour, Minute


def test_it_counts_by_minute_and_forgets_what_is_older_than_an_hour():
    now = [0.0]
    hour = LastHour(lambda: now[0])
    hour.answered(0.25, 200)
    hour.answered(0.5, 500)
    now[0] = 59.9
    hour.changed()
    now[0] = 61
    hour.answered(0.1, 404)

    assert hour.minutes()[-2:] == [Minute(answers=2, errors=1, changes=1, slowest=0.5), Minute(answers=1, slowest=0.1)]
    assert hour.minutes()[:-2] == [Minute()] * 58

    now[0] = 60 * 60 + 59
    assert hour.minutes()[0] == Minute(answers=1, slowest=0.1)
    now[0] += 60
    hour.changed()
    assert hour.minutes() == [*[Minute()] * 59, Minute(changes=1)]
