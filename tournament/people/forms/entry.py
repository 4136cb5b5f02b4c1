"""The organizers' form for a player's details and their entry in the tournament."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Self

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.forms.edit import OnlyEdited
from tournament.core.forms.facts import (
    CountryField,
    EmaNumberField,
    LineField,
    MailField,
    TeamField,
    clean_name,
    name_problem,
)
from tournament.core.queries.contacts import CONTACT, OF_FEDERATIONS, PRIVATE
from tournament.countries import country_name
from tournament.models import Entry, EntryFacts, EntryStatus, Player, PlayerFacts
from tournament.standings.ema import names_of

PERSON = ("name", "club", "ema_number", *PRIVATE)


class EntryForm(OnlyEdited, forms.Form):
    """A form with a player's details, which are the same in all the player's tournaments, and with the fields of the
    entry in this tournament."""

    name = forms.CharField(
        label=_("Name"), max_length=200, strip=False, error_messages={"required": _("The name is missing.")}
    )
    last_name = LineField(label=_("Last name"), max_length=80)
    country = CountryField(
        label=_("Country"),
        help_text=_("The country’s name, or its code of two or three letters: Germany, DE or GER."),
        widget=forms.TextInput(attrs={"list": "countries", "autocomplete": "off"}),
    )
    club = LineField(label=_("Club"), max_length=80)
    ema_number = EmaNumberField(
        label=_("EMA number"),
        help_text=_("An EMA number has 8 digits."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    ara_number = LineField(label=_("ARA number"), max_length=20)
    riichi_canada_number = LineField(label=_("Riichi Canada number"), max_length=20)
    legal_name = LineField(
        label=_("Legal name"),
        max_length=80,
        help_text=_(
            "Fill in only if the legal name differs from the name above. The legal name is shown to your"
            " team and stands in the federation’s file. Everyone else sees the name above."
        ),
    )
    mail = MailField(label=_("Mail"), required=False)
    phone = LineField(
        label=_("Phone"),
        max_length=30,
        help_text=_("Only your team sees mail and phone."),
        widget=forms.TextInput(attrs={"type": "tel"}),
    )

    left_out: Mapping[str, str] = MappingProxyType({})

    status = forms.ChoiceField(label=_("Status"), choices=EntryStatus.choices)
    team = TeamField(label=_("Team"), max_length=80)
    reserved_table = forms.IntegerField(
        label=_("Reserved table"),
        required=False,
        min_value=1,
        max_value=999,
        help_text=_("Fill in only for a player who always needs the same table."),
    )
    note = LineField(label=_("Note"), max_length=300, help_text=_("Only your team sees this note."))
    paid = forms.BooleanField(label=_("Has paid"), required=False)
    may_publish = forms.BooleanField(
        label=_("The name may be published"),
        required=False,
        help_text=_("If not ticked, everyone except your team sees “a player”."),
    )

    @classmethod
    def of(cls, entry: Entry, data: Any = None, *, shows_contact: bool = True) -> "EntryForm":
        """Return the form with the details of an existing entry, without contacts unless `shows_contact`."""
        player = entry.player
        initial = {name: getattr(player, name) for name in ("last_name", *PERSON)}
        initial["country"] = player.country_letters or (country_name(player.country) if player.country else "")
        names = ("status", "team", "reserved_table", "note", "paid", "may_publish")
        form = cls(data, initial=initial | {name: getattr(entry, name) for name in names})
        if not entry.may_publish and entry.answered_at is None:
            form.fields["may_publish"].help_text = _(
                "This name was typed at a table, and nobody has asked the player yet. Until it is ticked, everyone"
                " except your team sees “a player”."
            )
        guess = names_of(player.name)[1]
        form.fields["last_name"].help_text = _(
            "The last name for the EMA’s file. If empty, the file uses “%(guess)s”."
        ) % {"guess": guess}
        return form if shows_contact else form.without_contact(player)

    def without_contact(self, player: Player) -> Self:
        """Remove the fields of the contacts (`PRIVATE`), so that saving the form leaves the contacts unchanged."""
        self.left_out = {name: getattr(player, name) for name in PRIVATE}
        for name in PRIVATE:
            del self.fields[name]
        return self

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        problem = name_problem(name)
        if problem:
            raise forms.ValidationError(str(problem))
        return clean_name(name)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        name, last_name = cleaned.get("name"), cleaned.get("last_name")
        if name and last_name and names_of(name, last_name)[1] != last_name:
            self.add_error("last_name", _("The full name must begin or end with this last name."))
        return cleaned

    def of_person(self) -> list[forms.BoundField]:
        """Return the fields about the person, for the page."""
        names = ("name", "last_name", "country", "club", "ema_number", *CONTACT)
        return [self[name] for name in names if name in self.fields]

    def of_federations(self) -> list[forms.BoundField]:
        """Return the fields that only federations other than the EMA need, for the page."""
        return [self[name] for name in OF_FEDERATIONS if name in self.fields]

    @property
    def has_federations(self) -> bool:
        """Whether one of the fields in `of_federations` is filled in or has an error, so that the page has to show
        them."""
        return any(field.value() or field.errors for field in self.of_federations())

    def of_entry(self) -> list[forms.BoundField]:
        """Return the fields about this tournament, for the page."""
        return [self[name] for name in ("status", "team", "reserved_table", "note", "paid", "may_publish")]

    @property
    def player_facts(self) -> PlayerFacts:
        cleaned = self.cleaned_data | dict(self.left_out)
        return PlayerFacts(
            last_name=cleaned.get("last_name", ""),
            country=cleaned["country"].code,
            country_letters=cleaned["country"].letters,
            **{name: cleaned[name] for name in PERSON},
        )

    @property
    def entry_facts(self) -> EntryFacts:
        names = ("status", "team", "reserved_table", "note", "paid", "may_publish")
        return EntryFacts(**{name: self.cleaned_data[name] for name in names})
