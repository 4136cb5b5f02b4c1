"""Which day's evening it is: a club night goes on after midnight."""

from datetime import date, datetime, timedelta

NIGHT_ENDS = timedelta(hours=6)
"""Time after midnight that still belongs to the evening before."""


def evening_of(now: datetime) -> date:
    """Return the day of the evening; `now` is in the club's time zone.

    >>> evening_of(datetime(2026, 11, 27, 0, 40)), evening_of(datetime(2026, 11, 27, 19, 0))
    (datetime.date(2026, 11, 26), datetime.date(2026, 11, 27))
    """
    return (now - NIGHT_ENDS).date()
