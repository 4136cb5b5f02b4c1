"""Forms to upload a document, and to accept its import."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournament.archive.tenbo.document import Document, read_envelope
from tournament.archive.tenbo.reading import MOST_BYTES
from tournament.archive.tenbo.values import BadDocument


class UploadForm(forms.Form):
    """A file; if it is valid, its `content` and the `document` in it."""

    file = forms.FileField(
        label=_("Safety copy"),
        help_text=_("A file downloaded from a tournament's page: its name ends in .json."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        error_messages={"empty": _("This file is empty.")},
    )

    content: bytes
    document: Document

    def clean_file(self) -> Any:
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        # Not more than is needed to know that it is too large.
        self.content = file.read(MOST_BYTES + 1)
        try:
            self.document = read_envelope(self.content)
        except BadDocument as bad:
            raise forms.ValidationError(bad.message) from bad
        return file


class ImportForm(forms.Form):
    """The previewed upload, by its key."""

    key = forms.UUIDField(widget=forms.HiddenInput)
