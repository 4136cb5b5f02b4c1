"""Rate limits: several uses at once (the burst), and then another use after each interval.

A rate of 5 in 15 minutes allows five uses at once, and another use every three minutes. Only one time is stored for
each limit: the time at which all uses so far will be free again (the generic cell rate algorithm, GCRA).
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.crypto import salted_hmac


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate limit: at most `burst` uses at once. All of them are free again after `period`."""

    name: str
    burst: int
    period: timedelta

    @property
    def interval(self) -> timedelta:
        """The time after which one more use becomes free."""
        return self.period / self.burst

    def key(self, subject: str) -> str:
        """Return the key under which the uses by a subject (an account, a network) are stored: a keyed hash, which does
        not reveal the subject."""
        return salted_hmac("tournament.core.rates", f"{self.name} {subject}", algorithm="sha256").hexdigest()

    def used_until(self, before: datetime, now: datetime, uses: float = 1) -> datetime:
        """Return the time to store after `uses` further uses; `before` is the time that is stored now."""
        return max(before, now) + self.interval * uses

    def wait(self, before: datetime, now: datetime, uses: float = 1) -> timedelta:
        """Return how long to wait until this number of further `uses` is free; zero if it is free now. `before` is the
        time that is stored now."""
        return max(self.used_until(before, now, uses) - now - self.period, timedelta())

    def left(self, before: datetime, now: datetime) -> float:
        """Return how many uses are free now. `before` is the time that is stored now."""
        return max((now + self.period - max(before, now)) / self.interval, 0.0)
