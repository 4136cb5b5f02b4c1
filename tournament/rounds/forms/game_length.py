"""The choice of a game's length on a club night."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import GameLength


def length_field() -> forms.ChoiceField:
    """The length of the game; a form without it, such as one from before, means the length that the rules say."""
    return forms.ChoiceField(label=_("Length"), choices=GameLength.choices, required=False, widget=forms.RadioSelect)
