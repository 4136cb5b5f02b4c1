"""Periods of a ladder of leagues (leagues with promotion between them), and the promotion and relegation of players at
the end of a period."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.accounts.user import User
from tournament.models.clubs.league import League
from tournament.models.player import Player


class LeaguePeriod(models.Model):
    """A named span of days, including the first and the last. The tournaments that begin in the period have a separate
    ranking.

    A period is stored for the league at the top of a ladder (`League.top`), and applies to all leagues of the
    ladder.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="periods")
    name = models.CharField(pgettext_lazy("of a period", "name"), max_length=60)
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))

    class Meta:
        ordering = ["first_day", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(last_day__gte=F("first_day")), name="a_period_has_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.league}: {self.name}"


class Promotion(models.Model):
    """The decision which players are promoted and relegated between two leagues at the end of a period.

    Later corrections of results do not change the decision. An organizer can take the decision back; then the row is
    deleted.
    """

    period = models.ForeignKey(LeaguePeriod, on_delete=models.PROTECT, related_name="promotions")
    upper = models.ForeignKey(League, on_delete=models.CASCADE, related_name="promotions_below")
    lower = models.ForeignKey(League, on_delete=models.CASCADE, related_name="promotions_above")
    decided_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    decided_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["period", "upper"], name="one_promotion_at_the_end_of_a_period")]

    def __str__(self) -> str:
        return f"{self.period}: {self.upper}, {self.lower}"

    @property
    def author(self) -> str:
        """Return the name of the account that recorded the decision; empty if the account was deleted."""
        return self.decided_by.get_full_name() or self.decided_by.get_username() if self.decided_by else ""


class PromotedPlayer(models.Model):
    """A player who is promoted, or relegated.

    A person can have two rows in a league's ranking: one with the person's name, and one without a name for results
    that must not show the name. `is_named` says which of the two rows is meant.
    """

    promotion = models.ForeignKey(Promotion, on_delete=models.CASCADE, related_name="players")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="promotions")
    is_named = models.BooleanField()
    goes_up = models.BooleanField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["promotion", "player", "is_named"], name="a_player_goes_up_or_down_once")
        ]

    def __str__(self) -> str:
        return f"{self.promotion}: {self.player}"
