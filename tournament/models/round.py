"""Rounds, and the tables at which they are played."""

from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import Q
from django.urls import reverse

from tournament.models.links import Linked
from tournament.models.links import new_nonce as new_nonce  # migrations name it here
from tournament.models.shown import ShownTo
from tournament.models.tournament import Tournament, run_by
from tournament.models.visitor import Visitor, opened

if TYPE_CHECKING:
    from tournament.models.player import Entry


class Round(models.Model):
    """A started round of a tournament: a hanchan at each of its tables.

    `approved_by` is the log entry by which an organizer approved the round's results; later changes need a reason.
    `resting` are the entries that play in the tournament but had no seat in the round. `released_by` is the log entry
    that released results which had been held back (`Shown.HELD`); None as long as they are held back.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField()
    approved_by = models.ForeignKey("LogEntry", null=True, on_delete=models.PROTECT, related_name="+")
    resting: "models.ManyToManyField[Entry, Any]" = models.ManyToManyField("Entry", related_name="rests")
    released_by = models.ForeignKey("LogEntry", null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_round_for_each_number")]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.number}"

    def get_absolute_url(self) -> str:
        return reverse("round", args=[self.tournament.slug, self.number])


class PlannedStart(models.Model):
    """The announced start of a round. The row is made before the `Round` exists, and is not deleted when the start of
    the round is undone. So it has the round's number instead of a reference to the `Round`. The real start is
    `Round.started_at`."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="planned_starts")
    number = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_planned_start_for_each_round"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.number}"


class RoundVisibility(ShownTo):
    """When one round is shown, if it differs from the tournament's setting. The row may be made before the `Round`
    exists, and is not deleted when the start of the round is undone. So it has the round's number instead of a
    reference to the `Round`."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="round_visibilities")
    number = models.PositiveSmallIntegerField()

    class Meta(ShownTo.Meta):
        ordering = ["number"]
        constraints = [
            *ShownTo.Meta.constraints,
            models.UniqueConstraint(fields=["tournament", "number"], name="one_visibility_for_each_round"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.number}"


class TableQuerySet(models.QuerySet["Table"]):
    def scored_by(self, visitor: Visitor) -> "TableQuerySet":
        """Return the tables whose screen this person may use: all tables of tournaments that the person referees, and
        tables whose link the person opened."""
        return self.filter(Q(tournament__in=run_by(visitor)) | opened(visitor.tables))


class Table(Linked):
    """A table in the hall. A phone that has opened the table's link may enter hands at the table without an account,
    until the link is renewed."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()

    objects = TableQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_table_for_each_number")]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.number}"

    def get_absolute_url(self) -> str:
        return reverse("table", args=[self.tournament.slug, self.number])

    def get_link(self) -> str:
        """Return the path that opens this table without an account. Its token has 72 bits and can be computed only with
        the site's secret key."""
        return reverse("table-link", args=[self.tournament.slug, self.number, self._token()])

    def _token_parts(self) -> tuple[str, str, int]:
        return "tenbo.table-link", f"{self.pk}:{self.link_nonce}", 18
