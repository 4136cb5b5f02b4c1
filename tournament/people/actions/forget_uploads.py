"""Delete uploaded documents that contain the name of a removed person."""

import codecs
import json
import re
import zlib
from collections.abc import Collection, Iterator

from tournament.models import Membership, Upload

PIECE = 64 * 1024
"""Bytes that are searched in one step. Other threads of the process wait during a step, so a piece is far smaller than
an upload."""


def forget_uploads(names: Collection[str], tournaments: Collection[int]) -> None:
    """Delete every uploaded document that waits for its import, contains one of these names as whole words, and was
    uploaded by a team member of one of these tournaments. The member can upload the file again.

    Documents of other accounts stay until they expire. Anybody may enter a person under any name in an event of their
    own, and remove the person. This must not delete a stranger's document, or reveal what is in it.

    Searching documents can take minutes, so call this function without a lock, after the removal was committed.
    Encrypted documents are not deleted: without their passphrase nobody can read them.
    """
    if not names:
        return
    wanted, longest = _pattern(names)
    team = Membership.objects.filter(tournament__in=tournaments).values("user")
    for pk in list(Upload.objects.filter(user__in=team).values_list("pk", flat=True)):
        content = Upload.objects.filter(pk=pk).values_list("content", flat=True).first()
        if content is not None and _contains(bytes(content), wanted, longest):
            Upload.objects.filter(pk=pk, content=content).delete()


def _pattern(names: Collection[str]) -> tuple[re.Pattern[str], int]:
    """Return a pattern that finds these names as whole words in a text in lower case, and the length of the longest
    name."""
    escaped = [json.dumps(name)[1:-1] for name in names]  # as programs write a name that is not ASCII
    wanted = {name.casefold() for name in (*names, *escaped)}
    # In JSON a word may follow an escape such as \n, whose last character is a letter.
    begins = r"(?:(?<!\w)|(?<=\\[bfnrt])|(?<=\\u[0-9a-f]{4}))"
    return re.compile(rf"{begins}(?:{'|'.join(map(re.escape, wanted))})(?!\w)"), max(map(len, wanted))


def _contains(content: bytes, wanted: re.Pattern[str], longest: int) -> bool:
    before = len(r"\u0000")  # characters before a word that decide whether it begins there
    overlap = longest + before + 1
    end, first = "", 0
    for text in _texts(content):
        searched = end + text
        # A word at the end of a piece may continue in the next piece: it is searched again with the next piece.
        if any(match.start() >= first and match.end() < len(searched) for match in wanted.finditer(searched)):
            return True
        end = searched[-overlap:]
        first = before if len(searched) > overlap else 0
    return any(match.end() == len(end) for match in wanted.finditer(end))


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
