"""What an organizer touches to lead the ceremony."""

from django import forms
from django.utils.translation import gettext_lazy as _

ACTS = ("start", "reveal", "take-back", "end")


class CeremonyForm(forms.Form):
    """One touch. `revealed` is how many places were, when it was drawn; `key` makes a repeated one recognizable."""

    key = forms.UUIDField()
    act = forms.ChoiceField(choices=[(act, act) for act in ACTS])
    revealed = forms.IntegerField(min_value=0, required=False)
    from_place = forms.IntegerField(label=_("One by one from place"), min_value=1, max_value=9_999, required=False)
    release = forms.BooleanField(required=False)
