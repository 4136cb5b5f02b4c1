"""Forms for a table's call for a referee and for the ruling."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.forms.facts import LineField


class CallForm(forms.Form):
    """A table's call for a referee, with an optional short text about its reason."""

    word = LineField(max_length=80)


class RulingForm(forms.Form):
    """A referee's ruling; every field may stay empty."""

    situation = forms.CharField(
        label=_("Situation"), max_length=500, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    decision = forms.CharField(
        label=_("Decision"), max_length=500, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    rule = LineField(label=_("Rule"), max_length=60)
