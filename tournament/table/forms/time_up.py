"""The answer to whether a hand was in progress when the time was up."""

from django import forms


class TimeForm(forms.Form):
    """The answer; `revision` is the hanchan's as the question showed it, which was about the hand after so many."""

    revision = forms.IntegerField(min_value=0)
    after = forms.IntegerField(min_value=0, max_value=1_000, required=False)
    answer = forms.ChoiceField(choices=[(answer, answer) for answer in ("in_progress", "between_hands", "withdraw")])
