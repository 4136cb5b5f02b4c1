"""How a day is asked for."""

from datetime import date

from django import forms
from django.utils.translation import gettext_lazy as _

YEARS = range(2000, 2200)
"""Years that are accepted: another one is a typing error, and not every database stores every year."""

NO_YEAR = _("This is not a possible year of a tournament.")


def check_year(day: date) -> None:
    """Raises ValidationError, for a time too."""
    if day.year not in YEARS:
        raise forms.ValidationError(NO_YEAR)


class DayInput(forms.DateInput):
    """The browser's own calendar. Its value is written as ISO does whatever the language, for that is all it reads."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class DayField(forms.DateField):
    """A day of a tournament."""

    default_validators = [check_year]
    widget = DayInput
