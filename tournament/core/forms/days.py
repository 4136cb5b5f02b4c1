"""A form field for a date."""

from datetime import date

from django import forms
from django.utils.translation import gettext_lazy as _

YEARS = range(2000, 2200)
"""Accepted years. Other years are typing errors, and not every database can store them."""

NO_YEAR = _("The year cannot be right. Check the day.")


def check_year(day: date) -> None:
    """Raise ValidationError for a day or time whose year is not in `YEARS`."""
    if day.year not in YEARS:
        raise forms.ValidationError(NO_YEAR)


class DayInput(forms.DateInput):
    """The browser's date picker. Its value is in ISO format in every language, because browsers accept no other
    format."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class DayField(forms.DateField):
    """A form field for the day of a tournament."""

    default_validators = [check_year]
    widget = DayInput
