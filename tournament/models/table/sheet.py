"""The signed score sheet of a finished hanchan: the only result that is stored."""

from fractions import Fraction

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from scoring.game_writing import exact
from tournament.models.accounts.user import User
from tournament.models.log import LogEntry, UntilWithdrawn
from tournament.models.player import Entry
from tournament.models.table.hanchan import Hanchan


class Signature(models.Model):
    """One confirmation of a finished sheet: by the player of a seat, by a referee, or by one of the two people who
    entered the points from paper.

    If it is not a player's confirmation, `signed_as` is the name of the account that confirmed; empty for a person who
    entered the points by the table's link.
    """

    hanchan = models.ForeignKey(Hanchan, on_delete=models.CASCADE, related_name="signatures")
    seat = models.PositiveSmallIntegerField(null=True)
    user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    signed_as = models.CharField(max_length=160, blank=True)
    at = models.DateTimeField()
    withdrawn_by = models.ForeignKey(LogEntry, null=True, on_delete=models.PROTECT, related_name="+")

    objects = UntilWithdrawn.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["hanchan", "seat"],
                condition=Q(withdrawn_by=None, seat__isnull=False),
                name="a_seat_signs_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.hanchan}: {self.signed_as or self.seat}"


class SignedBy(models.TextChoices):
    """How a sheet became official."""

    PLAYERS = "players", _("the four players")
    REFEREE = "referee", _("a referee for all four players")
    KEYED_TWICE = "keyed_twice", _("two people who entered the same points from the paper sheet")
    DECIDED = "decided", _("a referee, after two different entries of the paper sheet")


class SignedSheet(models.Model):
    """An official result: signed by the four players or by a referee, or entered from paper by two people with equal
    points.

    Official standings add up signed sheets. When the hanchan is corrected, its sheet is withdrawn. `signed_as` lists
    the names of the accounts that signed, with "" for a person who entered the points by the table's link; it is empty
    if four players signed.
    """

    hanchan = models.ForeignKey(Hanchan, on_delete=models.CASCADE, related_name="sheets")
    riichi_sticks = models.PositiveSmallIntegerField()  # left on the table
    method = models.CharField(max_length=12, choices=SignedBy.choices, default=SignedBy.PLAYERS)
    signed_as = models.JSONField(default=list)
    signed_at = models.DateTimeField()
    withdrawn_by = models.ForeignKey(LogEntry, null=True, on_delete=models.PROTECT, related_name="+")

    objects = UntilWithdrawn.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hanchan"], condition=Q(withdrawn_by=None), name="one_signed_sheet"),
            models.CheckConstraint(condition=Q(method__in=SignedBy.values), name="sheet_method_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.hanchan}: {self.method}"


def is_signed() -> Exists:
    """Return a condition for a queryset of hanchans: that the hanchan's sheet is signed."""
    return Exists(SignedSheet.objects.current().filter(hanchan=OuterRef("pk")))


class SheetLine(models.Model):
    """One player's line of a signed sheet: points with the leftover bets that the player got, place (1 to 4, shared if
    tied), and exact numbers in thousands.

    `uma`, `score` and `penalty` are text as `scoring.game_writing.decimal_string` writes it ("50/3" if no decimal is
    exact). `penalty` is the cost of chombo in this hanchan; the score does not include it. If a `substitute` played for
    the player, points and place are the substitute's, uma and score those of a missed hanchan (R15.2).
    """

    sheet = models.ForeignKey(SignedSheet, on_delete=models.CASCADE, related_name="lines")
    seat = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="sheet_lines")
    points = models.IntegerField()
    place = models.PositiveSmallIntegerField()
    uma = models.CharField(max_length=24)
    score = models.CharField(max_length=24)
    penalty = models.CharField(max_length=24, default="0")
    substitute = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ["seat"]
        indexes = [models.Index(fields=["-points", "id"], name="highest_points")]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "seat"], name="one_line_for_each_seat"),
            models.CheckConstraint(condition=Q(seat__lte=3, place__gte=1, place__lte=4), name="a_line_is_of_four"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.score}"

    @property
    def exact_score(self) -> Fraction:
        return exact(self.score)

    @property
    def exact_penalty(self) -> Fraction:
        return exact(self.penalty)
