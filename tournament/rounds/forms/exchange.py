"""The form in which two players change places."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.games.words.hands import wind
from tournament.rounds.queries.exchange import RoundToChange


class ExchangeForm(forms.Form):
    """Two players, by entry number, who may still change places in a round."""

    def __init__(self, round_: RoundToChange, data: Any = None) -> None:
        super().__init__(data)
        choices = [("", "–"), *((str(number), _label(round_, number)) for number in round_.spots)]
        for name, label in (("first", gettext_lazy("Player")), ("second", gettext_lazy("changes places with"))):
            self.fields[name] = forms.TypedChoiceField(label=label, choices=choices, coerce=int)
        self.round_ = round_

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        first, second = cleaned.get("first"), cleaned.get("second")
        if first is not None and second is not None:
            if first == second:
                raise forms.ValidationError(_("Choose two players."))
            if self.round_.spots[first] is None and self.round_.spots[second] is None:
                raise forms.ValidationError(_("Neither of the two players has a seat in this round."))
        return cleaned


def _label(round_: RoundToChange, number: int) -> str:
    spot, name = round_.spots[number], round_.names[number]
    if spot is None:
        return _("%(name)s (no seat)") % {"name": name}
    return _("%(name)s (table %(table)s, %(wind)s)") % {"name": name, "table": spot.table, "wind": wind(spot.wind)}
