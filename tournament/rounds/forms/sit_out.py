"""The form for the score of a round that a player sits out."""

from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.forms.edit import OnlyEdited
from tournament.models import Tournament
from tournament.models.tournament import SitOut


class SitOutForm(OnlyEdited, forms.Form):
    """The choice of one of three rules for rounds sat out, and the score if the rule is a fixed score."""

    sit_out = forms.ChoiceField(label=_("Score for a round that a player sits out"), choices=SitOut.choices)
    points = forms.DecimalField(
        label=_("The fixed number"),
        required=False,
        min_value=-999,
        max_value=999,
        decimal_places=1,
        help_text=_("Enter score points, as in the standings: 5, or −2.5."),
    )

    @classmethod
    def of(cls, tournament: Tournament, data: Any = None) -> "SitOutForm":
        """Return the form with the tournament's present rule."""
        points = float(Fraction(tournament.sit_out_points)) if tournament.sit_out == SitOut.FIXED else None
        return cls(data, initial={"sit_out": tournament.sit_out, "points": points})

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("sit_out") == SitOut.FIXED and cleaned.get("points") is None and "points" not in self.errors:
            self.add_error("points", _("Enter the number of points."))
        return cleaned

    @property
    def exact_points(self) -> Fraction:
        return Fraction(self.cleaned_data["points"] or 0)
