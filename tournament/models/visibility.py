"""Rounds that are shown at other times than the tournament's other rounds."""

from django.db import models

from tournament.models.shown import ShownTo
from tournament.models.tournament import Tournament


class RoundVisibility(ShownTo):
    """From when on one round is shown, instead of what the tournament says. It may be said before the round starts,
    and stays when its start is taken back; so the round is a number here.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="round_visibilities")
    number = models.PositiveSmallIntegerField()

    class Meta(ShownTo.Meta):
        ordering = ["number"]
        constraints = [
            *ShownTo.Meta.constraints,
            models.UniqueConstraint(fields=["tournament", "number"], name="one_visibility_for_each_round"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.number}"
