"""Calls for a referee, and the referees' rulings."""

from django.db import models
from django.db.models import Q

from tournament.models.log import LogEntry
from tournament.models.round import Table


class Call(models.Model):
    """A table's call for a referee. The call is open until a referee answers it or the table takes it back.

    `round` is the number of the round at the time of the call. `word` is the table's short note. The ruling (situation,
    decision, rule) is the referee's; an answered call may have no ruling. Authors and times are in the log entries.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="calls")
    round = models.PositiveSmallIntegerField(null=True)
    word = models.CharField(max_length=80, blank=True)
    called_by = models.ForeignKey(LogEntry, on_delete=models.PROTECT, related_name="+")
    taken_by = models.ForeignKey(LogEntry, null=True, on_delete=models.PROTECT, related_name="+")
    closed_by = models.ForeignKey(LogEntry, null=True, on_delete=models.PROTECT, related_name="+")
    was_answered = models.BooleanField(default=False)
    situation = models.CharField(max_length=500, blank=True)
    decision = models.CharField(max_length=500, blank=True)
    rule = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["table"], condition=Q(closed_by=None), name="one_open_call_at_a_table"),
            models.CheckConstraint(
                condition=Q(was_answered=False) | Q(closed_by__isnull=False), name="an_answered_call_is_closed"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.word}"
