"""The choice of a game's length on a club night."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import GameLength


def length_field() -> forms.ChoiceField:
    """Return the form field for a game's length. An empty value, which older pages send, means the length in the
    rules."""
    return forms.ChoiceField(label=_("Length"), choices=GameLength.choices, required=False, widget=forms.RadioSelect)
