"""The form behind a button of the check-in list."""

from django import forms


class ArrivalForm(forms.Form):
    """The new state of a player: here or not."""

    here = forms.ChoiceField(choices=[("1", ""), ("0", "")])
