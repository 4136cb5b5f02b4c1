"""Departures of players during a tournament."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.log import LogEntry, UntilTakenBack
from tournament.models.player import Entry


class Departure(models.Model):
    """A player's departure from a certain round on, and its effect on the results (`Kind`). A player has at most one
    departure that was not taken back.

    The author, time and reason are in the log entry. A departure is taken back by another log entry, never deleted.
    """

    class Kind(models.TextChoices):
        WITHDRAWN = "withdrawn", _("withdrawn")  # keeps results and place
        DISQUALIFIED = "disqualified", _("disqualified")  # ranked last (R15.5)
        STRUCK = "struck", _("disqualified, not listed")
        REMOVED = "removed", _("taken out of the results")  # ill, for instance

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="departures")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    from_round = models.PositiveSmallIntegerField()
    decided_by = models.ForeignKey(LogEntry, on_delete=models.PROTECT, related_name="+")
    taken_back_by = models.ForeignKey(LogEntry, null=True, on_delete=models.PROTECT, related_name="+")

    objects = UntilTakenBack.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry"], condition=Q(taken_back_by=None), name="one_current_departure"),
            models.CheckConstraint(
                condition=Q(kind__in=["withdrawn", "disqualified", "struck", "removed"]), name="departure_kind_is_known"
            ),
            models.CheckConstraint(condition=Q(from_round__gte=1), name="departure_is_from_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.kind}"

    @property
    def is_last(self) -> bool:
        """Whether the player is ranked below everybody else."""
        return self.kind == self.Kind.DISQUALIFIED

    @property
    def is_unlisted(self) -> bool:
        """Whether the player is left out of the standings and of leagues."""
        return self.kind in UNLISTED


UNLISTED = (Departure.Kind.STRUCK, Departure.Kind.REMOVED)
