"""The form for the finals of a tournament: the announced cuts, the criteria that separate equal totals, and the seating
by rank."""

from typing import Any

from django import forms
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.announced_cuts import AnnouncedCut, CutsOutOfOrder, in_order
from scoring.stages import part_as_text, part_carried
from scoring.tie_breaks import TieBreak
from tournament.core.forms.edit import OnlyEdited
from tournament.core.limits import MOST_ANNOUNCED_CUTS
from tournament.core.words.names import tie_break_name
from tournament.models import Tournament
from tournament.rounds.words.by_seed import pattern_problem
from tournament.seating.by_seed import LONGEST_PLAN, BadPattern, Pattern, read_plan, write_plan

POSITIONS = {
    "first": gettext_lazy("Equal totals are separated by"),
    "second": gettext_lazy("then by"),
    "third": gettext_lazy("then by"),
    "fourth": gettext_lazy("then by"),
}
"""The label of each criterion's field, in the order in which the criteria are compared."""


CUT_FIELDS = ("after", "places", "carried")
"""Fields of an announced cut. In the form their names end with the number of the row: `after_1`."""

LEAST_LINES = 2
"""The fewest rows for announced cuts that the form shows; the last row is always empty."""


class FinalsForm(OnlyEdited, forms.Form):
    """A row of fields for each announced cut, a field for each tie-break criterion, and the seats.

    If the form is valid, `tie_breaks` are the chosen criteria in order, `announced_cuts` the cuts in order, and `plan`
    the seats.
    """

    final_seats = forms.CharField(
        label=gettext_lazy("Seats by seed, a line for each round after the cut"),
        required=False,
        max_length=LONGEST_PLAN,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "autocomplete": "off"}),
        help_text=gettext_lazy("For example [1,2,7,8] [3,4,5,6] or 1-8-9-16 2-7-10-15: one group for each table."),
    )
    plan: tuple[Pattern, ...]
    announced_cuts: tuple[AnnouncedCut, ...]

    @classmethod
    def of(cls, tournament: Tournament, data: Any = None) -> "FinalsForm":
        """Return the form with the tournament's present settings."""
        initial = dict(zip(POSITIONS, tournament.tie_breaks, strict=False)) | {"final_seats": tournament.final_seats}
        for number, cut in enumerate(tournament.cut_plan, start=1):
            part = str(part_carried(cut.carried)) if cut.carried else ""
            initial |= {f"after_{number}": cut.after_round, f"places_{number}": cut.places, f"carried_{number}": part}
        return cls(data, initial=initial)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [
            ("", _("nothing: tied players share the place")),
            *((word.value, tie_break_name(word)) for word in TieBreak),
        ]
        for position, label in POSITIONS.items():
            self.fields[position] = forms.ChoiceField(label=label, choices=choices, required=False)
        for number in range(1, MOST_ANNOUNCED_CUTS + 1):
            self.fields[f"after_{number}"] = forms.IntegerField(
                label=gettext_lazy("After round"), required=False, min_value=1, max_value=999
            )
            self.fields[f"places_{number}"] = forms.IntegerField(
                label=gettext_lazy("How many advance"), required=False, min_value=1, max_value=1_000
            )
            self.fields[f"carried_{number}"] = forms.CharField(
                label=gettext_lazy("Score carried over"), required=False, max_length=20
            )

    def clean_final_seats(self) -> str:
        """Parse the text of the seats, and store the result in `plan`."""
        text: str = self.cleaned_data["final_seats"]
        try:
            self.plan = read_plan(text)
        except BadPattern as bad:
            raise forms.ValidationError(pattern_problem(bad)) from None
        # The stored form is longer: "1-8-9-16" is stored as "[1,8,9,16]".
        MaxLengthValidator(LONGEST_PLAN)(write_plan(self.plan))
        return text

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        chosen: set[str] = set()
        for position in POSITIONS:
            criterion = cleaned.get(position, "")
            if criterion in chosen:
                self.add_error(position, _("This criterion was already chosen above."))
            elif criterion:
                chosen.add(criterion)
        self._clean_cuts(cleaned)
        return cleaned

    def _clean_cuts(self, cleaned: dict[str, Any]) -> None:
        cuts = []
        for number in range(1, MOST_ANNOUNCED_CUTS + 1):
            after_round, places, typed = (cleaned.get(f"{name}_{number}") for name in CUT_FIELDS)
            try:
                carried = part_as_text(part_carried(typed)) if typed else ""
            except ValueError:
                problem = _("Enter a part from 0 to 1, such as 1/3, 0.3 or 30 %. Use at most two decimals.")
                self.add_error(f"carried_{number}", problem)
                continue
            if places:
                cuts.append(AnnouncedCut(places=places, after_round=after_round, carried=carried))
            elif (after_round or typed) and f"places_{number}" not in self.errors:
                self.add_error(f"places_{number}", _("Enter how many players advance."))
        try:
            self.announced_cuts = in_order(cuts)
        except CutsOutOfOrder:
            self.add_error(
                None,
                _(
                    "Enter the announced cuts in the order of their rounds. At each cut fewer players must"
                    " advance than at the cut before."
                ),
            )

    @property
    def tie_breaks(self) -> list[TieBreak]:
        return [TieBreak(word) for position in POSITIONS if (word := self.cleaned_data[position])]

    def criteria(self) -> list[forms.BoundField]:
        """Return the fields of the tie-break criteria, for the page."""
        return [self[position] for position in POSITIONS]

    def cut_lines(self) -> list[list[forms.BoundField]]:
        """Return the fields of the announced cuts row by row: the rows up to the last filled row and an empty row, at
        least `LEAST_LINES` rows."""
        lines = [[self[f"{name}_{number}"] for name in CUT_FIELDS] for number in range(1, MOST_ANNOUNCED_CUTS + 1)]
        filled = [number for number, line in enumerate(lines, start=1) if any(field.value() for field in line)]
        return lines[: max(LEAST_LINES, max(filled, default=0) + 1)]
