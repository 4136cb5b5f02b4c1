"""A club's season: one table over several tournaments."""

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.tournament import Tournament
from tournament.models.user import User
from tournament.models.visitor import Visitor


class LeagueQuerySet(models.QuerySet["League"]):
    def seen_by(self, visitor: Visitor) -> "LeagueQuerySet":
        """Those whose table this person may read."""
        return (
            self.filter(Q(is_public=True) | Q(owner=visitor.account))
            if visitor.account
            else self.filter(is_public=True)
        )

    def owned_by(self, visitor: Visitor) -> "LeagueQuerySet":
        """Those that this person keeps."""
        return self.filter(owner=visitor.account) if visitor.account else self.none()


class League(models.Model):
    """Some tournaments whose signed sheets are added up by person."""

    name = models.CharField(pgettext_lazy("of a league", "name"), max_length=100)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    owner = models.ForeignKey(User, on_delete=models.PROTECT, related_name="leagues")
    is_public = models.BooleanField(pgettext_lazy("league", "public"), default=True)
    tournaments = models.ManyToManyField(Tournament, related_name="leagues", blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = LeagueQuerySet.as_manager()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("league", args=[self.slug])
