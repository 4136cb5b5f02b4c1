"""Revealing the standings in the hall, place by place."""

from django.db import models
from django.db.models import Q

from tournament.models.tournament import Tournament


class Ceremony(models.Model):
    """A ceremony in progress. Ceremonies that have ended are only in the log.

    Places worse than `from_place` are shown from the beginning. The places from `from_place` up to 1 are revealed one
    by one, players who share a place together. `revealed_place` is the place that was revealed last; None before the
    first. A place is stored, not a count: if a penalty makes two revealed places equal, the same count would reach one
    place further.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="ceremony")
    from_place = models.PositiveSmallIntegerField()
    revealed_place = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(from_place__gte=1), name="a_ceremony_starts_at_a_place")]

    def __str__(self) -> str:
        to = "" if self.revealed_place is None else f" to {self.revealed_place}"
        return f"{self.tournament}: from place {self.from_place}{to}"
