"""Results of a hanchan: its hands, or four points from paper."""

from django.db import models
from django.db.models import F, Q

from scoring.game_format import outcome_from_json
from scoring.outcome import Outcome
from scoring.seats import SEATS, Points, by_seat
from tournament.models.accounts.user import User
from tournament.models.log import Actor, LogEntry, UntilSuperseded, account_or_table
from tournament.models.table.hanchan import Hanchan


class Hand(models.Model):
    """One revision of one hand: its outcome, and the points it moved. Appended, never edited.

    Exactly one revision of each hand number is current. A correction replaces it by a new revision, and may renumber
    later hands. `round_wind`, `dealer` (seat 0 to 3) and `honba` are the values that the screen showed when the hand
    was recorded. If a replay finds another dealer, the hand was entered for another situation. The points that the hand
    moved are a cache, which a replay rebuilds: the change of each seat, and the change of the table (`to_table`: points
    of riichi bets laid, less those taken).
    """

    hanchan = models.ForeignKey(Hanchan, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField()
    outcome = models.JSONField()
    round_wind = models.CharField(max_length=1)
    dealer = models.PositiveSmallIntegerField()
    honba = models.PositiveIntegerField()
    east = models.IntegerField()
    south = models.IntegerField()
    west = models.IntegerField()
    north = models.IntegerField()
    to_table = models.IntegerField()
    key = models.UUIDField(unique=True)
    recorded_user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    recorded_as = models.CharField(max_length=160, blank=True)  # as in `PaperResult`
    recorded_at = models.DateTimeField()
    superseded_by = models.ForeignKey(LogEntry, null=True, on_delete=models.PROTECT, related_name="superseded_hands")

    objects = UntilSuperseded.as_manager()

    class Meta:
        ordering = ["number", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["hanchan", "number"], condition=Q(superseded_by=None), name="one_current_hand"
            ),
            models.CheckConstraint(
                condition=Q(to_table=-F("east") - F("south") - F("west") - F("north")),
                name="hand_conserves_points",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hanchan}, {self.number}"

    @property
    def deltas(self) -> Points:
        return (self.east, self.south, self.west, self.north)

    @property
    def recorded_by(self) -> Actor:
        return account_or_table(self.recorded_as, self.hanchan.table.number, self.recorded_user_id)

    def parsed_outcome(self) -> Outcome:
        """Return the stored outcome as a value of `scoring`."""
        return outcome_from_json(self.outcome)


class PaperResult(models.Model):
    """A hanchan's result from a paper sheet instead of hands: the four final points by seat, before leftover bets are
    given out, and how many chombo each player had.

    A row with `is_second` verifies the first row: it was entered by a second person, who did not see the first row. The
    second row is never the result; it is compared with the first. If they are equal, the sheet is signed; if they
    differ, a referee decides.

    `recorded_as` is the name of an account with a role in the tournament. It is empty for the table's link, also if
    somebody used it who was logged in (`recorded_user`) but had no role.
    """

    hanchan = models.ForeignKey(Hanchan, on_delete=models.CASCADE, related_name="paper_results")
    east = models.IntegerField()
    south = models.IntegerField()
    west = models.IntegerField()
    north = models.IntegerField()
    riichi_sticks = models.PositiveSmallIntegerField(default=0)
    chombo = models.JSONField(default=list)  # how many by each seat: [0, 0, 1, 0]
    is_second = models.BooleanField(default=False)
    recorded_user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    recorded_as = models.CharField(max_length=160, blank=True)
    recorded_at = models.DateTimeField()
    superseded_by = models.ForeignKey(LogEntry, null=True, on_delete=models.PROTECT, related_name="+")

    objects = UntilSuperseded.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["hanchan", "is_second"], condition=Q(superseded_by=None), name="one_current_paper_result"
            )
        ]

    def __str__(self) -> str:
        return f"{self.hanchan}: {self.points}"

    @property
    def points(self) -> Points:
        return (self.east, self.south, self.west, self.north)

    @property
    def recorded_by(self) -> Actor:
        return account_or_table(self.recorded_as, self.hanchan.table.number, self.recorded_user_id)

    @property
    def chombo_by_seat(self) -> Points:
        return by_seat(self.chombo[seat] if self.chombo else 0 for seat in SEATS)

    def agrees_with(self, other: "PaperResult") -> bool:
        """Whether both results have the same points, chombo and leftover bets."""
        return (self.points, self.riichi_sticks, self.chombo_by_seat) == (
            other.points,
            other.riichi_sticks,
            other.chombo_by_seat,
        )
