"""Cuts: only some entries play on for the first places."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.stages import Carry
from tournament.models.log import LogEntry, UntilTakenBack
from tournament.models.player import Entry
from tournament.models.tournament import Tournament


class Cut(models.Model):
    """The entries that advance after a round, and how much of their scores they carry. Places and totals follow from
    it.

    The author, time and reason are in the log entry. A cut is taken back by another log entry, never deleted; at most
    one is current after a round. Whoever advances at a later cut advanced at the earlier ones.
    """

    class Carried(models.TextChoices):
        FULL = "full", _("the whole score")
        HALF = "half", _("half of the score")
        NONE = "none", _("nothing")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="cuts")
    after_round = models.PositiveSmallIntegerField()
    carried = models.CharField(max_length=4, choices=Carried.choices)
    finalists = models.ManyToManyField(Entry, related_name="cuts")
    decided_by = models.ForeignKey(LogEntry, on_delete=models.PROTECT, related_name="+")
    taken_back_by = models.ForeignKey(LogEntry, null=True, on_delete=models.PROTECT, related_name="+")

    objects = UntilTakenBack.as_manager()

    class Meta:
        ordering = ["after_round", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "after_round"], condition=Q(taken_back_by=None), name="one_current_cut"
            ),
            models.CheckConstraint(condition=Q(carried__in=["full", "half", "none"]), name="carry_is_known"),
            models.CheckConstraint(condition=Q(after_round__gte=1), name="cut_is_after_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: after round {self.after_round}"

    @property
    def carry(self) -> Carry:
        return Carry[self.carried.upper()]
