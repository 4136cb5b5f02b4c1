"""Teams for which players play. The team that runs a tournament is another model: see `Membership`."""

from django.db import models
from django.db.models import Q

from tournament.models.colours import Colour
from tournament.models.tournament import Tournament


class PlayerTeam(models.Model):
    """The short name and colour of a players' team. Its members are the entries with its name (`Entry.team`).

    A team without a row has neither short name nor colour. When team names are compared, case and accents are
    ignored.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="player_teams")
    name = models.CharField(max_length=80)
    short_name = models.CharField(max_length=12, blank=True)
    colour = models.CharField(max_length=10, choices=Colour.choices, blank=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="one_team_of_each_name"),
            models.CheckConstraint(condition=~Q(name=""), name="a_team_has_a_name"),
            models.CheckConstraint(condition=Q(colour__in=Colour.values), name="team_colour_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.name}"
