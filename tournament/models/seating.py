"""The seats of rounds to come, as an organizer accepted them."""

from collections.abc import Set

from django.db import models
from django.db.models import Q

from tournament.models.log import LogEntry, UntilSuperseded
from tournament.models.tournament import Tournament


class SeatingPlan(models.Model):
    """Planned seats of every round. A round that starts proposes these seats; what was played is elsewhere.

    `rounds` are tables of four entries' numbers, in the order East, South, West, North, with the tables in the
    hall's order. The same players, wishes, number of rounds and `seed` give the same plan; a plan made elsewhere has no
    seed. `hash` proves that it was not changed (`seating.quality.plan_hash`).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="plans")
    rounds = models.JSONField()
    seed = models.PositiveIntegerField(null=True)
    hash = models.CharField(max_length=64)
    accepted_by = models.ForeignKey(LogEntry, on_delete=models.PROTECT, related_name="+")
    superseded_by = models.ForeignKey(LogEntry, null=True, on_delete=models.PROTECT, related_name="+")

    objects = UntilSuperseded.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament"], condition=Q(superseded_by=None), name="one_current_plan")
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.hash[:12]}"

    def numbers_from(self, first: int) -> set[int]:
        """The entries that it seats in this round or later (the first round is 1)."""
        return {number for tables in self.rounds[first - 1 :] for table in tables for number in table}

    def players_from(self, first: int) -> set[int]:
        """The entries that it is for in this round or later: who has a seat, and who was to rest in all of them."""
        logged = self.accepted_by.data.get("players")
        # The log of an imported document may say anything.
        players = [number for number in logged if type(number) is int] if isinstance(logged, list) else []
        return self.numbers_from(first).union(players)

    def is_for(self, playing: Set[int], first: int) -> bool:
        """Whether exactly these entries take part in this round and the later ones."""
        return self.numbers_from(first) <= playing <= self.players_from(first)

    @property
    def is_repair(self) -> bool:
        """Whether it was made from another plan, which can be kept again."""
        return self.accepted_by.kind in {"seating.repaired", "seating.exchanged"}
