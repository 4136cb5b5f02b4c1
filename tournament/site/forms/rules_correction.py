"""The form to accept a correction of the rules after its preview."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.forms.facts import LineField


class AcceptRulesForm(forms.Form):
    """The reason for a correction. `digest` is the digest of the preview; `key` is the idempotency key."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    digest = forms.CharField(max_length=16, widget=forms.HiddenInput)
    reason = LineField(label=gettext_lazy("Reason"), max_length=300, required=True)

    @classmethod
    def shown(cls, digest: str, *, reason: str = "") -> "AcceptRulesForm":
        """Return a form for a preview, empty except for the reason that was typed before."""
        return cls(initial={"key": uuid4(), "digest": digest, "reason": reason})

    @property
    def problem(self) -> str:
        """Return the message for a refused or incomplete form, after which the preview must be made again."""
        if self.errors.keys() & {"key", "digest"}:
            return _("This form is incomplete. Nothing was changed; check it again.")
        return " ".join(map(str, self.non_field_errors()))

    def __init__(self, data: Any = None, **options: Any) -> None:
        super().__init__(data, auto_id="accept_%s", **options)
