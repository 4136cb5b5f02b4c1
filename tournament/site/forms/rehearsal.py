"""The form to start a rehearsal: players, rounds and pace."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.site.queries.rehearsal import FEWEST, MOST

PACES = [(0, _("as fast as they can")), (3, _("a hand every 3 seconds")), (20, _("a hand every 20 seconds"))]


class RehearsalForm(forms.Form):
    """The size and pace of a rehearsal. `key` is the idempotency key; `pace` is how many seconds a table takes for a
    hand."""

    players = forms.IntegerField(label=_("Players"), min_value=FEWEST, max_value=MOST)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=6)
    pace = forms.TypedChoiceField(label=_("The robots play"), choices=PACES, coerce=int)
    key = forms.UUIDField(widget=forms.HiddenInput)
