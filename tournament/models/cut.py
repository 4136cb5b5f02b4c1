"""Cuts: after a round, only some of the players play on for the first places."""

from fractions import Fraction

from django.db import models
from django.db.models import Q

from scoring.stages import NAMED_PARTS, part_carried
from tournament.models.log import LogEntry, UntilTakenBack
from tournament.models.player import Entry
from tournament.models.tournament import Tournament


class Cut(models.Model):
    """The entries that advance after a round, and the share of their scores that they carry over. Places and totals are
    computed from these data.

    `carried` is the share as `scoring.stages.part_as_text` writes it. The author, time and reason are in the log entry
    `decided_by`; `changed_by` is the latest log entry that replaced a finalist who left before the next round. A cut is
    taken back by another log entry, never deleted. Each round has at most one cut after it that was not taken back.
    Players who advance at a later cut also advanced at the earlier cuts, unless the later one is by teams: a team
    advances with all its players who play on, also with those who joined it meanwhile.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="cuts")
    after_round = models.PositiveSmallIntegerField()
    carried = models.CharField(max_length=8)
    finalists = models.ManyToManyField(Entry, related_name="cuts")
    decided_by = models.ForeignKey(LogEntry, on_delete=models.PROTECT, related_name="+")
    changed_by = models.ForeignKey(LogEntry, null=True, on_delete=models.PROTECT, related_name="+")
    taken_back_by = models.ForeignKey(LogEntry, null=True, on_delete=models.PROTECT, related_name="+")

    objects = UntilTakenBack.as_manager()

    class Meta:
        ordering = ["after_round", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "after_round"], condition=Q(taken_back_by=None), name="one_current_cut"
            ),
            models.CheckConstraint(
                condition=Q(carried__in=list(NAMED_PARTS)) | Q(carried__contains="/"), name="carry_is_a_part"
            ),
            models.CheckConstraint(condition=Q(after_round__gte=1), name="cut_is_after_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: after round {self.after_round}"

    @property
    def carry(self) -> Fraction:
        return part_carried(self.carried)
