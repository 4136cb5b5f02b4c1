"""The form that confirms the sheet of a hanchan."""

from django import forms

REFEREE = "referee"


class SignForm(forms.Form):
    """A confirmation for a seat (0 to 3), or by a referee for all seats. `revision` is the revision that the hanchan
    had when the sheet was shown."""

    revision = forms.IntegerField(min_value=0)
    seat = forms.ChoiceField(choices=[(str(seat), str(seat)) for seat in range(4)] + [(REFEREE, REFEREE)])
