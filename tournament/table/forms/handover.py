"""The form that records the hands from another phone's QR code."""

from django import forms


class HandoverForm(forms.Form):
    """`hands` is the scanned code, and `revision` the hanchan's revision when the page showed these hands."""

    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    hands = forms.CharField(widget=forms.HiddenInput)
