"""Revealing the standings in the hall, place by place."""

from django.db import models
from django.db.models import Q

from tournament.models.tournament import Tournament


class Ceremony(models.Model):
    """A ceremony in progress. Ceremonies that have ended are only in the log.

    Places worse than `from_place` are shown from the beginning. The places from `from_place` up to 1 are revealed one
    by one; `revealed` is how many of them are shown so far. Players who share a place are revealed together and count
    as one.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="ceremony")
    from_place = models.PositiveSmallIntegerField()
    revealed = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(from_place__gte=1), name="a_ceremony_starts_at_a_place")]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.revealed} from place {self.from_place}"
