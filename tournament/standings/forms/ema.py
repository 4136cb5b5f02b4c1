"""The form for facts that the federation requires but the site does not store."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.mers import Mers
from tournament.core.forms.facts import CountryField, LineField
from tournament.standings.ema import EmaFacts


class EmaForm(forms.Form):
    """Facts for the EMA. The facts are not stored; instead the query strings of the page, the file and the report
    contain them."""

    days = forms.IntegerField(label=_("Days played"), min_value=1, max_value=30, required=False)
    country = CountryField(
        label=_("Country of the tournament"),
        help_text=_("Not needed if the place ends with the country, such as “Brno, CZ”."),
    )
    qualification = forms.BooleanField(label=_("Players had to qualify for the tournament"), required=False)
    observer = LineField(label=_("EMA observer"), max_length=80)
    players_half = forms.IntegerField(
        label=_("Number of players above which 0.5 is added to the weight"), min_value=1, required=False
    )
    players_one = forms.IntegerField(
        label=_("Number of players above which 1 is added to the weight"), min_value=1, required=False
    )
    countries_half = forms.IntegerField(
        label=_("Number of countries above which 0.5 is added to the weight"), min_value=1, required=False
    )
    countries_one = forms.IntegerField(
        label=_("Number of countries above which 1 is added to the weight"), min_value=1, required=False
    )

    @property
    def boundaries(self) -> list[Any]:
        """Return the fields for the thresholds of the MERS weight, which are rarely changed."""
        return [self[name] for name in ("players_half", "players_one", "countries_half", "countries_one")]

    @property
    def facts(self) -> EmaFacts:
        """Return the facts from the form. For an invalid field the default of the field is used."""
        self.is_valid()
        cleaned = self.cleaned_data
        usual = Mers()
        return EmaFacts(
            days=cleaned.get("days"),
            country=cleaned["country"].code if "country" in cleaned else "",
            qualification=bool(cleaned.get("qualification")),
            observer=cleaned.get("observer", ""),
            mers=Mers(
                players=(
                    cleaned.get("players_half") or usual.players[0],
                    cleaned.get("players_one") or usual.players[1],
                ),
                countries=(
                    cleaned.get("countries_half") or usual.countries[0],
                    cleaned.get("countries_one") or usual.countries[1],
                ),
            ),
        )
