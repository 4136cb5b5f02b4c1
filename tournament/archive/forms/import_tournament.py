"""Forms to upload the file of a tournament, and to accept its import."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournament.archive.encryption import is_encrypted
from tournament.archive.tenbo.hand_over import BACK, HandOverFile, UploadedCopy, checked_hand_over, read_copy
from tournament.archive.tenbo.reading import MOST_BYTES, parsed
from tournament.archive.tenbo.values import BadDocument

OF_ENCRYPTION = 1_000
"""The most bytes that encryption adds to a file."""


class UploadForm(forms.Form):
    """An uploaded file. If the form is valid, `content` are the file's bytes, and `copy` is the parsed file, None if
    the file is encrypted."""

    file = forms.FileField(
        label=_("Safety copy"),
        help_text=_("A file downloaded from a tournament's page. The file's name ends in .json or .encrypted."),
        widget=forms.FileInput(attrs={"accept": ".json,.encrypted,application/json"}),
        error_messages={"empty": _("This file is empty.")},
    )

    content: bytes
    copy: UploadedCopy | None = None

    def clean_file(self) -> Any:
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        # One byte more than allowed is enough to know that the file is too large.
        self.content = file.read(MOST_BYTES + OF_ENCRYPTION + 1)
        if is_encrypted(self.content) and len(self.content) <= MOST_BYTES + OF_ENCRYPTION:
            return file
        try:
            self.copy = read_copy(self.content)
        except BadDocument as bad:
            raise forms.ValidationError(bad.message) from bad
        return file


class ImportForm(forms.Form):
    """The key of the upload whose preview the visitor accepts."""

    key = forms.UUIDField(widget=forms.HiddenInput)


class ReturnForm(forms.Form):
    """The file with which a laptop returns a tournament. If it is valid, `hand_over` is its content."""

    file = forms.FileField(
        label=_("File of the laptop"),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        error_messages={"empty": _("This file is empty.")},
    )

    hand_over: HandOverFile

    def clean_file(self) -> Any:
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        try:
            self.hand_over = checked_hand_over(parsed(file.read(MOST_BYTES + 1)), BACK)
        except BadDocument as bad:
            raise forms.ValidationError(bad.message) from bad
        return file
