"""The forms for a new tournament and for a tournament's settings."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.penalty_catalogue import LONGEST_OWN, BadLine, own_as_text, own_penalties
from scoring.presets import WRC_2015
from tournament.core.forms.days import DayField
from tournament.core.forms.edit import OnlyEdited
from tournament.core.forms.facts import LineField
from tournament.core.languages import NAMES
from tournament.core.words.rules import ruleset_choices
from tournament.models import Colour, Tournament

SIMPLE = ("name", "place", "starts_on", "is_public", "is_club_night", "is_on_paper", "ruleset_key")
"""The form's fields that have the names of columns of `Tournament`."""


class TournamentForm(forms.Form):
    """Name, place, day, visibility, and rules, which are frozen after the first hand."""

    name = LineField(label=pgettext_lazy("of a tournament", "Name"), max_length=100, required=True)
    place = LineField(label=pgettext_lazy("of a tournament", "Place"), max_length=100, help_text=_("Optional."))
    starts_on = DayField(label=_("First day"), required=False, help_text=_("Optional."))
    is_public = forms.BooleanField(
        label=pgettext_lazy("tournament", "Public"),
        required=False,
        initial=True,
        help_text=_("If ticked, everyone may follow the standings. If not, only your team sees the tournament."),
    )
    is_club_night = forms.BooleanField(
        label=_("Club night"),
        required=False,
        help_text=_("No rounds: any four players sit down at a free table and start a hanchan."),
    )
    is_on_paper = forms.BooleanField(
        label=_("On paper"),
        required=False,
        help_text=_(
            "No phones at the tables: each table has a printed score sheet, and you enter a whole round at once."
        ),
    )
    ruleset_key = forms.ChoiceField(
        label=_("Rules"), choices=ruleset_choices, widget=forms.RadioSelect, initial=WRC_2015.key
    )

    has_rule_changes = False
    """Whether single rules differ from the rulebook; choosing another rulebook would lose these differences."""


class NewTournamentForm(TournamentForm):
    """The form for a new tournament. `key` is the idempotency key: a form sent twice creates one tournament."""

    key = forms.UUIDField(widget=forms.HiddenInput)


class SettingsForm(OnlyEdited, TournamentForm):
    """The form for an existing tournament, with settings that are not needed to create one."""

    colour = forms.ChoiceField(
        label=_("Colour"),
        choices=Colour.choices,
        required=False,
        help_text=_("A stripe in this colour marks the hall screen, the event’s pages and the badges."),
    )
    own_penalties = forms.CharField(
        label=_("Your own penalties"),
        required=False,
        max_length=LONGEST_OWN,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_(
            "Write one penalty per line, with the score points that it costs the first time, the second"
            " time and so on. 0 is a warning. Example: Phone rings: 0, 5, 10"
        ),
    )
    languages = forms.MultipleChoiceField(
        label=_("Languages of the event"),
        choices=list(NAMES.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Visitors see their browser's language. Tick no language to offer all of them."),
    )
    first_language = forms.ChoiceField(
        label=_("Hall screen and printouts"),
        choices=[("", _("the first language of the event")), *NAMES.items()],
        required=False,
        help_text=_(
            "The PDFs, the calendar and the stream are in this language too. Visitors see this language if their"
            " browser asks for none of the event’s languages."
        ),
    )

    frozen: Sequence[str] = ()
    """Names of the fields that cannot be changed since play began."""

    def freeze(self) -> None:
        """Show the frozen fields as they are stored, after the action has refused an edit of them."""
        for name in self.frozen:
            self.fields[name].disabled = True

    @classmethod
    def of(cls, tournament: Tournament, data: Any = None) -> "SettingsForm":
        """Return the form of an existing tournament."""
        form = cls(
            data,
            initial={name: getattr(tournament, name) for name in (*SIMPLE, "colour", "languages", "own_penalties")}
            | {"first_language": next(iter(tournament.languages), "")},
        )
        form.frozen = [
            name
            for name, is_frozen in (
                ("is_club_night", tournament.rounds.exists()),
                ("ruleset_key", tournament.rules is not None),
            )
            if is_frozen
        ]
        for name in form.frozen:
            # A form that was opened before play began may have edited the field: the action refuses the edit.
            form.fields[name].disabled = not form.was_edited(name)
        form.has_rule_changes = bool(tournament.rule_changes) and tournament.rules is None
        return form

    def clean_own_penalties(self) -> str:
        """Return the event's own list of penalties as it is stored."""
        try:
            return own_as_text(own_penalties(self.cleaned_data["own_penalties"]))
        except BadLine as bad:
            problem = _("Write each penalty once, with its points: %(line)s")
            raise forms.ValidationError(problem % {"line": bad.line[:60]}) from None

    def clean(self) -> dict[str, Any]:
        """Merge the chosen languages into one list that begins with `first_language`. If no language is ticked, the
        list has all languages."""
        data = self.cleaned_data
        ticked, first = data.get("languages", []), data.pop("first_language", "")
        data["languages"] = [first, *(code for code in ticked or NAMES if code != first)] if first else ticked
        return data
