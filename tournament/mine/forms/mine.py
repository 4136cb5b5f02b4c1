"""What a player sends from their own page."""

from django import forms


class OwnSheetForm(forms.Form):
    """Which hanchan's sheet; `revision` is the hanchan's as the sheet showed it."""

    hanchan = forms.IntegerField(min_value=1)
    revision = forms.IntegerField(min_value=0)
