"""Fields of every form at the table besides its content: the revision that it shows, and an idempotency key."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django import forms

from tournament.models import Hanchan


class SubmissionForm(forms.Form):
    """`revision` is that of the hanchan when the form was made; `key` makes a repeated submission recognizable."""

    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)

    @classmethod
    def drawn_for(cls, hanchan: Hanchan, **initial: Any) -> "SubmissionForm":
        """An empty form for this hanchan as it is now. Each kind of form has its own ids, so that a page can hold
        several."""
        return cls(initial={"revision": hanchan.revision, "key": uuid4(), **initial}, auto_id=f"{cls.__name__}_%s")


class StandsForm(forms.Form):
    """An approval or a release, with an idempotency key; `withdraw` takes it back."""

    key = forms.UUIDField()
    withdraw = forms.BooleanField(required=False)


class RecordHandForm(SubmissionForm):
    """The next hand; `HandEntry` reads what it contains."""

    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)


class UndoHandForm(SubmissionForm):
    """The last hand, by its id."""

    hand = forms.IntegerField(min_value=1, widget=forms.HiddenInput)


def key_in(data: Mapping[str, Any]) -> UUID | None:
    """The idempotency key of a form that was sent, before the form itself can be read; None without one."""
    try:
        return UUID(data.get("key", ""))
    except ValueError:
        return None
