"""Statistics of each player's line of a signed sheet, counted from the hands and cached, so that statistics pages and
records need no replay."""

from django.db import models
from django.db.models import Q

from tournament.models.table.sheet import SheetLine


class LineFigures(models.Model):
    """Statistics of one player in one hanchan. Hands that a substitute played for the player are not counted.

    The counts are those of `scoring.statistics.HandCounts`. `is_by_hand` says whether hands were recorded, and not only
    points from paper. `was_there` says whether the player, not a substitute, played at least the beginning. `best` is
    the rank of the player's best paid win (`scoring.statistics.rank_number`), 0 without a win.

    The figures are counted by `games.figures` when the sheet is signed; `manage.py verify` compares and rebuilds them.
    When a sheet is withdrawn, its lines keep their figures.
    """

    line = models.OneToOneField(SheetLine, on_delete=models.CASCADE, primary_key=True, related_name="figures")
    hands = models.PositiveSmallIntegerField()
    won_by_ron = models.PositiveSmallIntegerField()
    won_by_self_draw = models.PositiveSmallIntegerField()
    points_won = models.PositiveIntegerField()
    dealt_in = models.PositiveSmallIntegerField()
    points_dealt_in = models.PositiveIntegerField()
    riichi_won = models.PositiveSmallIntegerField()
    riichi_dealt_in = models.PositiveSmallIntegerField()
    riichi_drawn = models.PositiveSmallIntegerField()
    riichi_lost = models.PositiveSmallIntegerField()
    drawn = models.PositiveSmallIntegerField()
    tenpai = models.PositiveSmallIntegerField()
    chombo = models.PositiveSmallIntegerField()
    is_by_hand = models.BooleanField()
    was_there = models.BooleanField()
    best = models.PositiveBigIntegerField()
    yakuman = models.PositiveSmallIntegerField()

    class Meta:
        indexes = [
            models.Index(fields=["-best", "line"], name="best_hands"),
            models.Index(fields=["line"], condition=Q(yakuman__gt=0), name="yakuman"),
        ]

    def __str__(self) -> str:
        return f"{self.line_id}: {self.hands}"
