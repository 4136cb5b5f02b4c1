"""The form that starts a hanchan of a club night with four players, whose seats are drawn."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.core.forms.facts import clean_name, name_problem
from tournament.core.text import folded
from tournament.rounds.forms.game_length import length_field
from tournament.rounds.forms.seating import LARGEST_SEED
from tournament.rounds.queries.club_night import FreeSeats

FOUR = 4


class StartFourForm(forms.Form):
    """The choice of four players: ticked players and names of new players. If the form is valid, `seats` are the entry
    ids and the new names."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    seed = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=LARGEST_SEED)
    length = length_field()
    players = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who plays?"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "invalid_choice": gettext_lazy("This player is not free: they play at another table, or are not entered.")
        },
    )
    new_names = forms.CharField(
        label=gettext_lazy("Somebody new, one name per line"),
        required=False,
        max_length=400,
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off"}),
    )

    seats: tuple[int | str, ...]

    def __init__(self, free: FreeSeats, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        choices = [(str(pk), name) for pk, name in free.regulars_first.items()]
        self.fields["players"].choices = choices  # type: ignore[attr-defined]

    def clean_new_names(self) -> list[str]:
        lines = [line for line in self.cleaned_data["new_names"].splitlines() if line.strip()]
        for line in lines:
            if problem := name_problem(line):
                raise forms.ValidationError(f"{line.strip()[:80]}: {problem}")
        names = [clean_name(line) for line in lines]
        if len({folded(name) for name in names}) < len(names):
            raise forms.ValidationError(_("This player has two seats."))
        return names

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not {"players", "new_names"} & self.errors.keys():
            self.seats = (*cleaned["players"], *cleaned["new_names"])
            if len(self.seats) != FOUR:
                words = ngettext(
                    "Choose four players, not %(count)s.", "Choose four players, not %(count)s.", len(self.seats)
                )
                self.add_error("players", words % {"count": len(self.seats)})
        return cleaned
