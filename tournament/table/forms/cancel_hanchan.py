"""The form that cancels a hanchan."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.forms.facts import LineField
from tournament.core.forms.submission import SubmissionForm


class CancelForm(SubmissionForm):
    """The reason why a hanchan is cancelled, and whether its players play it again."""

    reason = LineField(label=_("Reason"), max_length=300, required=True)
    restart = forms.BooleanField(
        label=_("Start the hanchan again at once with the same players and seats"), required=False, initial=True
    )
