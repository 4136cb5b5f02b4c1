"""The form that starts hanchans at the drawn tables of a club night."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.text import whole_number
from tournament.rounds.forms.game_length import length_field
from tournament.seating.draw import Table


def written(tables: dict[int, Table]) -> str:
    """Write tables as the text of the form's hidden field: "3:12-15-8-2;4:1-9-7-6" (table number, four entry ids).

    >>> written({3: (12, 15, 8, 2)})
    '3:12-15-8-2'
    """
    return ";".join(f"{number}:" + "-".join(map(str, four)) for number, four in tables.items())


class StartHanchansForm(forms.Form):
    """The tables that the page showed. If the form is valid, `tables` maps table numbers to four entry ids."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    length = length_field()
    plan = forms.CharField(widget=forms.HiddenInput, max_length=20_000)

    tables: dict[int, list[int]]

    def clean_plan(self) -> str:
        text: str = self.cleaned_data["plan"]
        self.tables = {}
        for table in text.split(";"):
            number, _colon, four = table.partition(":")
            numbers = [whole_number(part) for part in (number, *four.split("-"))]
            if None in numbers or len(numbers) != 5:
                raise forms.ValidationError(_("The tables could not be read. Draw them again."))
            first, *entries = [value for value in numbers if value is not None]
            self.tables[first] = entries
        return text
