"""Base class of the forms at a table. Each contains the revision of the hanchan that it shows, and an idempotency
key."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django import forms

from tournament.models import Hanchan


class SubmissionForm(forms.Form):
    """A form at a table. `revision` is the revision of the hanchan when the form was rendered; `key` is the idempotency
    key."""

    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)

    @classmethod
    def for_hanchan(cls, hanchan: Hanchan, **initial: Any) -> "SubmissionForm":
        """Return an empty form for this hanchan as it is now. Each form class has its own element ids, so that a page
        can contain several forms."""
        return cls(initial={"revision": hanchan.revision, "key": uuid4(), **initial}, auto_id=f"{cls.__name__}_%s")


class RoundDecisionForm(forms.Form):
    """A form that approves or releases a round or, if `withdraw` is set, takes the approval or release back. `key` is
    the idempotency key. `sheet` names the signed sheets that the page of an approval showed."""

    key = forms.UUIDField()
    withdraw = forms.BooleanField(required=False)
    sheet = forms.CharField(required=False, max_length=40)


class RecordHandForm(SubmissionForm):
    """Records hand `number`; `HandEntry` reads the fields of the hand itself.

    `base` is the hanchan's revision by which the hand got its number; a form of an older page has none. A hand that
    waits in a phone is sent later with a newer `revision`, but with the same `base`. `renumbered` says that the phone
    has given the hand another number since: a recorded hand of this number is then another hand, even if it is equal.
    """

    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    base = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)
    renumbered = forms.BooleanField(required=False, widget=forms.HiddenInput)


class UndoHandForm(SubmissionForm):
    """Undoes the last hand; `hand` is its id."""

    hand = forms.IntegerField(min_value=1, widget=forms.HiddenInput)


def key_in(data: Mapping[str, Any]) -> UUID | None:
    """Return the idempotency key in a form's data, read before the form is validated; None if there is none."""
    try:
        return UUID(data.get("key", ""))
    except ValueError:
        return None
