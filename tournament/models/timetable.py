"""When rounds are planned to start."""

from django.db import models

from tournament.models.tournament import Tournament


class PlannedStart(models.Model):
    """The time for which a round is announced. It is said before the round starts and kept afterwards, also when its
    start is taken back; so the round is a number here. When it really started says `Round.started_at`.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="planned_starts")
    number = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_planned_start_for_each_round"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.number}"
