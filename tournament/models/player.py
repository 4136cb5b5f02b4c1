"""People who play, and their entries in tournaments."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.countries import country_name, letters_shown
from tournament.models.links import DeskLinked
from tournament.models.tournament import Tournament

if TYPE_CHECKING:
    Text = models.CharField[str, str]
else:
    Text = models.CharField


class NameField(Text):
    """A database field for a name. The name of a removed person is stored as empty text, and is read as "a player" in
    the active language."""

    def from_db_value(self, value: str, *_about: object) -> str:
        return value or gettext("a player")

    def deconstruct(self) -> Any:
        """Describe this field to migrations as a plain text field, so that migrations do not import this class."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


class ShownAs(models.TextChoices):
    """How much of a player's name people outside the team see."""

    NAME = "name", _("the name")
    INITIALS = "initials", _("initials")
    NOBODY = "nobody", _("“a player”, without a page about the person")


def initials(name: str) -> str:
    """Return the first letters of a name's parts.

    >>> initials("Jean-Pierre  de la Tour")
    'J. P. D. L. T.'
    """
    return " ".join(f"{part[0].upper()}." for part in re.split(r"[\s-]+", name) if part)


class Player(models.Model):
    """One person, who may play in many tournaments. A name does not identify a person, because two people may have the
    same name.

    * `last_name`: the part of `name` that is the last name, if known, for the EMA's file.
    * `country`: a two-letter code of ISO 3166. `country_letters`: a code of three letters, if somebody entered one.
    * Member numbers are text, because the first digit may be 0. `legal_name`: the name in the passport, if a federation
      needs it and it differs from `name`. Only organizers and this federation see it.
    * `mail`, `phone`: in no page, file or log for people outside the team. `core.queries.contacts` says who may read
      them.
    * `removed_at`: after this time only the person's results are left. `refused_at`: the latest refusal of a public
      name at a club's night (`Entry.answered_at`) whose entry is gone.
    * `home`: the tournament where the person was entered as new. Its owners may correct the person's details and remove
      the person everywhere; its team may read the contacts. The person may correct the details by the private link of
      the entry in the home, if it is newer than `home_since`: when the home passed from another event to this one.
    * `home_club`: the club on whose list the person was entered as new, or whose night passed the person to another
      organizer's night (`core.actions.contacts.find_new_homes`). Only a night of this club (`club_nights`) can be the
      home. At first there is none; the first night at which the person checks in becomes the home. A home that left the
      club does not count (`without_home`). Without a home, the club's organizers decide as the home's owners would, and
      nobody may read the contacts.

    Other events may get the same person (by a copy, as a known player, from a club's list, by a merge). When the home
    removes the person, one of these may become the new home (`find_new_homes`); otherwise `home` is empty.
    """

    name = NameField(_("name"), max_length=80)
    last_name = models.CharField(_("last name"), max_length=80, blank=True)
    country = models.CharField(_("country"), max_length=2, blank=True)
    country_letters = models.CharField(max_length=3, blank=True)
    club = models.CharField(_("club"), max_length=80, blank=True)
    ema_number = models.CharField(_("EMA number"), max_length=8, blank=True)
    ara_number = models.CharField(_("ARA number"), max_length=20, blank=True)
    riichi_canada_number = models.CharField(_("Riichi Canada number"), max_length=20, blank=True)
    legal_name = models.CharField(_("legal name"), max_length=80, blank=True)
    mail = models.EmailField(_("mail"), blank=True)
    phone = models.CharField(_("phone"), max_length=30, blank=True)
    shown_as = models.CharField(_("shown as"), max_length=10, choices=ShownAs.choices, default=ShownAs.NAME)
    home = models.ForeignKey(Tournament, on_delete=models.SET_NULL, null=True, related_name="+", editable=False)
    home_since = models.DateTimeField(null=True, editable=False)
    home_club = models.ForeignKey(
        "tournament.Club", on_delete=models.SET_NULL, null=True, related_name="+", editable=False
    )
    removed_at = models.DateTimeField(null=True, editable=False)
    refused_at = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [models.CheckConstraint(condition=Q(shown_as__in=ShownAs.values), name="shown_as_is_known")]

    def __str__(self) -> str:
        return self.name

    @property
    def public_name(self) -> str:
        """Return the name for people outside the team, provided that the person consented to a public name
        (`Entry.public_name`)."""
        if self.shown_as == ShownAs.NOBODY:
            return gettext("a player")
        return initials(self.name) if self.shown_as == ShownAs.INITIALS else self.name

    @property
    def country_shown(self) -> str:
        """Return the country's code of three letters, as pages show it."""
        return letters_shown(self.country, self.country_letters)

    @property
    def country_name(self) -> str:
        return country_name(self.country)


class EntryStatus(models.TextChoices):
    """Status of an entry. Only accepted players are seated, ranked and printed.

    "no_show": the player was accepted and did not come; "cancelled": the person cancelled. Both kinds of entries are
    kept, with their payment and link."""

    APPLIED = "applied", _("applied")
    WAITING = "waiting", _("waiting list")
    ACCEPTED = "accepted", _("plays")
    NO_SHOW = "no_show", _("did not come")
    CANCELLED = "cancelled", _("cancelled")


UNKNOWN_LANGUAGE = "und"
"""The code of ISO 639 for an unknown language. No mail is written in this language."""

BY_FORM = ~Q(language="")
"""The condition for entries that were made by the public form, in which anybody may use any name."""


class EntryQuerySet(models.QuerySet["Entry"]):
    def accepted(self) -> "EntryQuerySet":
        """Return the accepted entries, whose players play."""
        return self.filter(status=EntryStatus.ACCEPTED)

    def named(self) -> "EntryQuerySet":
        """Return the entries of the players whose full name stands on the public list of players."""
        return self.accepted().filter(may_publish=True, player__shown_as=ShownAs.NAME)

    def by_form(self) -> "EntryQuerySet":
        """Return the entries that were made by the public form (`BY_FORM`)."""
        return self.filter(BY_FORM)


class Entry(DeskLinked):
    """A player's entry in one tournament; `number` counts the entries in the order of entering.

    * `may_publish`: the person's consent to a public name. Without it, people outside the team see "a player"; with it,
      the name that the person chose (`Player.shown_as`).
    * `answered_at`: when `may_publish` was set or last changed; None for a name that was typed and not asked about.
    * `shares_name`: whether another entry of the tournament has the same full name, as the team reads it.
      `shares_public_name`: whether another entry has the same public name or initials, as everybody else reads it. Both
      are caches (`core.actions.mark_namesakes`).
    * `note`: seen by the team, and by the player if the player wrote it (`people.queries.own_note`).
    * `language`: the language of the entry form that the person filled in, `UNKNOWN_LANGUAGE` if that happened on
      another computer; empty if an organizer entered the person.
    * `arrived_by_link`: whether the player did the check-in, not the team.
    * `is_mail_from_elsewhere`: whether the mail address was changed last in another event, by somebody who does not
      organize this one, and not accepted here. Meanwhile no mail has the private link.
    * `came_by_merge`: only read by processes of an older version, which may still run during an upgrade.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(_("status"), max_length=10, choices=EntryStatus.choices, default=EntryStatus.ACCEPTED)
    team = models.CharField(_("team"), max_length=80, blank=True)
    note = models.CharField(_("note"), max_length=300, blank=True)
    language = models.CharField(max_length=10, blank=True, editable=False)
    paid = models.BooleanField(_("paid"), default=False)
    reserved_table = models.PositiveSmallIntegerField(_("reserved table"), null=True, blank=True)
    may_publish = models.BooleanField(_("the name may be published"), default=True)
    answered_at = models.DateTimeField(null=True, default=timezone.now, editable=False)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    arrived_by_link = models.BooleanField(default=False, editable=False)
    shares_name = models.BooleanField(default=False, editable=False)
    shares_public_name = models.BooleanField(default=False, db_default=False, editable=False)
    is_mail_from_elsewhere = models.BooleanField(default=False, db_default=False, editable=False)
    came_by_merge = models.BooleanField(default=False, editable=False)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="a_player_enters_once"),
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_for_each_number"),
            models.CheckConstraint(condition=Q(status__in=EntryStatus.values), name="entry_status_is_known"),
            models.CheckConstraint(
                condition=Q(checked_in_at=None) | Q(status=EntryStatus.ACCEPTED), name="only_who_plays_is_checked_in"
            ),
        ]

    def __str__(self) -> str:
        return self.player.name

    def get_link(self) -> str:
        """Return the path of the person's own page. Its token has 120 bits and can be computed only with the site's
        secret key."""
        return reverse("own-entry", args=[self.tournament.slug, self.number, self._token()])

    def get_sheet_link(self) -> str:
        """Return the path where the person confirms the sheet of a hanchan, with the token of `get_link`."""
        return reverse("own-sheet", args=[self.tournament.slug, self.number, self._token()])

    def get_needs_link(self) -> str:
        """Return the path of the page with the points that the person still needs, with the token of `get_link`."""
        return reverse("needs", args=[self.tournament.slug, self.number, self._token()])

    def get_calendar_link(self) -> str:
        """Return the path of the person's rounds as a calendar, with the token of `get_link`."""
        return reverse("own-ics", args=[self.tournament.slug, self.number, self._token()])

    def get_manifest_link(self) -> str:
        """Return the path of the manifest that makes the person's own page an app, with the token of `get_link`."""
        return reverse("own-manifest", args=[self.tournament.slug, self.number, self._token()])

    def get_change_link(self) -> str:
        """Return the path where the person changes the entry, with the token of `get_link`."""
        return reverse("own-change", args=[self.tournament.slug, self.number, self._token()])

    def get_cancel_link(self) -> str:
        """Return the path where the person cancels the entry, with the token of `get_link`."""
        return reverse("own-cancel", args=[self.tournament.slug, self.number, self._token()])

    def get_push_link(self) -> str:
        """Return the path where a phone subscribes to push messages, with the token of `get_link`."""
        return reverse("own-push", args=[self.tournament.slug, self.number, self._token()])

    def _desk_token_parts(self) -> tuple[str, str, int]:
        return "tenbo.desk-link", f"{self.pk}:{self.link_nonce}", 30

    def _was_handed_over(self) -> bool:
        return self.tournament.hand_overs.exists()

    def _token_parts(self) -> tuple[str, str, int]:
        return "tenbo.entry-link", f"{self.pk}:{self.link_nonce}", 30

    @property
    def public_name(self) -> str:
        """The name for people outside the team."""
        return self.player.public_name if self.may_publish else gettext("a player")

    @property
    def is_named(self) -> bool:
        """Whether people outside the team see the full name, and also country, club and team."""
        return self.may_publish and self.player.shown_as == ShownAs.NAME

    @property
    def shows_other_events(self) -> bool:
        """Whether people outside the team may see that this person also played in other tournaments."""
        return self.may_publish and self.player.shown_as != ShownAs.NOBODY

    @property
    def about(self) -> list[str]:
        """Return the player's country, club and team, without those that are unknown."""
        return [text for text in (self.player.country_shown, self.player.club, self.team) if text]


@dataclass(frozen=True, kw_only=True)
class PlayerFacts:
    """A person's details in every tournament; the fields of `Player`."""

    name: str
    last_name: str = ""
    country: str = ""
    country_letters: str = ""
    club: str = ""
    ema_number: str = ""
    ara_number: str = ""
    riichi_canada_number: str = ""
    legal_name: str = ""
    mail: str = ""
    phone: str = ""


@dataclass(frozen=True, kw_only=True)
class EntryFacts:
    """A person's details in one tournament; the fields of `Entry`."""

    status: str = EntryStatus.ACCEPTED
    team: str = ""
    note: str = ""
    paid: bool = False
    reserved_table: int | None = None
    may_publish: bool = True
