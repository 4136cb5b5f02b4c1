"""What a touch says of a player who arrives."""

from django import forms


class ArrivalForm(forms.Form):
    """That they are here, or not after all."""

    here = forms.ChoiceField(choices=[("1", ""), ("0", "")])
