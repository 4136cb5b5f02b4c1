"""Fields about a person that several forms and files have: each is read one way, with one sentence when it is wrong."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.countries import COUNTRIES, Country, country_name, country_of

NO_COUNTRY = _("This is no country that Tenbo knows. Write its name, or its two or three letters: Germany, DE or GER.")
NO_EMA_NUMBER = _("An EMA number has 8 digits; a leading 0 is one of them.")


class CountryField(forms.CharField):
    """A `Country`, or one without a code where nothing is written."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=80, **kwargs)

    def clean(self, value: Any) -> Country:
        text: str = super().clean(value)
        if not text:
            return Country("")
        found = country_of(text)
        if found is None:
            raise forms.ValidationError(NO_COUNTRY)
        return found


class EmaNumberField(forms.CharField):
    """Eight digits as text, or nothing."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=40, **kwargs)

    def clean(self, value: Any) -> str:
        text: str = super().clean(value)
        if text and not (len(text) == 8 and text.isascii() and text.isdecimal()):
            raise forms.ValidationError(NO_EMA_NUMBER)
        return text


def country_names() -> list[str]:
    """What the browser offers while a country is written."""
    return sorted(country_name(code) for code in COUNTRIES)
