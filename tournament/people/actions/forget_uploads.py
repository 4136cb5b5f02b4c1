"""Delete uploaded documents that contain the name of a removed person."""

import codecs
import json
import zlib
from collections.abc import Collection, Iterator

from tournament.models import Upload

PIECE = 64 * 1024
"""Bytes that are searched in one step. Other threads of the process wait during a step, so it is far smaller than an
upload."""


def forget_uploads(names: Collection[str]) -> None:
    """Delete every upload that waits for its import and contains one of these names; the owner of the upload can upload
    the file again.

    Reading all uploads can take minutes, so call this function without a lock, after the removal was committed.
    Encrypted uploads are not deleted: without their passphrase nobody can read them.
    """
    escaped = [json.dumps(name)[1:-1] for name in names]  # as programs write a name that is not ASCII
    wanted = [name.casefold() for name in (*names, *escaped)]
    for pk in list(Upload.objects.values_list("pk", flat=True)):
        content = Upload.objects.filter(pk=pk).values_list("content", flat=True).first()
        if content is not None and _contains(bytes(content), wanted):
            Upload.objects.filter(pk=pk, content=content).delete()


def _contains(content: bytes, wanted: Collection[str]) -> bool:
    overlap = max(map(len, wanted), default=1)
    end = ""
    for text in _texts(content):
        searched = end + text
        if any(name in searched for name in wanted):
            return True
        end = searched[-overlap:]
    return False


def _texts(content: bytes) -> Iterator[str]:
    """Yield the text of a compressed document piece by piece, in lower case; stop at the first bytes that are not
    UTF-8."""
    unpack, decoder = zlib.decompressobj(), codecs.getincrementaldecoder("utf-8")()
    while content and not unpack.eof:
        try:
            text = decoder.decode(unpack.decompress(content, PIECE))
        except UnicodeDecodeError:
            return  # an encrypted file: every other upload was read as JSON before it was stored
        content = unpack.unconsumed_tail
        yield text.casefold()
