"""What the federation wants to know and the site does not."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.mers import Mers
from tournament.standings.ema import EmaFacts


class EmaForm(forms.Form):
    """Nothing of it is kept: it is part of the address of the page, the file and the report."""

    days = forms.IntegerField(label=_("Days played"), min_value=1, max_value=30, required=False)
    qualification = forms.BooleanField(label=_("Players had to qualify for it"), required=False)
    observer = forms.CharField(label=_("EMA observer"), max_length=80, required=False)
    players_half = forms.IntegerField(label=_("Players above which a half is added"), min_value=1, required=False)
    players_one = forms.IntegerField(label=_("Players above which one is added"), min_value=1, required=False)
    countries_half = forms.IntegerField(label=_("Countries above which a half is added"), min_value=1, required=False)
    countries_one = forms.IntegerField(label=_("Countries above which one is added"), min_value=1, required=False)

    @property
    def boundaries(self) -> list[Any]:
        """The fields of MERS, which hardly anybody changes."""
        return [self[name] for name in ("players_half", "players_one", "countries_half", "countries_one")]

    @property
    def facts(self) -> EmaFacts:
        """What was said, as far as it can be."""
        self.is_valid()
        said = self.cleaned_data
        usual = Mers()
        return EmaFacts(
            days=said.get("days"),
            qualification=bool(said.get("qualification")),
            observer=said.get("observer", ""),
            mers=Mers(
                players=(said.get("players_half") or usual.players[0], said.get("players_one") or usual.players[1]),
                countries=(
                    said.get("countries_half") or usual.countries[0],
                    said.get("countries_one") or usual.countries[1],
                ),
            ),
        )
