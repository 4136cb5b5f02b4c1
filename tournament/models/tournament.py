"""A tournament and the people who run it."""

import secrets
from collections.abc import Collection
from typing import Any

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.announced_cuts import AnnouncedCut
from scoring.presets import RULESETS, WRC_2015
from scoring.rules import Ruleset, ruleset_from_json, ruleset_to_json
from scoring.teams import BestOf, TeamCounting
from scoring.tie_breaks import TieBreak
from tournament.models.accounts.user import User
from tournament.models.colours import Colour
from tournament.models.event_kind import CLUB_NIGHT, TOURNAMENT, EventKind
from tournament.models.keys import is_link_token, link_token, link_tokens, token_hash
from tournament.models.shown import ShownTo
from tournament.models.visitor import Visitor


class Role(models.TextChoices):
    """What an account may do in one tournament. Each role includes the permissions of the roles after it."""

    OWNER = "owner", _("owner")  # invites and removes people, deletes
    ORGANIZER = "organizer", _("organizer")  # players, rounds, tables, corrections
    REFEREE = "referee", _("referee")  # hands, corrections and signatures at every table


ORGANIZING = (Role.OWNER, Role.ORGANIZER)


class SitOut(models.TextChoices):
    """The score of a round for a player of the tournament who has no seat in it."""

    NOTHING = "nothing", _("nothing")
    AVERAGE = "average", _("the player’s own average")
    FIXED = "fixed", _("a fixed number")


def drawn_number() -> int:
    """Draw the six-digit number that seeds the drawing of a tournament's lots."""
    return 100_000 + secrets.randbelow(900_000)


class TeamBestOf(models.TextChoices):
    """Whether a team's best members are chosen in each round, or by their totals (`scoring.teams.BestOf`)."""

    ROUND = BestOf.ROUND.value, _("each round")
    EVENT = BestOf.EVENT.value, _("the whole event")


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def complete(self) -> "TournamentQuerySet":
        """Return the tournaments that are completely stored: neither being imported nor being deleted."""
        return self.filter(deleted_at=None).exclude(imported__is_finished=False)

    def seen_by(self, visitor: Visitor) -> "TournamentQuerySet":
        """Return the tournaments whose pages this person may read; a private tournament needs a role or a hall link."""
        seen = Q(is_public=True) | Q(pk__in=run_by(visitor))
        for tournament_id, nonce in visitor.halls.items():
            if nonce:
                seen |= Q(pk=tournament_id, hall_nonce=nonce)
        return self.filter(seen)

    def with_role(self, visitor: Visitor) -> "TournamentQuerySet":
        """Add `my_role`, this person's role (`Role`) or None, which the pages' navigation needs."""
        if visitor.account is None:  # most visitors: no query needed
            return self.annotate(my_role=models.Value(None, output_field=models.CharField()))
        own = Membership.objects.filter(tournament=models.OuterRef("pk"), user=visitor.account)
        return self.annotate(my_role=models.Subquery(own.values("role")[:1]))

    def refereed_by(self, visitor: Visitor) -> "TournamentQuerySet":
        """Return the tournaments in which this person may enter hands at every table."""
        return self.filter(pk__in=run_by(visitor))

    def organized_by(self, visitor: Visitor) -> "TournamentQuerySet":
        """Return the tournaments that this person organizes."""
        return self.filter(pk__in=run_by(visitor, ORGANIZING))

    def owned_by(self, visitor: Visitor) -> "TournamentQuerySet":
        """Return the tournaments that this person owns."""
        return self.filter(pk__in=run_by(visitor, [Role.OWNER]))


def run_by(visitor: Visitor, roles: Any = Role) -> "Collection[int] | models.QuerySet[Membership, int]":
    """Return the ids of the tournaments where this person has one of these roles, for a filter by `__in`."""
    if visitor.account is None:  # most visitors: no subquery needed
        return ()
    return Membership.objects.filter(user=visitor.account, role__in=roles).values_list("tournament_id", flat=True)


class Tournament(ShownTo):
    """One event, with rounds at tables of four players. On a club night each round is one hanchan: any four players
    start one, whenever a table is free (`rounds.actions.start_hanchan`).

    Rules: `rule_changes` are the fields in which the rules differ from the preset `ruleset_key`. `rules` is empty until
    the first hand; then it holds every field of the ruleset, so that a later version of a preset changes no result.
    `sit_out` says which score a round gives to a player who sits it out; `sit_out_points` is that score if it is fixed
    (in thousands, exact, as text of `scoring.game_writing.decimal_string`). `tie_breaks` are values of
    `scoring.tie_breaks.TieBreak`, in their order; without any, equal totals share a place. `lots_number` is the seed of
    drawn lots. `own_penalties` (text of `scoring.penalty_catalogue.own_as_text`) are added to the rulebook's.
    `team_best` is how many members count for a players' team, None for all; `team_best_of` says whether these are the
    best of each round or of the event. With `team_chombo` a chombo costs the team its points instead of the player.

    Seating and cuts: `kept_apart` are the kinds of groups (`seating.people.KINDS`) whose members should not meet at a
    table; None means teams. `announced_cuts` are dictionaries with the fields of `scoring.announced_cuts.AnnouncedCut`,
    the earliest first. `final_seats` has a line for each round after the first cut: its tables by seed, as
    `seating.by_seed.write_pattern` writes them.

    State: `version` is the number of writes to anything in the tournament, and numbers the entries of its log.
    `official_version` is the version of the last write that was not just a recorded hand; signed results have not
    changed since. An archived tournament is read-only. Since `away_since` the tournament is away (`HandOver`):
    read-only here, and changed at the site or laptop named `away_at`, which last sent its changes at `mirrored_at`
    (`Mirror`). Since `deleted_at` the tournament is hidden and read-only, and its rows are being deleted.
    `rehearsal_of` is the tournament that robots rehearse here; a rehearsal's results count for nobody.

    `languages` are codes, the main one first; empty means all. If `is_on_paper`, rounds are entered from printed
    sheets. `colour` marks pages, badges and the hall's screen. `hall_nonce` is empty without a hall link;
    `hall_carried` are its `carried_links` (`Linked`). `breaks` are lines of the timetable (`rounds.break_lines`). An
    empty `time_zone` means the site's. `club` created the tournament, and may have lost it since (`club_nights`).
    """

    name = models.CharField(pgettext_lazy("of a tournament", "name"), max_length=100)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    place = models.CharField(_("place"), max_length=100, blank=True)
    starts_on = models.DateField(_("first day"), null=True, blank=True)
    is_public = models.BooleanField(pgettext_lazy("tournament", "public"), default=True)
    ruleset_key = models.CharField(_("rules"), max_length=40, default=WRC_2015.key)
    rule_changes = models.JSONField(default=dict, blank=True, editable=False)
    rules = models.JSONField(null=True, blank=True, editable=False)
    kept_apart = models.JSONField(null=True, blank=True, editable=False)
    time_zone = models.CharField(_("time zone"), max_length=50, blank=True, default="")
    breaks = models.TextField(blank=True, default="", editable=False)
    changes_names = False
    """Whether the current transaction changes names (`core.actions.journal`); not stored."""
    is_club_night = models.BooleanField(_("club night"), default=False)
    is_on_paper = models.BooleanField(_("on paper"), default=False)
    announced_cuts = models.JSONField(default=list, blank=True, editable=False)
    colour = models.CharField(_("colour"), max_length=10, choices=Colour.choices, blank=True, default="")
    tie_breaks = models.JSONField(default=list, blank=True, editable=False)
    final_seats = models.TextField(blank=True, default="", editable=False)
    own_penalties = models.TextField(blank=True, default="", editable=False)
    lots_number = models.PositiveIntegerField(default=drawn_number, editable=False)
    team_best = models.PositiveSmallIntegerField(null=True, blank=True)
    team_best_of = models.CharField(max_length=10, choices=TeamBestOf.choices, default=TeamBestOf.EVENT)
    team_chombo = models.BooleanField(default=False)
    languages = models.JSONField(default=list, blank=True, editable=False)
    sit_out = models.CharField(max_length=10, choices=SitOut.choices, default=SitOut.NOTHING)
    sit_out_points = models.CharField(max_length=24, default="0")
    version = models.PositiveBigIntegerField(default=0, editable=False)
    official_version = models.PositiveBigIntegerField(default=0, editable=False)
    archived_at = models.DateTimeField(null=True, editable=False)
    hall_nonce = models.CharField(max_length=16, blank=True, default="", editable=False)
    hall_carried = models.TextField(blank=True, default="", editable=False)
    away_since = models.DateTimeField(null=True, editable=False)
    away_at = models.CharField(max_length=100, blank=True, default="", editable=False)
    mirrored_at = models.DateTimeField(null=True, editable=False)
    deleted_at = models.DateTimeField(null=True, editable=False)
    rehearsal_of = models.OneToOneField(
        "self", null=True, editable=False, on_delete=models.CASCADE, related_name="rehearsal"
    )
    club = models.ForeignKey("Club", null=True, editable=False, on_delete=models.SET_NULL, related_name="tournaments")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = TournamentQuerySet.as_manager()

    class Meta(ShownTo.Meta):
        ordering = ["-starts_on", "-pk"]
        indexes = [models.Index(fields=["-starts_on", "-id"], name="newest_tournaments")]
        constraints = [
            *ShownTo.Meta.constraints,
            models.CheckConstraint(condition=Q(sit_out__in=SitOut.values), name="sit_out_is_known"),
            models.CheckConstraint(condition=Q(colour__in=Colour.values), name="event_colour_is_known"),
            models.CheckConstraint(
                condition=Q(team_best_of__in=TeamBestOf.values) & (Q(team_best=None) | Q(team_best__gte=1)),
                name="a_team_counts_somebody",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.slug])

    def get_hall_link(self) -> str:
        """Return the path of the hall screen's link; only the site's secret key can compute its token (120 bits)."""
        return reverse("hall-link", args=[self.slug, link_token(*self._hall_token_parts())])

    def accepts_hall(self, token: str) -> bool:
        """Whether this is a valid token of the tournament's current hall link."""
        is_ours = is_link_token(token, *self._hall_token_parts())
        return bool(self.hall_nonce) and (is_ours or token_hash(token) in self.hall_carried.split())

    def hall_hashes(self) -> list[str]:
        """Return the hashes of all valid tokens of the hall link, by which another site can accept the link."""
        own = [token_hash(token) for token in link_tokens(*self._hall_token_parts())]
        return own + self.hall_carried.split() if self.hall_nonce else []

    def _hall_token_parts(self) -> tuple[str, str, int]:
        return "tenbo.hall-link", f"{self.pk}:{self.hall_nonce}", 30

    @property
    def kind(self) -> EventKind:
        """The kind of the event, a tournament with rounds or a club night: its features and its words on pages."""
        return CLUB_NIGHT if self.is_club_night else TOURNAMENT

    @property
    def is_of_team(self) -> bool:
        """Whether the visitor for whom the tournament was loaded (`with_role`) has any role in it."""
        return getattr(self, "my_role", None) is not None

    @property
    def is_of_organizers(self) -> bool:
        """Whether the visitor for whom the tournament was loaded (`with_role`) is one of its organizers."""
        return getattr(self, "my_role", None) in ORGANIZING

    @property
    def may_organize(self) -> bool:
        """Whether the visitor organizes the tournament, and it is neither archived nor away (read-only)."""
        return self.is_of_organizers and self.archived_at is None and self.away_since is None

    @property
    def is_owned_by_visitor(self) -> bool:
        """Whether the visitor for whom the tournament was loaded (`with_role`) owns it."""
        return getattr(self, "my_role", None) == Role.OWNER

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the tournament: the frozen rules or, before the first hand, its preset with its own changes."""
        return ruleset_from_json(self.rules or {"base": self.ruleset_key, **self.rule_changes}, RULESETS)

    @property
    def tie_break_order(self) -> tuple[TieBreak, ...]:
        """Return the criteria that separate equal totals, the first one first."""
        return tuple(TieBreak(value) for value in self.tie_breaks)

    @property
    def cut_plan(self) -> tuple[AnnouncedCut, ...]:
        """Return the announced cuts, made or not, the first one first."""
        return tuple(AnnouncedCut(**cut) for cut in self.announced_cuts)

    @property
    def team_counting(self) -> TeamCounting:
        """Which members' results count for a players' team, as plain data (`scoring.teams`)."""
        return TeamCounting(best=self.team_best, of=BestOf(self.team_best_of))

    def freeze_rules(self) -> None:
        """Set `rules` to the current rules; the caller saves. A second call changes nothing."""
        if self.rules is None:
            self.rules = ruleset_to_json(self.ruleset)


class Membership(models.Model):
    """One account's role in one tournament. A tournament always has an owner: see `site.actions.team`.

    `invited_by` is the account that sent the last invitation, made a referee an organizer, or copied the team from
    another tournament; None for the creator of the tournament. It affects which contacts the member may read
    (`core.queries.contacts`). `has_agreed` is False for a role given unasked, until the account changes the team."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    invited_by = models.ForeignKey(User, null=True, editable=False, on_delete=models.SET_NULL, related_name="+")
    has_agreed = models.BooleanField(default=True, db_default=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_role_for_each_member"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="membership_role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.role}"


class Invitation(models.Model):
    """An open offer, by link, to join the team as co-organizer or referee; several people may accept it. Its hash
    alone is stored, because the link is shown only once."""

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
