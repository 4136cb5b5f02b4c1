"""Uploaded files whose import has not been accepted yet."""

import zlib
from uuid import UUID

from django.utils.translation import gettext_lazy

from tournament.archive.encryption import NotDecrypted, decrypted
from tournament.core.errors import NotDone
from tournament.models import Upload, Visitor


class UploadGone(NotDone):
    """The upload was replaced by another, or is too old."""

    message = gettext_lazy("The uploaded file was deleted meanwhile. Nothing was imported; choose the file again.")


class WrongPassphrase(NotDone):
    """This passphrase does not decrypt the upload."""

    message = gettext_lazy("The passphrase is wrong, or the file is damaged.")


def upload_of(key: UUID, by: Visitor) -> Upload:
    """Return the visitor's upload with this key. Raises `UploadGone`."""
    upload = Upload.objects.filter(key=key, user=by.account).first()
    if upload is None:
        raise UploadGone
    return upload


def uploaded_content(upload: Upload) -> bytes:
    """Return the bytes of the file as they were uploaded."""
    return zlib.decompress(upload.content)


def decrypted_upload(*, key: UUID, passphrase: str, by: Visitor) -> bytes:
    """Return the decrypted content of an upload. Raises `UploadGone` and `WrongPassphrase`."""
    try:
        return decrypted(uploaded_content(upload_of(key, by)), passphrase)
    except NotDecrypted:
        raise WrongPassphrase from None
