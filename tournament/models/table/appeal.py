"""Appeals against a penalty or a ruling, and their outcome."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.log import LogEntry
from tournament.models.table.call import Call
from tournament.models.table.penalty import Penalty
from tournament.models.tournament import Tournament


class Appeal(models.Model):
    """An appeal against a penalty, or against the ruling on a call; open until it is decided.

    If the decision changes the penalty, the penalty is taken back; `replaced_by` is the penalty given instead, if any.
    If the decision changes a ruling, `decision` is the new text of the ruling. The authors, times and reasons are in
    the log entries `made_by` and `decided_by`.
    """

    class Outcome(models.TextChoices):
        UPHELD = "upheld", _("The decision stands")
        CHANGED = "changed", _("The decision is changed")
        WITHDRAWN = "withdrawn", _("The appeal was withdrawn")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="appeals")
    penalty = models.ForeignKey(Penalty, null=True, on_delete=models.PROTECT, related_name="appeals")
    call = models.ForeignKey(Call, null=True, on_delete=models.PROTECT, related_name="appeals")
    appealed_by = models.CharField(max_length=80)
    text = models.CharField(max_length=500)
    made_by = models.ForeignKey(LogEntry, on_delete=models.PROTECT, related_name="+")
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)
    decision = models.CharField(max_length=500, blank=True)
    replaced_by = models.ForeignKey(Penalty, null=True, on_delete=models.PROTECT, related_name="+")
    decided_by = models.ForeignKey(LogEntry, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(penalty=None, call__isnull=False) | Q(penalty__isnull=False, call=None),
                name="an_appeal_is_against_one_thing",
            ),
            models.CheckConstraint(
                condition=Q(outcome="", decided_by=None)
                | Q(outcome__in=["upheld", "changed", "withdrawn"], decided_by__isnull=False),
                name="a_decided_appeal_has_an_outcome",
            ),
            models.UniqueConstraint(
                fields=["penalty"], condition=Q(decided_by=None), name="one_open_appeal_against_a_penalty"
            ),
            models.UniqueConstraint(
                fields=["call"], condition=Q(decided_by=None), name="one_open_appeal_against_a_ruling"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.appealed_by}: {self.text[:40]}"
