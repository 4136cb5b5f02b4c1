"""Forms to upload a document, and to accept its import."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournament.archive.tenbo.document import Document, checked_document
from tournament.archive.tenbo.hand_over import BACK, TO_LAPTOP, HandOverFile, checked_hand_over, is_hand_over
from tournament.archive.tenbo.reading import MOST_BYTES, parsed
from tournament.archive.tenbo.values import BadDocument


class UploadForm(forms.Form):
    """A file; if it is valid, its `content` and the `document` in it. `hand_over` is the file as one that hands the
    tournament over; None for a safety copy."""

    file = forms.FileField(
        label=_("Safety copy"),
        help_text=_("A file downloaded from a tournament's page: its name ends in .json."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        error_messages={"empty": _("This file is empty.")},
    )

    content: bytes
    document: Document
    hand_over: HandOverFile | None = None

    def clean_file(self) -> Any:
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        # Not more than is needed to know that it is too large.
        self.content = file.read(MOST_BYTES + 1)
        try:
            data = parsed(self.content)
            if is_hand_over(data):
                self.hand_over = checked_hand_over(data, TO_LAPTOP)
            self.document = self.hand_over["document"] if self.hand_over else checked_document(data)
        except BadDocument as bad:
            raise forms.ValidationError(bad.message) from bad
        return file


class ImportForm(forms.Form):
    """The previewed upload, by its key."""

    key = forms.UUIDField(widget=forms.HiddenInput)


class ReturnForm(forms.Form):
    """The file by which a laptop returns a tournament; if it is valid, the `hand_over` in it."""

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
