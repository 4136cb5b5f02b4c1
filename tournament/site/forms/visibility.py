"""The form that sets which rounds people outside the organizing team can see."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.forms.edit import OnlyEdited
from tournament.models import Shown, ShownTo


class VisibilityForm(OnlyEdited, forms.Form):
    """When each of the three audiences sees a round: a `Shown` for players, hall and everyone."""

    shown_to_players = forms.ChoiceField(
        label=_("Players"),
        choices=Shown.choices,
        help_text=_("The phones at the tables, and players with a seat who opened their private link."),
    )
    shown_in_hall = forms.ChoiceField(
        label=_("Hall"), choices=Shown.choices, help_text=_("Screens that opened the hall link.")
    )
    shown_to_everyone = forms.ChoiceField(
        label=_("Everyone"), choices=Shown.choices, help_text=_("Anyone who may see the tournament.")
    )

    @classmethod
    def of(cls, current: ShownTo, data: Any = None, *, prefix: str | None = None) -> "VisibilityForm":
        """Return the form with the current values. The form of a single round has a prefix, and no help texts."""
        form = cls(data, initial=current.shown_to, prefix=prefix)
        if prefix is not None:
            for field in form.fields.values():
                field.help_text = ""
        return form
