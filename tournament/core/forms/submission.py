"""Fields of every form at the table besides its content: the revision it was drawn for, and an idempotency key."""

from typing import Any
from uuid import uuid4

from django import forms

from tournament.models import Hanchan


class SubmissionForm(forms.Form):
    """`revision` of the hanchan that the form was drawn for; `key` makes a repeated submission recognizable."""

    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)

    @classmethod
    def drawn_for(cls, hanchan: Hanchan, **initial: Any) -> "SubmissionForm":
        """An empty form for this hanchan as it is now. A page may hold several, so each kind has ids of its own."""
        return cls(initial={"revision": hanchan.revision, "key": uuid4(), **initial}, auto_id=f"{cls.__name__}_%s")


class StandsForm(forms.Form):
    """An approval or a release, with an idempotency key; `withdraw` takes it back."""

    key = forms.UUIDField()
    withdraw = forms.BooleanField(required=False)


class RecordHandForm(SubmissionForm):
    """The next hand; what was said of it is read by `HandEntry`."""

    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)


class UndoHandForm(SubmissionForm):
    """The last hand, by its id."""

    hand = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
