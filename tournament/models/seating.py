"""The seats of coming rounds, as an organizer accepted them."""

from collections.abc import Set

from django.db import models
from django.db.models import Q

from tournament.models.log import LogEntry, UntilSuperseded
from tournament.models.tournament import Tournament


class SeatingPlan(models.Model):
    """Planned seats of every round, which are proposed when the round is started. The real seats are `Seat` rows.

    `rounds` is a list of rounds; each is a list of tables, from table 1, with four entry numbers from East to North.
    The same players, wishes, number of rounds and `seed` always give the same plan; an imported plan has no seed.
    `hash` proves that the plan was not changed (`seating.quality.plan_hash`).
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
        """Return the numbers of the entries with a seat in this round or later (the first round is 1)."""
        return {number for tables in self.rounds[first - 1 :] for table in tables for number in table}

    def players_from(self, first: int) -> set[int]:
        """Return the numbers of the entries for which the plan was made, from this round on, including players who rest
        in all these rounds."""
        logged = self.accepted_by.data.get("players")
        # The log of an imported document may contain any JSON here.
        players = [number for number in logged if type(number) is int] if isinstance(logged, list) else []
        return self.numbers_from(first).union(players)

    def is_for(self, playing: Set[int], first: int) -> bool:
        """Whether the plan is for exactly these entries in this round and the later ones."""
        return self.numbers_from(first) <= playing <= self.players_from(first)

    @property
    def is_repair(self) -> bool:
        """Whether this plan is a repair of an earlier plan. The earlier plan can be restored."""
        return self.accepted_by.kind in {"seating.repaired", "seating.exchanged"}
