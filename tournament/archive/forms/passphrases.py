"""Forms for the passphrase of a safety copy: a new passphrase, and the passphrase of an uploaded file."""

import unicodedata
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 12, 200


class PassphraseField(forms.CharField):
    """A field for a passphrase in Unicode's composed form (NFC): keyboards differ in how they encode an é."""

    def __init__(self, *, is_new: bool, **kwargs: Any) -> None:
        attrs = {"autocomplete": "new-password" if is_new else "off"}
        super().__init__(max_length=LONGEST, strip=False, widget=forms.PasswordInput(attrs=attrs), **kwargs)

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value) or ""
        # Composing thousands of marks on one letter takes minutes. A text that is too long is refused afterwards.
        return unicodedata.normalize("NFC", text) if len(text) <= LONGEST else text


class NewPassphraseForm(forms.Form):
    """A new passphrase, typed twice."""

    passphrase = PassphraseField(
        label=_("Passphrase"),
        is_new=True,
        min_length=SHORTEST,
        help_text=_("At least 12 characters. Several words that do not belong together are best."),
    )
    again = PassphraseField(label=_("Repeat the passphrase"), is_new=True)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if "passphrase" in cleaned and "again" in cleaned and cleaned["passphrase"] != cleaned["again"]:
            self.add_error("again", _("The two passphrases differ."))
        return cleaned


class UploadPassphraseForm(forms.Form):
    """The passphrase of an uploaded file; `key` identifies the file."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    passphrase = PassphraseField(
        label=_("Passphrase"), is_new=False, help_text=_("The passphrase that was chosen when the file was downloaded.")
    )
