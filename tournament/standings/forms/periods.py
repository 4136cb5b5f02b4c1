"""The forms for a league's periods, and for promotion and relegation at the end of a period."""

from copy import copy
from datetime import date
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.core.forms.days import DayField
from tournament.core.forms.edit import OnlyEdited
from tournament.core.forms.facts import LineField
from tournament.models import League, LeaguePeriod
from tournament.standings.promotion import Candidate, RowKey
from tournament.standings.queries.promotion import PromotionPage
from tournament.standings.words.periods import period_problems

NEW_LINES = 2
"""How many empty rows for new periods the form has below the existing periods."""


class LeaguePeriodsForm(OnlyEdited, forms.Form):
    """A row with name, first and last day for each period, and empty rows for new periods. A person removes a period by
    clearing the period's name.

    After validation `removed` are the periods to delete, `kept` are all other periods, and `edited` are those kept
    periods that are new or changed. `before` has the stored periods, by id, as they were when the form was read.
    """

    kept: list[LeaguePeriod]
    edited: list[LeaguePeriod]
    removed: list[LeaguePeriod]

    def __init__(self, league: League, data: Any = None) -> None:
        super().__init__(data)
        self.periods = {str(period.pk): period for period in league.periods.all()}
        self.before = {period.pk: copy(period) for period in self.periods.values()}
        new = {f"new{number}": LeaguePeriod(league=league) for number in range(1, NEW_LINES + 1)}
        self.periods_by_line = self.periods | new
        for line, period in self.periods_by_line.items():
            self.fields[f"name_{line}"] = LineField(
                label=pgettext_lazy("of a period", "Name"), max_length=60, initial=period.name
            )
            self.fields[f"first_{line}"] = DayField(
                label=gettext_lazy("First day"), required=False, initial=period.first_day
            )
            self.fields[f"last_{line}"] = DayField(
                label=gettext_lazy("Last day"), required=False, initial=period.last_day
            )

    def clean(self) -> None:
        self.kept, self.edited, self.removed = [], [], []
        for line, period in self.periods_by_line.items():
            name, first, last = (self.cleaned_data.get(f"{field}_{line}") for field in ("name", "first", "last"))
            if name and first and last and first <= last:
                before = (period.name, period.first_day, period.last_day)
                period.name, period.first_day, period.last_day = name, first, last
                self.kept.append(period)
                if before != (name, first, last):
                    self.edited.append(period)
            elif name:
                self._add_problems(line, first, last)
            elif line in self.periods:
                self.removed.append(period)
            elif first or last:
                self.add_error(f"name_{line}", _("Give the period a name."))
        for problem in period_problems(self.kept):
            self.add_error(None, problem)

    def _add_problems(self, line: str, first: date | None, last: date | None) -> None:
        for field, day in (("first", first), ("last", last)):
            if day is None and f"{field}_{line}" not in self.errors:
                self.add_error(f"{field}_{line}", _("Enter the day."))
        if first and last:
            self.add_error(f"last_{line}", _("The last day is before the first."))

    def lines(self) -> list[list[forms.BoundField]]:
        """Return the three fields of each stored period, and then the three fields of each empty row."""
        return [[self[f"{field}_{line}"] for field in ("name", "first", "last")] for line in self.periods_by_line]


class PromotionForm(forms.Form):
    """The choice of the players who go up and down, by ticking candidates. After validation `up` and `down` are the
    keys of the ticked rows."""

    shown = forms.CharField(widget=forms.HiddenInput)
    up: list[RowKey]
    down: list[RowKey]

    def __init__(self, page: PromotionPage, data: Any = None) -> None:
        super().__init__(data, initial={"shown": page.shown})
        self.page = page

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("shown") != self.page.shown:
            data = cast(QueryDict, self.data).copy()
            data["shown"] = self.page.shown
            self.data = data
            raise forms.ValidationError(
                _(
                    "The standings of the leagues have changed since you saw them. Check again who is promoted and"
                    " relegated."
                )
            )
        self.up = [candidate.key for candidate in self.page.up if self.is_ticked("up", candidate)]
        self.down = [candidate.key for candidate in self.page.down if self.is_ticked("down", candidate)]
        return cleaned

    def is_ticked(self, field: str, candidate: Candidate) -> bool:
        if self.is_bound:
            return self.page.box_of(candidate) in cast(QueryDict, self.data).getlist(field)
        return candidate.is_proposed

    def boxes(self) -> list[tuple[str, list[tuple[str, Candidate, bool]]]]:
        """Return the boxes of the two fields "up" and "down", each with the field's name. A box is a triple: its value,
        its candidate, and whether it is ticked."""
        return [
            (field, [(self.page.box_of(each), each, self.is_ticked(field, each)) for each in candidates])
            for field, candidates in (("up", self.page.up), ("down", self.page.down))
        ]
