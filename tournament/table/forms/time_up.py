"""The form for the question whether a hand was in progress when time was up."""

from django import forms


class TimeForm(forms.Form):
    """The answer to the question whether a hand was in progress when time was up. `revision` is the hanchan's revision
    when the page was shown. `after` is the number of hands before the hand in question."""

    revision = forms.IntegerField(min_value=0)
    after = forms.IntegerField(min_value=0, max_value=1_000, required=False)
    answer = forms.ChoiceField(choices=[(answer, answer) for answer in ("in_progress", "between_hands", "withdraw")])
