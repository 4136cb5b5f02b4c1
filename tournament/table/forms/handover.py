"""The form that records the hands from another phone's QR code."""

from django import forms


class HandoverForm(forms.Form):
    """The hands to record. `hands` is the text of the scanned code, and `revision` is the hanchan's revision when the
    page showed these hands."""

    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    hands = forms.CharField(widget=forms.HiddenInput)
