"""Forms to add a passkey, and to log in with a recovery code."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.forms.facts import LineField
from tournament.core.logins.passkeys import LONGEST_ANSWER


class PasskeyForm(forms.Form):
    """A name for the new passkey; `answer` is the browser's WebAuthn response as JSON, filled in by `passkeys.js`."""

    name = LineField(
        label=_("Name of the passkey"),
        max_length=60,
        help_text=_("A name that tells you which passkey it is, such as “phone” or “blue key”."),
    )
    answer = forms.CharField(widget=forms.HiddenInput, max_length=LONGEST_ANSWER)


class RecoveryForm(forms.Form):
    """A recovery code, as the second step of a login."""

    code = forms.CharField(
        label=_("Recovery code"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
