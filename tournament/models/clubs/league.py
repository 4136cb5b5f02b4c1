"""Leagues: the results of several tournaments, such as a club's season, in one ranking."""

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.season import Counting, Measure, Tonpuusen, Unit
from tournament.models.accounts.user import User
from tournament.models.clubs.club import Club
from tournament.models.tournament import Tournament
from tournament.models.visitor import Visitor

if TYPE_CHECKING:
    from tournament.models.clubs.league_period import LeaguePeriod


class LeagueQuerySet(models.QuerySet["League"]):
    def seen_by(self, visitor: Visitor) -> "LeagueQuerySet":
        """Return the leagues whose ranking this person may read."""
        return self.filter(Q(is_public=True) | Q(pk__in=self.owned_by(visitor).values("pk")))

    def owned_by(self, visitor: Visitor) -> "LeagueQuerySet":
        """Return the leagues that this person may change, as the owner or as an organizer of the league's club."""
        if visitor.account is None:
            return self.none()
        clubs = Club.objects.organized_by(visitor).values("pk")
        return self.filter(Q(owner=visitor.account) | Q(club__in=clubs))


class Counted(models.TextChoices):
    """The unit in which a league counts the best results (`scoring.season.Unit`)."""

    HANCHAN = Unit.HANCHAN.value, _("every hanchan")
    RUN = Unit.RUN.value, _("hanchans in a row")
    EVENT = Unit.EVENT.value, _("every tournament’s total")


class RankedBy(models.TextChoices):
    """The value by which a league ranks the players (`scoring.season.Measure`)."""

    SUM = Measure.SUM.value, _("the sum")
    AVERAGE = Measure.AVERAGE.value, _("the average")


class TonpuusenCounts(models.TextChoices):
    """How much of the score of a tonpuusen, a game of East only, a league counts (`scoring.season.Tonpuusen`)."""

    WHOLE = Tonpuusen.WHOLE.value, _("as a hanchan")
    HALF = Tonpuusen.HALF.value, _("half of the tonpuusen’s score")
    NONE = Tonpuusen.NONE.value, _("not at all")


class League(models.Model):
    """Tournaments whose signed sheets are added up by person.

    * `best`: how many results of a person count, None for all. A result is a hanchan, a tournament, or a series of
      hanchans in a row (`counted`).
    * `group_best`: how many members of a club, team or country count, None for all.
    * `promoted`, `relegated`: how many players at the top of the ranking are promoted, and how many at the bottom are
      relegated; the ranking shows lines there.
    * `above`: the next higher league of a ladder, to which players are promoted and from which they are relegated.
    * `club`: the club whose organizers may change the league, as its owner may.
    """

    name = models.CharField(pgettext_lazy("of a league", "name"), max_length=100)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    owner = models.ForeignKey(User, on_delete=models.PROTECT, related_name="leagues")
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.SET_NULL, related_name="leagues", verbose_name=_("club")
    )
    is_public = models.BooleanField(pgettext_lazy("league", "public"), default=True)
    tournaments: "models.ManyToManyField[Tournament, Any]" = models.ManyToManyField(
        Tournament, through="LeagueEvent", related_name="leagues", blank=True
    )
    counted = models.CharField(max_length=10, choices=Counted.choices, default=Counted.HANCHAN)
    ranked_by = models.CharField(max_length=10, choices=RankedBy.choices, default=RankedBy.SUM)
    best = models.PositiveSmallIntegerField(null=True, blank=True)
    least_hanchans = models.PositiveSmallIntegerField(default=0)
    tonpuusen = models.CharField(max_length=10, choices=TonpuusenCounts.choices, default=TonpuusenCounts.WHOLE)
    group_best = models.PositiveSmallIntegerField(null=True, blank=True)
    promoted = models.PositiveSmallIntegerField(default=0)
    relegated = models.PositiveSmallIntegerField(default=0)
    above = models.OneToOneField("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="below")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = LeagueQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(
                condition=Q(counted__in=Counted.values, ranked_by__in=RankedBy.values), name="league_counting_is_known"
            ),
            models.CheckConstraint(condition=Q(tonpuusen__in=TonpuusenCounts.values), name="tonpuusen_part_is_known"),
            models.CheckConstraint(
                condition=(Q(best=None) | Q(best__gte=1)) & (Q(group_best=None) | Q(group_best__gte=1)),
                name="a_league_counts_something",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("league", args=[self.slug])

    @property
    def top(self) -> "League":
        """Return the highest league of the ladder, which may be this league."""
        return [self, *self.leagues_above][-1]

    @property
    def leagues_above(self) -> list["League"]:
        """Return the leagues above this league in its ladder, the nearest first."""
        leagues, passed, league = [], {self.pk}, self.above
        while league is not None and league.pk not in passed:
            leagues.append(league)
            passed.add(league.pk)
            league = league.above
        return leagues

    @property
    def ladder_periods(self) -> "models.QuerySet[LeaguePeriod]":
        """Return the periods of the league's ladder, the earliest first."""
        return self.top.periods.all()

    @property
    def counting(self) -> Counting:
        """Return the rules by which the league counts results, as plain data (`scoring.season.Counting`)."""
        return Counting(
            unit=Unit(self.counted),
            measure=Measure(self.ranked_by),
            best=self.best,
            least_hanchans=self.least_hanchans,
            group_best=self.group_best,
            tonpuusen=Tonpuusen(self.tonpuusen),
        )


class LeagueEvent(models.Model):
    """A tournament in a league. Its results are multiplied by its weight."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="events")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="league_events")
    weight = models.DecimalField(max_digits=4, decimal_places=2, default=Decimal(1))

    class Meta:
        db_table = "tournament_league_tournaments"  # the name from before this table had a model of its own
        unique_together = [("league", "tournament")]
        constraints = [models.CheckConstraint(condition=Q(weight__gt=0), name="an_event_has_weight")]

    def __str__(self) -> str:
        return f"{self.league}: {self.tournament}"

    @property
    def exact_weight(self) -> Fraction:
        return Fraction(self.weight)
