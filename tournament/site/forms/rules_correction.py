"""Correcting the rules: every field as it should be, why, and what was shown of it."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _


class AcceptRulesForm(forms.Form):
    """`digest` is that of the dry run that was shown; `key` makes a repeated submission recognizable."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    digest = forms.CharField(max_length=16, widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Reason"), max_length=300)

    @classmethod
    def shown(cls, digest: str, *, reason: str = "") -> "AcceptRulesForm":
        """An empty form under a dry run, with the reason that was typed before."""
        return cls(initial={"key": uuid4(), "digest": digest, "reason": reason})

    @property
    def is_damaged(self) -> bool:
        """Whether something is wrong that nobody typed."""
        return bool(self.errors.keys() & {"key", "digest"})

    def __init__(self, data: Any = None, **options: Any) -> None:
        super().__init__(data, auto_id="accept_%s", **options)
