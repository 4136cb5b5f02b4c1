"""The form that a player sends from their own page."""

from django import forms


class OwnSheetForm(forms.Form):
    """A player's confirmation of a hanchan's sheet; `revision` is the hanchan's revision of the shown sheet."""

    hanchan = forms.IntegerField(min_value=1)
    revision = forms.IntegerField(min_value=0)
