"""The form that changes several entries at once."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.forms.rows import RowsField
from tournament.core.text import whole_number
from tournament.models import Tournament
from tournament.people.several_change import SeveralChange


class ChangeSeveralForm(forms.Form):
    """The numbers of the chosen entries, and the change to make to all of them. `is_sure` confirms a removal.
    `cancelled` are the numbers of all entries that the page showed as cancelled."""

    change = forms.TypedChoiceField(coerce=SeveralChange, choices=[(change, change) for change in SeveralChange])
    is_sure = forms.BooleanField(required=False)
    cancelled = forms.CharField(required=False)

    def __init__(self, tournament: Tournament, data: Any) -> None:
        super().__init__(data)
        self.fields["entry"] = RowsField(
            queryset=tournament.entries.select_related("player"),
            to_field_name="number",
            error_messages={
                "required": _("Choose at least one player."),
                "invalid_choice": _(
                    "Someone changed the players meanwhile. Nothing was done; check the players again."
                ),
            },
        )

    @property
    def shown_cancelled(self) -> set[int] | None:
        """Return the numbers in `cancelled`; None if the page did not send them."""
        if "cancelled" not in self.data:
            return None
        numbers = map(whole_number, self.cleaned_data["cancelled"].split())
        return {number for number in numbers if number is not None}

    @property
    def problem(self) -> str:
        """Return the form's first error, as a sentence."""
        return str(next(iter(self.errors.values()))[0])
