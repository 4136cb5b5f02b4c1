"""The form in which a player chooses a goal, on the page with the points that the player still needs."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.bonus import MOST_CHIPS
from scoring.seats import Seat, by_seat
from tournament.mine.queries.needs import Wish


class NeedsForm(forms.Form):
    """The player's goal (a place in the tournament or at the table), the riichi bets and the chips. Invalid values are
    ignored."""

    at = forms.ChoiceField(
        label=_("Where"), choices=[("tournament", _("in the tournament")), ("table", _("at my table"))], required=False
    )
    place = forms.IntegerField(label=_("Place"), min_value=1, required=False)
    counted_out = forms.BooleanField(label=_("A shared place is not enough"), required=False)
    riichi = forms.TypedMultipleChoiceField(
        choices=[(seat.value, seat.name) for seat in Seat], coerce=lambda seat: Seat(int(seat)), required=False
    )

    chips_0 = chips_1 = chips_2 = chips_3 = forms.IntegerField(
        min_value=-MOST_CHIPS, max_value=MOST_CHIPS, required=False
    )

    @property
    def wish(self) -> Wish:
        self.is_valid()
        data: dict[str, Any] = self.cleaned_data
        chips = [data.get(f"chips_{seat:d}") for seat in Seat]
        return Wish(
            at=data.get("at") or None,
            place=data.get("place"),
            counted_out=bool(data.get("counted_out")),
            riichi=frozenset(data.get("riichi") or ()),
            chips=by_seat(count or 0 for count in chips) if any(count is not None for count in chips) else None,
        )
