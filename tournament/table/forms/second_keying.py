"""The form that decides between two different entries of a sheet."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.forms.facts import LineField
from tournament.core.forms.submission import SubmissionForm
from tournament.core.words.names import who
from tournament.models import Hanchan, PaperResult


class PaperDecisionForm(SubmissionForm):
    """The choice between two entries of the same sheet. `first` and `second` are the ids of the entries that the page
    showed."""

    first = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    second = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    holds = forms.ChoiceField(label=_("Which points are right"), widget=forms.RadioSelect)
    reason = LineField(label=_("Reason"), max_length=300, required=True)

    def __init__(self, *args: Any, by: tuple[str, str] = ("", ""), **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", "decision_%s")  # the page contains another form
        super().__init__(*args, **kwargs)
        label = _("Entered by %(name)s")
        choices = [(which, label % {"name": name}) for which, name in zip(("first", "second"), by, strict=True)]
        self.fields["holds"].choices = choices  # type: ignore[attr-defined]

    @classmethod
    def of(cls, hanchan: Hanchan, first: PaperResult, second: PaperResult) -> "PaperDecisionForm":
        """Return an empty form for these two entries of the hanchan."""
        drawn = SubmissionForm.for_hanchan(hanchan)
        return cls(
            by=(who(first.recorded_by), who(second.recorded_by)),
            initial=dict(drawn.initial) | {"first": first.pk, "second": second.pk},
        )
