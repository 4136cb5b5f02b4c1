"""A clock and a source of randomness that return the same values in every run.

Install it before Django is set up, because a module that has imported a function keeps the original. It uses no code of
the site.
"""

import os
import random
import time
from datetime import UTC, datetime, timedelta, tzinfo

START = datetime(2031, 5, 17, 9, tzinfo=UTC)  # a Saturday
END = START + timedelta(hours=1)
STEP = timedelta(seconds=1)


class Clock:
    """The time of the whole process. Each reading moves it on by a second, until it is stopped."""

    def __init__(self) -> None:
        self.at = START
        self.is_running = True

    def now(self) -> datetime:
        if self.is_running:
            self.at += STEP
        return self.at

    def timestamp(self) -> float:
        """Return the time for sessions and signatures, without moving the clock on."""
        return self.at.timestamp()

    def stop(self) -> None:
        """Stop the clock at a fixed moment, which does not depend on how often it was read before."""
        self.at, self.is_running = END, False


clock = Clock()
_random = random.Random(0)


def reseed(text: str) -> None:
    """Seed all randomness with this text, so that random values of one response do not depend on earlier responses."""
    _random.seed(text)
    random.seed(text)


class FrozenDatetime(datetime):
    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return clock.at.astimezone(tz)


def install() -> None:
    """Replace the clock and the randomness that uuid4, secrets and Django use. This cannot be undone, so it needs a
    separate process."""
    os.urandom = _random.randbytes
    random._urandom = _random.randbytes  # type: ignore[attr-defined]
    time.time = clock.timestamp
    from django.template import defaulttags
    from django.utils import timezone

    timezone.now = clock.now
    defaulttags.datetime = FrozenDatetime  # type: ignore[attr-defined] # for {% now %}
