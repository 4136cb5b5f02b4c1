"""Computes when a round's end signal sounds (R16). The current time is an argument: this module reads no clock."""

from dataclasses import dataclass
from datetime import datetime, timedelta

NOTHING = timedelta()


@dataclass(frozen=True, slots=True, kw_only=True)
class Countdown:
    """The clock of a round or of one table; a table with extra time of its own has a later end signal than the round.

    `length` is the time until the signal, including extra time. `paused_at` is when the current pause began, and
    `paused_for` the length of all earlier pauses.
    """

    length: timedelta
    started_at: datetime | None = None
    paused_at: datetime | None = None
    paused_for: timedelta = NOTHING

    def __post_init__(self) -> None:
        if self.started_at is None and (self.paused_at is not None or self.paused_for):
            raise ValueError("a clock that was not started cannot have been paused")

    @property
    def is_running(self) -> bool:
        """Whether the clock was started and is not paused. A clock still runs after its end signal."""
        return self.started_at is not None and self.paused_at is None

    @property
    def signal_at(self) -> datetime | None:
        """Return when the end signal sounds or sounded; None before the start, and during a pause that began before the
        signal."""
        if self.started_at is None:
            return None
        at = self.started_at + self.paused_for + self.length
        return at if self.paused_at is None or at <= self.paused_at else None

    def left(self, now: datetime) -> timedelta:
        """Return the time left until the end signal; negative after it has sounded."""
        if self.started_at is None:
            return self.length
        gone = (self.paused_at or now) - self.started_at - self.paused_for
        return self.length - max(gone, NOTHING)  # `now` is before the start if the computer's clock was set back

    def has_sounded(self, now: datetime) -> bool:
        return self.started_at is not None and self.left(now) <= NOTHING
