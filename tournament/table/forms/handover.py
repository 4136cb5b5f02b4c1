"""The form that records the hands of another phone."""

from django import forms


class HandoverForm(forms.Form):
    """`hands` is the code as it was scanned, `revision` the hanchan's on the page where the hands were read."""

    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    hands = forms.CharField(widget=forms.HiddenInput)
