"""A hanchan: one game at one table, and its seats."""

from dataclasses import replace

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.rules import Ruleset
from scoring.seats import Seat as SeatNumber
from tournament.models.log import LogEntry
from tournament.models.player import Entry
from tournament.models.round import Round, Table
from tournament.models.tournament import Tournament, run_by
from tournament.models.visitor import Visitor, opened


class GameLength(models.TextChoices):
    """The length of a game, if one was chosen when the game started. The values are those of `Ruleset.game_length`."""

    HANCHAN = "east_south", _("Hanchan: East and South")
    TONPUUSEN = "east", _("Tonpuusen: East only")


def rules_of_length(rules: Ruleset, length: str) -> Ruleset:
    """Return the rules with this length (`GameLength`); unchanged if `length` is empty or unknown."""
    match length:
        case "east" | "east_south":
            return replace(rules, game_length=length)
        case _:
            return rules


class HanchanQuerySet(models.QuerySet["Hanchan"]):
    def seen_by(self, visitor: Visitor) -> "HanchanQuerySet":
        """Return the hanchans that this person may read: those of tournaments that the person may see, and those at
        tables whose link the person opened."""
        tournaments = Tournament.objects.seen_by(visitor).values("pk")
        return self.filter(Q(round__tournament__in=tournaments) | opened(visitor.tables, "table__"))

    def scored_by(self, visitor: Visitor) -> "HanchanQuerySet":
        """Return the hanchans whose hands this person may enter: those of tournaments that the person referees, and
        those at tables whose link the person opened."""
        return self.filter(Q(round__tournament__in=run_by(visitor)) | opened(visitor.tables, "table__"))

    def refereed_by(self, visitor: Visitor) -> "HanchanQuerySet":
        """Return the hanchans that this person may move, cancel, and correct even after they are signed."""
        return self.filter(round__tournament__in=run_by(visitor))

    def valid(self) -> "HanchanQuerySet":
        """Return the hanchans that were not cancelled."""
        return self.filter(cancelled_by=None)


class Hanchan(models.Model):
    """One game at one table of one round. Points are not stored but computed from its hands (`games.queries.game`).

    * `revision`: counts the changes to the hanchan's records, so that forms rendered before a change are refused.
    * `time_called_after`: the number of hands that were recorded before time was called. `time_hand_in_progress` says
      whether a further hand was being played at that moment.
    * `extra_seconds`: extra time of this table alone.
    * `length`: chosen at the start; empty means the length in the rules.
    * `start_points`: four numbers by seat; empty if the ruleset's start points apply.
    * `chips`: four numbers by seat, or empty. They stay when the rules are corrected to no chips, but do not count.
    * `winless`: the seats (0 to 3) that won no hand in a game entered from paper. In other games this follows from the
      hands.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="hanchans")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="hanchans")
    revision = models.PositiveIntegerField(default=0)
    time_called_at = models.DateTimeField(null=True)
    time_called_after = models.PositiveSmallIntegerField(null=True)
    time_hand_in_progress = models.BooleanField(null=True)
    extra_seconds = models.PositiveIntegerField(default=0)
    length = models.CharField(max_length=10, choices=GameLength.choices, blank=True, default="")
    start_points = models.JSONField(default=list)
    chips = models.JSONField(default=list)
    winless = models.JSONField(default=list)
    cancelled_by = models.ForeignKey(LogEntry, null=True, on_delete=models.PROTECT, related_name="+")

    objects = HanchanQuerySet.as_manager()

    class Meta:
        ordering = ["round", "table"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table"], condition=Q(cancelled_by=None), name="one_hanchan_at_a_table"
            ),
            models.CheckConstraint(
                condition=Q(time_called_at=None, time_called_after=None, time_hand_in_progress=None)
                | Q(
                    time_called_at__isnull=False,
                    time_called_after__isnull=False,
                    time_hand_in_progress__isnull=False,
                ),
                name="time_up_is_told_whole",
            ),
            models.CheckConstraint(condition=Q(length__in=["", *GameLength.values]), name="game_length_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.round}, {self.table.number}"

    def get_absolute_url(self) -> str:
        return reverse("hanchan", args=[self.tournament.slug, self.pk])

    def get_screen_url(self) -> str:
        """Return the path of the table's screen, which then shows this hanchan even if the table has another current
        hanchan."""
        return reverse("table-round", args=[self.tournament.slug, self.table.number, self.round.number])

    def get_sheet_link(self) -> str:
        """Return the path in the QR code on the hanchan's printed sheet: it opens this hanchan at its table, without an
        account."""
        return f"{self.table.get_link()}?round={self.round.number}"

    def get_paper_url(self) -> str:
        """Return the path of the hanchan's line in the grid in which a round is entered from paper."""
        number = self.table.number
        return f"{reverse('paper-round', args=[self.tournament.slug, self.round.number])}?table={number}#table-{number}"

    def own_rules(self, rules: Ruleset) -> Ruleset:
        """Return the tournament's rules with the length of this game."""
        return rules_of_length(rules, self.length)

    @property
    def tournament(self) -> Tournament:
        return self.round.tournament


class Seat(models.Model):
    """A player's seat in a hanchan: `seat` is 0 to 3; 0 is the seat that started as East (`scoring.seats.Seat`)."""

    hanchan = models.ForeignKey(Hanchan, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["hanchan", "seat"], name="one_player_on_each_seat"),
            models.UniqueConstraint(fields=["hanchan", "entry"], name="one_seat_for_each_player"),
            models.CheckConstraint(condition=Q(seat__lte=3), name="a_table_has_four_seats"),
        ]

    def __str__(self) -> str:
        return f"{SeatNumber(self.seat).name}: {self.entry}"
