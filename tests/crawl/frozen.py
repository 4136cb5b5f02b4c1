"""A clock and a source of randomness that give the same in every run.

It knows nothing of the site, and must be installed before Django is set up: who imports a function keeps that one.
"""

import os
import random
import time
from datetime import UTC, datetime, timedelta, tzinfo

START = datetime(2031, 5, 17, 9, tzinfo=UTC)  # a Saturday
END = START + timedelta(hours=1)
STEP = timedelta(seconds=1)


class Clock:
    """Time for the whole process. It goes on by a second whenever it is read, until it is stopped."""

    def __init__(self) -> None:
        self.at = START
        self.is_running = True

    def now(self) -> datetime:
        if self.is_running:
            self.at += STEP
        return self.at

    def timestamp(self) -> float:
        """Time of sessions and signatures, which leaves the clock where it is."""
        return self.at.timestamp()

    def stop(self) -> None:
        """Stop at a moment that does not depend on how often the clock was read before."""
        self.at, self.is_running = END, False


clock = Clock()
_random = random.Random(0)


def reseed(text: str) -> None:
    """Begin all randomness anew, so that what is drawn for one answer does not move the next."""
    _random.seed(text)
    random.seed(text)


class FrozenDatetime(datetime):
    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return clock.at.astimezone(tz)


def install() -> None:
    """Replace what uuid4, secrets and Django read. Not undone: it is for a process of its own."""
    os.urandom = _random.randbytes
    random._urandom = _random.randbytes  # type: ignore[attr-defined]
    time.time = clock.timestamp
    from django.template import defaulttags
    from django.utils import timezone

    timezone.now = clock.now
    defaulttags.datetime = FrozenDatetime  # type: ignore[attr-defined] # for {% now %}
