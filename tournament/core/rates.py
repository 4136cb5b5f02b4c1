"""Limits on how often something is done: a burst at once, then as much as its period gives back.

A rate of 5 in 15 minutes allows five uses at once and another every three minutes. One date is all that has to be kept
for it: until when the uses so far fill the rate (the generic cell rate algorithm).
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.crypto import salted_hmac


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `burst` uses at once; a whole burst is free again after `period`."""

    name: str
    burst: int
    period: timedelta

    @property
    def interval(self) -> timedelta:
        """After this time one use is free again."""
        return self.period / self.burst

    def key(self, subject: str) -> str:
        """The key of a subject's uses: a hash that tells nobody who it was."""
        return salted_hmac("tournament.core.rates", f"{self.name} {subject}", algorithm="sha256").hexdigest()

    def used_until(self, before: datetime, now: datetime) -> datetime:
        """Until when the rate is filled after one more use."""
        return max(before, now) + self.interval

    def wait(self, before: datetime, now: datetime) -> timedelta:
        """How long one more use has to wait; zero if it is free."""
        return max(self.used_until(before, now) - now - self.period, timedelta())
