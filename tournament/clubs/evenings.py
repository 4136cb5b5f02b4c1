"""The date of a club night: play after midnight still belongs to the day before."""

from datetime import date, datetime, timedelta

NIGHT_ENDS = timedelta(hours=6)
"""Time after midnight that counts as part of the evening before."""


def evening_of(now: datetime) -> date:
    """Return the date of the current evening, which is yesterday's date until six in the morning. `now` is local time.

    >>> evening_of(datetime(2026, 11, 27, 0, 40)), evening_of(datetime(2026, 11, 27, 19, 0))
    (datetime.date(2026, 11, 26), datetime.date(2026, 11, 27))
    """
    return (now - NIGHT_ENDS).date()
