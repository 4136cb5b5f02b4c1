"""Forms to make an appeal and to decide it."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.forms.facts import LineField
from tournament.models import Appeal
from tournament.people.forms.penalties import MOST_POINTS


class AppealForm(forms.Form):
    """The name of the player who appeals, and the text of the appeal."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    appealed_by = LineField(label=gettext_lazy("Appeal by"), max_length=80, required=True)
    text = forms.CharField(
        label=gettext_lazy("Reason for the appeal"), max_length=500, widget=forms.Textarea(attrs={"rows": 3})
    )

    @classmethod
    def empty(cls, name: str = "") -> "AppealForm":
        return cls(initial={"key": uuid4(), "appealed_by": name})


class DecideForm(forms.Form):
    """The outcome of an appeal, with the new `points` of a penalty or the new `decision` of a ruling."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    outcome = forms.ChoiceField(
        label=gettext_lazy("Decision"), choices=Appeal.Outcome.choices, widget=forms.RadioSelect
    )
    points = forms.DecimalField(
        label=gettext_lazy("New penalty: points taken off the total"),
        required=False,
        min_value=0,
        max_value=MOST_POINTS,
        decimal_places=1,
        localize=True,  # accepts 2.5 in every language, and 2,5 in languages with a decimal comma
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
        help_text=gettext_lazy(
            "Fill in only if the decision changes the penalty. 0 turns the penalty into a warning. If the"
            " field is empty, the penalty is removed."
        ),
    )
    decision = forms.CharField(
        label=gettext_lazy("New ruling"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "Fill in only if the decision changes the ruling. Points are corrected on the page of the table."
        ),
    )
    reason = LineField(label=gettext_lazy("Reason"), max_length=300, required=True)

    def __init__(self, *args: Any, appeal: Appeal, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["decision" if appeal.penalty_id else "points"]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        changes = "decision" in self.fields and cleaned.get("outcome") == Appeal.Outcome.CHANGED
        if changes and not cleaned.get("decision"):
            self.add_error("decision", _("Enter the new ruling."))
        return cleaned
