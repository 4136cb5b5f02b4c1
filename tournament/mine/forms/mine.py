"""The form that a player sends from their own page."""

from django import forms


class OwnSheetForm(forms.Form):
    """A player's confirmation of a hanchan's sheet; `revision` is the revision of the hanchan that the page showed."""

    hanchan = forms.IntegerField(min_value=1)
    revision = forms.IntegerField(min_value=0)
