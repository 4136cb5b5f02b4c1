"""The form for the finals of a tournament: the criteria that separate equal totals."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.tie_breaks import TieBreak
from tournament.core.words.names import tie_break_name
from tournament.models import Tournament

POSITIONS = {
    "first": gettext_lazy("Equal totals are separated by"),
    "second": gettext_lazy("then by"),
    "third": gettext_lazy("then by"),
    "fourth": gettext_lazy("then by"),
}
"""The fields of the criteria, in their order."""


class FinalsForm(forms.Form):
    """A choice for each position; `tie_breaks` has those made, in their order, when the form is valid."""

    @classmethod
    def of(cls, tournament: Tournament, data: Any = None) -> "FinalsForm":
        """Return the form with the tournament's present criteria."""
        return cls(data, initial=dict(zip(POSITIONS, tournament.tie_breaks, strict=False)))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("nothing: they share the place")), *((word.value, tie_break_name(word)) for word in TieBreak)]
        for position, label in POSITIONS.items():
            self.fields[position] = forms.ChoiceField(label=label, choices=choices, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        chosen: set[str] = set()
        for position in POSITIONS:
            criterion = cleaned.get(position, "")
            if criterion in chosen:
                self.add_error(position, _("This was chosen above already."))
            elif criterion:
                chosen.add(criterion)
        return cleaned

    @property
    def tie_breaks(self) -> list[TieBreak]:
        return [TieBreak(word) for position in POSITIONS if (word := self.cleaned_data[position])]

    def criteria(self) -> list[forms.BoundField]:
        """Return the fields of the criteria, for the page."""
        return [self[position] for position in POSITIONS]
