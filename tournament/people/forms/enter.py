"""The entry form for players, and the organizers' form for the entry terms."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.forms.days import DayField
from tournament.core.forms.edit import OnlyEdited
from tournament.core.forms.facts import clean_name
from tournament.core.limits import MOST_ENTRIES
from tournament.core.text import one_line
from tournament.countries import country_name
from tournament.models import Entry, EntryTerms, FreedPlaces, PlayerFacts
from tournament.people.forms.entry import PERSON, EntryForm
from tournament.standings.ema import names_of


class EnterForm(EntryForm):
    """The public form for a person's own entry. `key` is the idempotency key: a form that is sent twice makes one
    entry.

    `teams` are the names of the players' teams so far; if there are none, the form has no field for the team.
    """

    last_name = None  # type: ignore[assignment]
    status = None  # type: ignore[assignment]
    paid = None  # type: ignore[assignment]
    reserved_table = None  # type: ignore[assignment]
    key = forms.UUIDField(widget=forms.HiddenInput)

    field_order = ["name", "country", "club", "ema_number", "mail", "phone", "team", "note", "may_publish"]

    def __init__(self, *args: Any, teams: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if teams:
            self.fields["team"].help_text = _("If you play for a team, write its name exactly as your team-mates do.")
            self.fields["team"].widget.attrs |= {"list": "teams", "autocomplete": "off"}
        else:
            del self.fields["team"]
        self.fields["name"].widget.attrs["autocomplete"] = "name"
        self.fields["mail"].required = True
        self.fields["mail"].widget.attrs["autocomplete"] = "email"
        self.fields["phone"].widget.attrs["autocomplete"] = "tel"
        self.fields["phone"].help_text = _("Only the organizers and referees see mail and phone.")
        self.fields["ema_number"].help_text = _("An EMA number has 8 digits. Leave empty if you have none.")
        self.fields["note"].help_text = _("Only the organizers and referees read this note.")
        self.fields["may_publish"].label = _("My name may be published")
        self.fields["may_publish"].help_text = _(
            "Lists and results show your name. If not ticked, they show “a player” instead."
        )


class OwnEntryForm(EnterForm):
    """The details that a person entered, editable by the private link of the entry."""

    key = None  # type: ignore[assignment]
    last_name_before = ""
    is_name_decided = False

    @classmethod
    def of(
        cls, entry: Entry, data: Any = None, *, teams: Sequence[str] = (), shows_contact: bool = True,
        shows_note: bool = True, is_name_decided: bool = False, is_team_fixed: bool = False,
    ) -> "OwnEntryForm":  # fmt: skip
        """Return the form with the details of an existing entry. A note that the team wrote is left out. With
        `is_name_decided` or `is_team_fixed` the name or team is only shown; the action refuses another one."""
        player = entry.player
        initial = {name: getattr(player, name) for name in PERSON}
        initial["country"] = player.country_letters or (country_name(player.country) if player.country else "")
        initial |= {name: getattr(entry, name) for name in ("team", "note", "may_publish")}
        form = cls(data, initial=initial, teams=teams)
        form.last_name_before = player.last_name
        form.is_name_decided = is_name_decided
        if is_name_decided:
            form.fields["name"].widget.attrs["readonly"] = True
            form.fields["name"].help_text = _(
                "The organizers have accepted your entry under this name, so only they can change it."
            )
        if not shows_note:
            del form.fields["note"]
        if is_team_fixed and "team" in form.fields:
            form.fields["team"].widget.attrs["readonly"] = True
            form.fields["team"].help_text = _("The teams are fixed now. Ask the organizers to change yours.")
        return form if shows_contact else form.without_contact(player)

    @property
    def own_team(self) -> str:
        """Return the team as entered; as stored, if it differs only by spaces, or the form does not ask for it."""
        entered: str = self.cleaned_data.get("team", self.initial["team"])
        return self.initial["team"] if entered == one_line(self.initial["team"]) else entered

    @property
    def player_facts(self) -> PlayerFacts:
        """Return the details as entered. This form does not ask for the last name: the stored last name is kept if it
        is still a part of the name."""
        facts, last_name = super().player_facts, self.last_name_before
        if self.is_name_decided and facts.name == clean_name(self.initial["name"]):
            facts = replace(facts, name=self.initial["name"])  # a file may have stored it with other spaces
        fits = last_name and names_of(facts.name, last_name)[1] == last_name
        return replace(facts, last_name=last_name if fits else "")


class EntryTermsForm(OnlyEdited, forms.Form):
    """The entry terms: the days on which entering opens and closes, the limit of players, whether an organizer must
    accept each entry, and so on."""

    is_on = forms.BooleanField(label=_("Players may enter themselves"), required=False, initial=True)
    opens_on = DayField(
        label=_("First day"), required=False, help_text=_("Optional. If empty, players can enter from now on.")
    )
    closes_on = DayField(
        label=_("Last day"),
        required=False,
        help_text=_("Optional. If empty, players can enter until you switch this off."),
    )
    limit = forms.IntegerField(
        label=_("Places"),
        required=False,
        min_value=1,
        max_value=MOST_ENTRIES,
        help_text=_("Optional. When all places are taken, later entries go on the waiting list."),
    )
    is_moderated = forms.BooleanField(
        label=_("You accept each entry"),
        required=False,
        initial=True,
        help_text=_(
            "If not ticked, everyone who enters gets a place at once, as long as places are free. After play has begun,"
            " you accept each entry, except on a club night."
        ),
    )

    freed_places = forms.ChoiceField(
        label=_("Who gets a place that becomes free?"),
        required=False,
        choices=FreedPlaces.choices,
        widget=forms.RadioSelect,
        initial=FreedPlaces.AS_ENTRIES,
        help_text=_(
            "A place becomes free when a player cancels, leaves or is removed. After play has begun,"
            " nobody moves up. The rule for new entries: if “You accept each entry” is ticked, an"
            " organizer decides; if not, the first person waiting moves up."
        ),
    )
    sends_mail = forms.BooleanField(
        label=_("Send mails to the players who enter"),
        required=False,
        initial=True,
        help_text=_(
            "Players get a mail with their private link when they enter. They get another mail when they"
            " are accepted, move up, have paid or cancel."
        ),
    )

    @classmethod
    def of(cls, terms: EntryTerms | None, data: Any = None) -> "EntryTermsForm":
        """Return the form with the current terms or, without terms, the defaults."""
        if terms is None:
            return cls(data)
        return cls(data, initial={name: getattr(terms, name) for name in cls.base_fields})

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        opens, closes = cleaned.get("opens_on"), cleaned.get("closes_on")
        if opens and closes and opens > closes:
            self.add_error("closes_on", _("The last day is before the first day."))
        return cleaned
