"""When a round's signal sounds (R16): arithmetic with moments that are given. Asks no clock what time it is."""

from dataclasses import dataclass
from datetime import datetime, timedelta

NOTHING = timedelta()


@dataclass(frozen=True, slots=True, kw_only=True)
class Countdown:
    """The facts of one clock, or of one table's: its signal may come later than that of the round.

    `length` is what runs down until the signal, with all extra time in it. `paused_for` is what pauses before the
    present one took, and `paused_at` when the present one began.
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
        """Whether time goes by, until the signal or since."""
        return self.started_at is not None and self.paused_at is None

    @property
    def signal_at(self) -> datetime | None:
        """When the signal sounds, or sounded; None while nobody can say: before the start and in a pause."""
        if self.started_at is None:
            return None
        at = self.started_at + self.paused_for + self.length
        return at if self.paused_at is None or at <= self.paused_at else None

    def left(self, now: datetime) -> timedelta:
        """What is left until the signal; below nothing once it has sounded."""
        if self.started_at is None:
            return self.length
        gone = (self.paused_at or now) - self.started_at - self.paused_for
        return self.length - max(gone, NOTHING)  # a computer's clock may be put back

    def has_sounded(self, now: datetime) -> bool:
        return self.started_at is not None and self.left(now) <= NOTHING
