"""Decisions of a federation's staff about events of many organizers: which players are the same person, and which
events count for a ranking."""

from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.accounts.user import User
from tournament.models.player import Player
from tournament.models.tournament import Tournament


class SamePerson(models.Model):
    """One account's answer to the question whether two players, entered by different organizers, are the same person.

    An organizer's answer is only advice for the federation. The latest answer with `by_federation` decides whether the
    two are one person in rankings. Both `Player` rows stay, with the details that each organizer entered.

    `facts` is a digest of the players' names and EMA numbers at the time of the answer (`facts_of`). If a name or
    number changes, the answer no longer holds. Otherwise an organizer could give a player another person's name and
    number, and with them the other person's results.
    """

    first = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    is_same = models.BooleanField()
    by_federation = models.BooleanField(default=False)
    decided_by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    decided_at = models.DateTimeField()
    facts = models.CharField(max_length=64, editable=False, db_default="")

    class Meta:
        ordering = ["decided_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["first", "second", "decided_by"], name="one_answer_of_each_account"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="the_same_person_is_two_players"),
        ]

    def __str__(self) -> str:
        return f"{self.first_id} and {self.second_id}: {self.is_same}"

    @property
    def holds(self) -> bool:
        """Whether both players still have the names and the EMA number that they had at the time of this answer."""
        return self.facts != "" and self.facts == facts_of(self.first, self.second)


def facts_of(first: Player, second: Player) -> str:
    """Return a digest of the EMA number that two players share, and of their names; empty if they do not share a
    number. The order of the two players does not matter."""
    if not first.ema_number or first.ema_number != second.ema_number:
        return ""
    return sha256("\n".join([first.ema_number, *sorted([first.name, second.name])]).encode()).hexdigest()


class RankingMethod(models.TextChoices):
    """How a ranking adds up a person's results. Each result is a base rank from 0 to 1000 with its event's weight."""

    BEST = "best", _("sum of the best results, each multiplied by the event’s weight")
    MERS = "mers", _("like the EMA’s ranking since 2018")


class Ranking(models.Model):
    """A ranking over the public events of many organizers. `best` is how many results of a person count, None for
    all."""

    name = models.CharField(pgettext_lazy("of a ranking", "name"), max_length=100)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    method = models.CharField(max_length=10, choices=RankingMethod.choices, default=RankingMethod.BEST)
    best = models.PositiveSmallIntegerField(null=True, blank=True)
    tournaments: "models.ManyToManyField[Tournament, Any]" = models.ManyToManyField(
        Tournament, through="RankingEvent", related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(method__in=RankingMethod.values), name="ranking_method_is_known"),
            models.CheckConstraint(condition=Q(best=None) | Q(best__gte=1), name="a_ranking_counts_something"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("ranking", args=[self.slug])


class RankingEvent(models.Model):
    """An event that counts for a ranking; its results are multiplied by its weight."""

    ranking = models.ForeignKey(Ranking, on_delete=models.CASCADE, related_name="events")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    weight = models.DecimalField(max_digits=4, decimal_places=2, default=Decimal(1))

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ranking", "tournament"], name="an_event_is_ranked_once"),
            models.CheckConstraint(condition=Q(weight__gt=0), name="a_ranked_event_has_weight"),
        ]

    def __str__(self) -> str:
        return f"{self.ranking}: {self.tournament}"

    @property
    def exact_weight(self) -> Fraction:
        return Fraction(self.weight)
