"""Confirm that a person is removed."""

from django import forms
from django.utils.translation import gettext_lazy as _


class RemovePersonForm(forms.Form):
    """One tick: a touch alone does not do it."""

    understood = forms.BooleanField(label=_("I have read this. It cannot be undone."))
