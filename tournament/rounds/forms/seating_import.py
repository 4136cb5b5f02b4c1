"""The form to import a seating plan, pasted or in a file."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.spreadsheets import text_of
from tournament.rounds.forms.seating_rows import PlanRows, read_plan

LONGEST_TEXT = 400_000


class PlanTextForm(forms.Form):
    """The plan as text, or a file that is read as text. `plan` are the rows of the plan, None if the text could not be
    read."""

    text = forms.CharField(
        label=gettext_lazy("The plan: a row for each table of each round, or JSON"),
        strip=False,
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 10, "autocomplete": "off", "spellcheck": "false", "wrap": "off"}),
        help_text=gettext_lazy("Write each player’s number or name."),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file: CSV, Excel (.xlsx) or JSON"),
        required=False,
        widget=forms.FileInput(
            attrs={
                "accept": ".csv,.tsv,.txt,.json,.xlsx,text/csv,text/plain,application/json,"
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            }
        ),
    )

    example = "Round;Table;East;South;West;North\n1;1;3;8;1;6\n1;2;2;7;Jan Novák;5"
    """An example whose column titles are understood in every language of the page."""

    plan: PlanRows | None = None

    def __init__(self, names: Mapping[int, str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = names

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        text, upload = cleaned.get("text", ""), cleaned.get("file")
        if upload is not None and text.strip():
            self.add_error("file", _("Paste the plan or choose a file, not both."))
            return cleaned
        try:
            if upload is not None:
                text = self.fields["text"].clean(text_of(upload))
                # The text of the file is shown in the field, where it can be corrected.
                self.data = {**self.data, "text": text}
            self.plan = read_plan(text, self.names)
        except forms.ValidationError as error:
            self.add_error("text" if upload is None else "file", error)
        return cleaned | {"text": text}
