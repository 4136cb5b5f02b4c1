"""The form to delete a tournament by typing its name."""

from django import forms
from django.utils.translation import gettext_lazy as _


class DeleteForm(forms.Form):
    """The tournament's name, typed to confirm the deletion, so that nobody deletes the wrong tournament."""

    name = forms.CharField(
        label=_("The tournament's name"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
