"""The referee's buttons under a round's clock."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

ACTS = ("start", "withdraw", "restore", "pause", "resume", "minutes", "extend", "extend-table")
STEPS = (300, 60, -60)
"""Seconds of extra time that one press of a button gives, or takes back if negative."""
NEEDS = {"minutes": ("minutes",), "extend": ("seconds",), "extend-table": ("seconds", "hanchan")}


class ClockForm(forms.Form):
    """One press of a clock's button. `key` is the idempotency key; `minutes`, `seconds` and `hanchan` have a value only
    for some buttons."""

    key = forms.UUIDField()
    act = forms.ChoiceField(choices=[(act, act) for act in ACTS])
    minutes = forms.IntegerField(label=_("Minutes until the signal"), min_value=1, max_value=600, required=False)
    seconds = forms.TypedChoiceField(choices=[(str(step), step) for step in STEPS], coerce=int, required=False)
    hanchan = forms.IntegerField(min_value=1, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        for name in NEEDS.get(cleaned.get("act", ""), ()):
            if cleaned.get(name) in (None, "") and name not in self.errors:
                self.add_error(name, _("Fill in this field."))
        return cleaned

    @property
    def problem(self) -> str:
        """The first error, in a sentence."""
        for name, errors in self.errors.items():
            label = self.fields[name].label if name in self.fields else ""
            if not label:
                return str(errors[0])
            return gettext("%(where)s: %(problem)s") % {"where": label, "problem": errors[0]}
        return ""
