"""The log: what was done in a tournament, by whom, when and why. Written by every action, changed by none."""

from django.db import models

from tournament.models.tournament import Tournament
from tournament.models.user import User

SOMEBODY = "Somebody"
"""The actor without an account and without a table. Kept in English, like "Table 7"."""
ROBOTS = "Robots"
"""Those of a rehearsal."""
HANDS = ("hand.recorded", "hand.undone")
"""Kinds of entries that are written all day. They change one hanchan, and nothing else of the tournament."""


class LogEntry(models.Model):
    """One thing done. `data` holds what was there before and after, as far as the kind of entry needs it.

    `actor` says in words who did it ("Table 7", an account's name) and outlives the account. `key` is that of
    the submission: the same one twice is one entry. `number` is the tournament's version that it made.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="log")
    number = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=40)
    hanchan = models.ForeignKey("Hanchan", null=True, on_delete=models.CASCADE, related_name="log")
    data = models.JSONField(default=dict)
    reason = models.CharField(max_length=300, blank=True)
    user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    actor = models.CharField(max_length=160)
    key = models.UUIDField(null=True, unique=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="the_log_has_no_gap_or_double")]

    def __str__(self) -> str:
        return f"{self.number}. {self.kind}"

    @property
    def login(self) -> str:
        """What whoever did it logs in with, where they go by another name: that is free, and may be anybody's."""
        username = self.user.get_username() if self.user else ""
        return "" if username == self.actor else username
