"""Forms to upload the file of a tournament, and to accept its import.

A form refers to itself through its fields, so that only a garbage collection frees what it keeps: the content of a file
of 20 MB takes ten times as much. So a form gives its content away (`take`), and does not keep the error of a file that
cannot be read, because an error keeps what the code had in hand when it was raised.
"""

from collections.abc import Callable
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
    """An uploaded file."""

    file = forms.FileField(
        label=_("Safety copy"),
        help_text=_("A file downloaded from a tournament's page. The file's name ends in .json or .encrypted."),
        widget=forms.FileInput(attrs={"accept": ".json,.encrypted,application/json"}),
        error_messages={"empty": _("This file is empty.")},
    )

    _content: bytes
    _copy: UploadedCopy | None

    def clean_file(self) -> Any:
        return _readable(self.cleaned_data["file"], self._read)

    def _read(self, file: "UploadedFile[bytes]") -> None:
        # One byte more than allowed is enough to know that the file is too large.
        content = file.read(MOST_BYTES + OF_ENCRYPTION + 1)
        is_sealed = is_encrypted(content) and len(content) <= MOST_BYTES + OF_ENCRYPTION
        self._copy = None if is_sealed else read_copy(content)
        self._content = content

    def take(self) -> tuple[bytes, UploadedCopy | None]:
        """Return the bytes of the valid form's file, and the parsed file, None if it is encrypted. Call this once."""
        content, copy = self._content, self._copy
        del self._content, self._copy
        return content, copy


class ImportForm(forms.Form):
    """The key of the upload whose preview the visitor accepts."""

    key = forms.UUIDField(widget=forms.HiddenInput)


class ReturnForm(forms.Form):
    """The file with which a laptop returns a tournament."""

    file = forms.FileField(
        label=_("File of the laptop"),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        error_messages={"empty": _("This file is empty.")},
    )

    _hand_over: HandOverFile

    def clean_file(self) -> Any:
        return _readable(self.cleaned_data["file"], self._read)

    def _read(self, file: "UploadedFile[bytes]") -> None:
        self._hand_over = checked_hand_over(parsed(file.read(MOST_BYTES + 1)), BACK)

    def take(self) -> HandOverFile:
        """Return the content of the valid form's file. Call this once."""
        hand_over = self._hand_over
        del self._hand_over
        return hand_over


def _readable(file: "UploadedFile[bytes]", read: "Callable[[UploadedFile[bytes]], None]") -> "UploadedFile[bytes]":
    """Read the file and return it. Raises `ValidationError` if it cannot be read."""
    problem = _problem(file, read)
    if problem:
        raise forms.ValidationError(problem)
    return file


def _problem(file: "UploadedFile[bytes]", read: "Callable[[UploadedFile[bytes]], None]") -> str:
    try:
        read(file)
    except BadDocument as bad:
        return bad.message
    return ""
