"""The form for a period of days."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.core.forms.days import DayField
from tournament.standings.queries.statistics import Period


class PeriodForm(forms.Form):
    """The first and last day of a period. With an empty first day the period has no beginning, with an empty last day
    no end."""

    since = DayField(label=pgettext_lazy("day", "From"), required=False)
    until = DayField(label=pgettext_lazy("day", "To"), required=False)

    def clean(self) -> None:
        cleaned = self.cleaned_data
        if cleaned.get("since") and cleaned.get("until") and cleaned["since"] > cleaned["until"]:
            self.add_error("until", _("The last day is before the first."))

    @property
    def period(self) -> Period:
        """The requested period; all days if the form is invalid."""
        if not self.is_valid():
            return Period()
        return Period(since=self.cleaned_data["since"], until=self.cleaned_data["until"])
