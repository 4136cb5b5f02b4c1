"""From when to when somebody wants to look."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.core.forms.days import DayField
from tournament.standings.queries.statistics import Period


class PeriodForm(forms.Form):
    """Two days, either of which may be left out."""

    since = DayField(label=pgettext_lazy("day", "From"), required=False)
    until = DayField(label=pgettext_lazy("day", "To"), required=False)

    def clean(self) -> None:
        said = self.cleaned_data
        if said.get("since") and said.get("until") and said["since"] > said["until"]:
            self.add_error("until", _("The last day is before the first."))

    @property
    def period(self) -> Period:
        """The days asked for; all of them where the form is wrong."""
        if not self.is_valid():
            return Period()
        return Period(since=self.cleaned_data["since"], until=self.cleaned_data["until"])
