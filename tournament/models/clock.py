"""The facts about a round's clock; `scoring.countdown` computes the time left."""

from datetime import timedelta

from django.db import models
from django.db.models import Q

from scoring.countdown import Countdown
from scoring.rules import Ruleset
from tournament.models.round import Round


class RoundClock(models.Model):
    """The facts of a round's clock; a round without a row has a clock that nobody has used.

    `minutes` is the time until the clock's end signal; if it is None, the ruleset's minutes apply. `extra_seconds` are
    for all tables; a hanchan may have further seconds in addition. `paused_for` is the total length of all pauses
    before the current one.
    """

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="clock")
    minutes = models.PositiveSmallIntegerField(null=True)
    extra_seconds = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    paused_for = models.DurationField(default=timedelta)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(started_at__isnull=False) | Q(paused_at=None, paused_for=timedelta()),
                name="a_clock_is_paused_after_its_start",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.started_at}"

    def countdown(self, rules: Ruleset, *, extra_seconds: int = 0) -> Countdown | None:
        """Return the countdown of a table that has `extra_seconds` in addition to the round's; None if the rules have
        no clock."""
        if rules.minutes is None:
            return None
        return Countdown(
            length=timedelta(minutes=self.minutes or rules.minutes, seconds=self.extra_seconds + extra_seconds),
            started_at=self.started_at,
            paused_at=self.paused_at,
            paused_for=self.paused_for,
        )
