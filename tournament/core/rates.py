"""Rate limits: a burst at once, then one use each time an interval has passed.

A rate of 5 in 15 minutes allows five uses at once and another every three minutes. Only one time is stored for it: when
the uses so far will have been regained (the generic cell rate algorithm, GCRA).
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.crypto import salted_hmac


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate limit: at most `burst` uses at once, and as many again after `period`."""

    name: str
    burst: int
    period: timedelta

    @property
    def interval(self) -> timedelta:
        """The time after which one more use is free."""
        return self.period / self.burst

    def key(self, subject: str) -> str:
        """The stored key of a subject's uses: a keyed hash, which does not reveal the subject."""
        return salted_hmac("tournament.core.rates", f"{self.name} {subject}", algorithm="sha256").hexdigest()

    def used_until(self, before: datetime, now: datetime, uses: float = 1) -> datetime:
        """The new stored time after one more use, or after so many."""
        return max(before, now) + self.interval * uses

    def wait(self, before: datetime, now: datetime) -> timedelta:
        """How long one more use has to wait; zero if it is free."""
        return max(self.used_until(before, now) - now - self.period, timedelta())
