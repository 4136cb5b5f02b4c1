"""Substitutes who play for an absent player."""

from django.db import models
from django.db.models import Q

from tournament.models.log import LogEntry, UntilTakenBack
from tournament.models.player import Entry
from tournament.models.table.hanchan import Hanchan


class Substitution(models.Model):
    """A substitute, who plays a hanchan for an absent player.

    The absent player's result is that of a missed hanchan (R15.2). `after_hand` is the number of hands that the player
    had played; None if the substitute played from the start. The opponents' uma depends on this number (R15.3, R15.4).
    `may_publish` says whether the substitute agrees to a public name, as the person who entered the substitute stated.
    `games.substitutes` decides which name other people read. The author, time and reason are in the log entry.
    """

    hanchan = models.ForeignKey(Hanchan, on_delete=models.CASCADE, related_name="substitutions")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="substitutions")
    name = models.CharField(max_length=80)
    may_publish = models.BooleanField(default=False, db_default=False)
    after_hand = models.PositiveSmallIntegerField(null=True)
    said_by = models.ForeignKey(LogEntry, on_delete=models.PROTECT, related_name="+")
    taken_back_by = models.ForeignKey(LogEntry, null=True, on_delete=models.PROTECT, related_name="+")

    objects = UntilTakenBack.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["hanchan", "entry"], condition=Q(taken_back_by=None), name="one_current_substitute"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="a_substitute_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.hanchan}: {self.name}"

    @property
    def from_start(self) -> bool:
        return self.after_hand is None
