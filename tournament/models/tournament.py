"""A tournament and the people who run it."""

from typing import Any

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.presets import RULESETS, WRC_2015
from scoring.rules import Ruleset, ruleset_from_json, ruleset_to_json
from tournament.models.user import User
from tournament.models.visitor import Visitor


class Role(models.TextChoices):
    """What an account may do in one tournament. Each may do what those below it may."""

    OWNER = "owner", _("owner")  # invites and removes people, deletes
    ORGANIZER = "organizer", _("organizer")  # players, rounds, tables, corrections
    REFEREE = "referee", _("referee")  # hands, corrections and signatures at every table


ORGANIZING = (Role.OWNER, Role.ORGANIZER)


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def seen_by(self, visitor: Visitor) -> "TournamentQuerySet":
        """Those whose pages this person may read."""
        return self.filter(Q(is_public=True) | Q(pk__in=_of(visitor, Role.values)))

    def with_role(self, visitor: Visitor) -> "TournamentQuerySet":
        """With `my_role`, this person's role (`Role`) or None, which the pages' navigation asks for."""
        mine = Membership.objects.filter(tournament=models.OuterRef("pk"), user=visitor.account)
        return self.annotate(my_role=models.Subquery(mine.values("role")[:1]))

    def refereed_by(self, visitor: Visitor) -> "TournamentQuerySet":
        """Those where this person may enter hands at every table."""
        return self.filter(pk__in=_of(visitor, Role.values))

    def organized_by(self, visitor: Visitor) -> "TournamentQuerySet":
        """Those that this person organizes."""
        return self.filter(pk__in=_of(visitor, ORGANIZING))

    def owned_by(self, visitor: Visitor) -> "TournamentQuerySet":
        """Those that this person owns."""
        return self.filter(pk__in=_of(visitor, [Role.OWNER]))


def _of(visitor: Visitor, roles: Any) -> "models.QuerySet[Membership, int]":
    if visitor.account is None:
        return Membership.objects.none().values_list("tournament_id", flat=True)
    return Membership.objects.filter(user=visitor.account, role__in=roles).values_list("tournament_id", flat=True)


class Tournament(models.Model):
    """One event: some rounds, each of which seats its players at tables of four.

    `rule_changes` are the fields in which its rules differ from the preset of `ruleset_key`. `rules` is empty until
    the first hand; then it holds every field of the ruleset, so that a later version of a preset changes no result.
    `version` counts the writes to anything in the tournament, and numbers its log. An archived one is only read.
    """

    name = models.CharField(pgettext_lazy("of a tournament", "name"), max_length=100)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    place = models.CharField(_("place"), max_length=100, blank=True)
    starts_on = models.DateField(_("first day"), null=True, blank=True)
    is_public = models.BooleanField(pgettext_lazy("tournament", "public"), default=True)
    ruleset_key = models.CharField(_("rules"), max_length=40, default=WRC_2015.key)
    rule_changes = models.JSONField(default=dict, blank=True, editable=False)
    rules = models.JSONField(null=True, blank=True, editable=False)
    version = models.PositiveBigIntegerField(default=0, editable=False)
    archived_at = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ["-starts_on", "-pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.slug])

    @property
    def is_of_team(self) -> bool:
        """Whether the person it was loaded for (`with_role`) has any role in it."""
        return getattr(self, "my_role", None) is not None

    @property
    def may_organize(self) -> bool:
        """Whether the person it was loaded for (`with_role`) may change something as one of its organizers."""
        return getattr(self, "my_role", None) in ORGANIZING and self.archived_at is None

    @property
    def is_mine(self) -> bool:
        """Whether the person it was loaded for (`with_role`) owns it."""
        return getattr(self, "my_role", None) == Role.OWNER

    @property
    def ruleset(self) -> Ruleset:
        """The rules it is played by: the frozen ones, or its preset's with its changes while nothing was played."""
        return ruleset_from_json(self.rules or {"base": self.ruleset_key, **self.rule_changes}, RULESETS)

    def freeze_rules(self) -> None:
        """Keep the rules as they are now. Does nothing the second time."""
        if self.rules is None:
            self.rules = ruleset_to_json(self.ruleset)


class Membership(models.Model):
    """One account's role in one tournament. A tournament always has an owner: see `actions.team`."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_role_for_each_member"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="membership_role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.role}"


class Invitation(models.Model):
    """An open offer, by link, to join a tournament as co-organizer or referee; several people may take it.

    Only the link's hash is kept: the link itself is shown once.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(
        _("role"), max_length=10, choices=[(r.value, r.label) for r in (Role.ORGANIZER, Role.REFEREE)]
    )
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(role=Role.OWNER), name="nobody_is_invited_as_owner")]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.role}"
