"""The order of matches of a team season, and the line-ups."""

from django.db import models
from django.db.models import Q

from tournament.models.player import Entry
from tournament.models.player_team import PlayerTeam
from tournament.models.tournament import Tournament


class TeamSeat(models.Model):
    """A team's seat (0 to 3) in a match of a round, and the player (`entry`) who will play on it; None until the team
    names a player.

    A match is the four seats of a table in a round. Only the round's number is stored, because the round may not have
    started yet. After the start of the round, the real seats are `Seat` rows.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="team_seats")
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    team = models.ForeignKey(PlayerTeam, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, null=True, on_delete=models.SET_NULL, related_name="team_seats")

    class Meta:
        ordering = ["round", "table", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "round", "table", "seat"], name="one_team_on_each_seat"),
            models.UniqueConstraint(fields=["round", "team"], name="a_team_plays_once_in_a_round"),
            models.CheckConstraint(condition=Q(seat__lte=3), name="a_match_has_four_seats"),
            models.CheckConstraint(condition=Q(round__gte=1, table__gte=1), name="a_match_has_a_place"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.round}, {self.table}: {self.team.name}"
