"""Forms for the sticks counted in front of the four players."""

from collections.abc import Sequence
from typing import Any

from django import forms

from scoring.seats import SEATS, Points, by_seat
from tournament.core.forms.numbers import StepField
from tournament.table.forms.paper import LARGEST


class StickCountForm(forms.Form):
    """Points by seat, without the riichi bets left on the table."""

    def __init__(self, *args: Any, names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for seat in SEATS:
            field = StepField(label=names[seat], min_value=-LARGEST, max_value=LARGEST, step_size=100)
            self.fields[f"points_{seat:d}"] = field

    @property
    def points(self) -> Points:
        """The four amounts of a valid form."""
        return by_seat(self.cleaned_data[f"points_{seat:d}"] for seat in SEATS)


class KeepCountForm(StickCountForm):
    """A stick count that is to be saved. `revision` is the revision that the hanchan had when the count was compared
    with its hands."""

    revision = forms.IntegerField(min_value=0)
