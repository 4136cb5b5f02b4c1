"""The form to copy a tournament: the copy's name, and the parts that are copied."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.core.forms.days import DayField
from tournament.core.forms.facts import LineField


class CopyForm(forms.Form):
    """The name and first day of the copy, and the parts that are copied; `key` is the idempotency key. Only an owner of
    the original tournament (`is_owner`) can copy its owners and organizers."""

    name = LineField(label=pgettext_lazy("of a tournament", "Name"), max_length=100, required=True)
    starts_on = DayField(label=_("First day"), required=False, help_text=_("Optional."))
    with_team = forms.BooleanField(
        label=_("With the team"),
        required=False,
        help_text=_("All team members keep their roles. You own the new tournament."),
    )
    with_entries = forms.BooleanField(
        label=_("With the players"),
        required=False,
        help_text=_("All players of the old tournament are entered in the new one."),
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, is_owner: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not is_owner:
            self.fields["with_team"].help_text = _(
                "The referees keep their role. You own the new tournament; invite the other organizers."
            )
