"""The form of the buttons with which an organizer leads the ceremony."""

from django import forms
from django.utils.translation import gettext_lazy as _

ACTS = ("start", "reveal", "take-back", "end")


class CeremonyForm(forms.Form):
    """One press of the button `act`. `revealed` is how many places were revealed when the page was shown; `key` is the
    idempotency key."""

    key = forms.UUIDField()
    act = forms.ChoiceField(choices=[(act, act) for act in ACTS])
    revealed = forms.IntegerField(min_value=0, required=False)
    from_place = forms.IntegerField(
        label=_("Reveal the places one by one, beginning with place"), min_value=1, max_value=9_999, required=False
    )
    release = forms.BooleanField(required=False)
