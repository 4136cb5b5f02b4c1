"""Clubs: the data that all their nights share."""

from typing import Any

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.presets import WRC_2015
from tournament.models.accounts.user import User
from tournament.models.links import Linked, new_nonce
from tournament.models.player import Player
from tournament.models.tournament import Membership, Role, Tournament, TournamentQuerySet
from tournament.models.visitor import Visitor


def club_nights() -> TournamentQuerySet:
    """Return the club nights whose owners are all organizers of the club. Other nights no longer belong to their club:
    otherwise an owner who has left the club could still read about its people."""
    organizers = User.objects.filter(clubs=OuterRef(OuterRef("club")))
    owners = Membership.objects.filter(tournament=OuterRef("pk"), role=Role.OWNER)
    return Tournament.objects.filter(~Exists(owners.exclude(user__in=organizers)), club__isnull=False)


def without_home(player: str = "") -> Q:
    """Return the condition for people without a home (`Player.home`). A home that no longer is a night of the person's
    club (`Player.home_club`) does not count, because its owner may have left the club. `player` is the lookup path to
    the person, such as "player__"."""
    night = club_nights().filter(pk=OuterRef(f"{player}home"), club=OuterRef(f"{player}home_club"))
    has_left = Q(~Exists(night), **{f"{player}home_club__isnull": False})
    return Q(**{f"{player}home__isnull": True}) | has_left


class ClubQuerySet(models.QuerySet["Club"]):
    def organized_by(self, visitor: Visitor) -> "ClubQuerySet":
        """Return the clubs that this person organizes."""
        return self.filter(organizers=visitor.account) if visitor.account else self.none()

    def of_night(self, tournament: Tournament) -> "ClubQuerySet":
        """Return the club whose night this tournament is (`club_nights`); empty if the tournament belongs to no
        club."""
        return self.filter(pk__in=club_nights().filter(pk=tournament.pk).values("club"))


class Club(models.Model):
    """A club whose people meet regularly. Its nights are tournaments (`Tournament.club`), its seasons are leagues.

    `people` are the people on the club's list, which only its organizers see. `ruleset_key` is the default rulebook of
    a new night. An invitation to organize the club is a signed link that contains `invitation_nonce`; a new nonce
    invalidates it.
    """

    name = models.CharField(pgettext_lazy("of a club", "name"), max_length=100)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    place = models.CharField(_("place"), max_length=100, blank=True)
    ruleset_key = models.CharField(_("rules"), max_length=40, default=WRC_2015.key)
    organizers: "models.ManyToManyField[User, Any]" = models.ManyToManyField(User, related_name="clubs")
    people: "models.ManyToManyField[Player, Any]" = models.ManyToManyField(Player, related_name="clubs")
    invitation_nonce = models.CharField(max_length=16, default=new_nonce, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.slug])


class ClubTable(Linked):
    """A table of a club, with a card that is printed once. The card's link opens the table with this number in the
    club's event of the current day."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="one_club_table_for_each_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="club_tables_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.club}, {self.number}"

    def get_link(self) -> str:
        """Return the path that opens this table without an account. Its token has 72 bits and can be computed only with
        the site's secret key."""
        return reverse("club-table-link", args=[self.club.slug, self.number, self._token()])

    def _token_parts(self) -> tuple[str, str, int]:
        return "tenbo.club-table-link", f"{self.pk}:{self.link_nonce}", 18
