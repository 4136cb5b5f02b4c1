"""People who play, and their entries in tournaments."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.tournament import Tournament


class Player(models.Model):
    """One person over many tournaments. The name tells people apart on paper, never here: two may share it."""

    name = models.CharField(_("name"), max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player's place in one tournament; `number` counts them in the order they were entered."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="a_player_enters_once"),
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_for_each_number"),
        ]

    def __str__(self) -> str:
        return self.player.name
