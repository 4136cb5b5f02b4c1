"""The form for the finals of a tournament: the criteria that separate equal totals, and the seats by seed."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.tie_breaks import TieBreak
from tournament.core.words.names import tie_break_name
from tournament.models import Tournament
from tournament.rounds.words.by_seed import pattern_problem
from tournament.seating.by_seed import LONGEST_PLAN, BadPattern, Pattern, read_plan

POSITIONS = {
    "first": gettext_lazy("Equal totals are separated by"),
    "second": gettext_lazy("then by"),
    "third": gettext_lazy("then by"),
    "fourth": gettext_lazy("then by"),
}
"""The fields of the criteria, in their order."""


class FinalsForm(forms.Form):
    """A choice for each position; `tie_breaks` has those made, in their order, when the form is valid."""

    final_seats = forms.CharField(
        label=gettext_lazy("Seats by seed, a line for each round after the cut"),
        required=False,
        max_length=LONGEST_PLAN,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "autocomplete": "off"}),
        help_text=gettext_lazy("[1,2,7,8] [3,4,5,6] or 1-8-9-16 2-7-10-15 …: each bracket is a table."),
    )
    plan: tuple[Pattern, ...]

    @classmethod
    def of(cls, tournament: Tournament, data: Any = None) -> "FinalsForm":
        """Return the form with the tournament's present settings."""
        initial = dict(zip(POSITIONS, tournament.tie_breaks, strict=False)) | {"final_seats": tournament.final_seats}
        return cls(data, initial=initial)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("nothing: they share the place")), *((word.value, tie_break_name(word)) for word in TieBreak)]
        for position, label in POSITIONS.items():
            self.fields[position] = forms.ChoiceField(label=label, choices=choices, required=False)

    def clean_final_seats(self) -> str:
        """Read the seats into `plan`."""
        text: str = self.cleaned_data["final_seats"]
        try:
            self.plan = read_plan(text)
        except BadPattern as bad:
            raise forms.ValidationError(pattern_problem(bad)) from None
        return text

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
