"""Penalties of players' teams."""

from fractions import Fraction

from django.db import models
from django.db.models import Q

from tournament.models.log import LogEntry, UntilTakenBack
from tournament.models.player_team import PlayerTeam
from tournament.models.table.penalty import Offence


class TeamPenalty(models.Model):
    """A penalty or a warning against a players' team. A penalty is subtracted only from the team's total, not from its
    players' totals.

    `points`, `round` and the two log entries are like those of `Penalty`.
    """

    team = models.ForeignKey(PlayerTeam, on_delete=models.PROTECT, related_name="penalties")
    offence = models.CharField(max_length=12, choices=Offence.choices)
    points = models.CharField(max_length=24)
    round = models.PositiveSmallIntegerField(null=True)
    rule = models.CharField(max_length=60, blank=True)
    given_by = models.ForeignKey(LogEntry, on_delete=models.PROTECT, related_name="+")
    taken_back_by = models.ForeignKey(LogEntry, null=True, on_delete=models.PROTECT, related_name="+")

    objects = UntilTakenBack.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(offence__in=Offence.values), name="team_offence_is_known"),
            models.CheckConstraint(condition=~Q(points__startswith="-"), name="a_team_penalty_takes_off"),
        ]

    def __str__(self) -> str:
        return f"{self.team}: {self.points}"

    @property
    def exact_points(self) -> Fraction:
        return Fraction(self.points)

    @property
    def is_warning(self) -> bool:
        return not self.exact_points
