"""Penalties: points that referees subtract from a player's total, apart from penalties at the tables such as chombo."""

from fractions import Fraction

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.log import LogEntry, UntilTakenBack
from tournament.models.player import Entry


class Offence(models.TextChoices):
    """Offences for which a penalty is given. Chombo is not one of them, because it is recorded as a hand at its
    table."""

    LATE = "late", _("Late")
    MISSED = "missed", _("Missed hanchan")
    OBSTRUCTION = "obstruction", _("Obstruction")
    MISCONDUCT = "misconduct", _("Misconduct")
    PROCEDURE = "procedure", _("Wrong procedure")
    OTHER = "other", _("Other")


class Penalty(models.Model):
    """A penalty or a warning. A penalty is subtracted from the player's total (R13.6); the results and the uma at the
    tables do not change.

    `points` are in thousands, exact, as `scoring.game_writing.decimal_string` writes them; 0 is a warning. `round` is
    the number of a round; it is not removed when the start of this round is undone. The author, time and reason are in
    the log entry. A penalty is taken back by another log entry, never deleted.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="penalties")
    offence = models.CharField(max_length=12, choices=Offence.choices)
    points = models.CharField(max_length=24)
    minutes = models.PositiveSmallIntegerField(null=True)
    round = models.PositiveSmallIntegerField(null=True)
    rule = models.CharField(max_length=60, blank=True)
    given_by = models.ForeignKey(LogEntry, on_delete=models.PROTECT, related_name="+")
    taken_back_by = models.ForeignKey(LogEntry, null=True, on_delete=models.PROTECT, related_name="+")

    objects = UntilTakenBack.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(offence__in=Offence.values), name="offence_is_known"),
            models.CheckConstraint(condition=~Q(points__startswith="-"), name="a_penalty_takes_off"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.points}"

    @property
    def exact_points(self) -> Fraction:
        return Fraction(self.points)

    @property
    def is_warning(self) -> bool:
        return not self.exact_points
