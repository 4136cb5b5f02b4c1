"""What a table says when it calls a referee, and what the referee rules."""

from django import forms
from django.utils.translation import gettext_lazy as _


class CallForm(forms.Form):
    """One word about it, or none."""

    word = forms.CharField(max_length=80, required=False)


class RulingForm(forms.Form):
    """What was ruled; all of it may stay empty."""

    situation = forms.CharField(
        label=_("Situation"), max_length=500, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    decision = forms.CharField(
        label=_("Decision"), max_length=500, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    rule = forms.CharField(label=_("Rule"), max_length=60, required=False)
