"""Delete uploaded documents that contain the name of a removed person."""

import codecs
import json
import re
import zlib
from collections.abc import Collection, Iterable, Iterator

from tournament.models import Membership, Upload
from tournament.people.erased_texts import is_full_name

PIECE = 16 * 1024
"""Bytes that are searched in one step. Other threads of the process wait during a step, so a piece is far smaller than
an upload."""

WORD = re.compile(r"\w")
FIRST_WORD = re.compile(r"(?:(?<!\w)|(?<=\\[bfnrt])|(?<=\\u[0-9a-f]{4}))(?=(\S\w*))")
"""A pattern for each place in JSON in lower case where a name may begin, with the first word at this place. A word may
follow an escape such as \\n, whose last character is a letter."""

BEFORE_NAME = re.compile(r'"(?:name|short_name|team|before|left|substitute|appealed_by)":\s?"$')
"""A pattern for the text in front of a name that is a value of its own in a file of Tenbo."""

CONTEXT = len('"appealed_by": "')
"""The characters before a word that decide whether a name begins there."""


def forget_uploads(names: Collection[str], tournaments: Collection[int]) -> None:
    """Delete every uploaded document that waits for its import, contains one of these names, and was uploaded by a team
    member of one of these tournaments. The member can upload the file again.

    A full name (`is_full_name`) is found anywhere in a text, as whole words. Any other name, such as "format", may be a
    word of the file itself. It is found only where it is all of a field for a name (`BEFORE_NAME`).

    Documents of other accounts stay until they expire. Anybody may enter a person under any name in an event of their
    own, and remove the person. This must not delete a stranger's document, or reveal what is in it.

    Searching documents can take minutes, so call this function without a lock, after the removal was committed.
    Encrypted documents are not deleted: without their passphrase nobody can read them.
    """
    if not names:
        return
    sought = _Sought(names)
    team = Membership.objects.filter(tournament__in=tournaments).values("user")
    for pk in list(Upload.objects.filter(user__in=team).values_list("pk", flat=True)):
        content = Upload.objects.filter(pk=pk).values_list("content", flat=True).first()
        if content is not None and sought.is_in(bytes(content)):
            Upload.objects.filter(pk=pk, content=content).delete()


class _Sought:
    """Names that are looked up by their first word and length, so that a text is searched no longer for thousands of
    names than for one."""

    def __init__(self, names: Collection[str]) -> None:
        full = [name for name in names if is_full_name(name)]
        self._names, self._full = _spellings(names), _spellings(full)
        self._lengths = _lengths_by_first_word(self._names)
        self._longest = max(map(len, self._names))

    def is_in(self, content: bytes) -> bool:
        """Whether a compressed document contains one of the names."""
        overlap = self._longest + CONTEXT + 1
        end, first = "", 0
        for text in _texts(content):
            searched = end + text
            # A word at the end of a piece may continue in the next piece: it is searched again with the next piece.
            if any(begin >= first and until < len(searched) for begin, until in self._places(searched)):
                return True
            end = searched[-overlap:]
            first = CONTEXT if len(searched) > overlap else 0
        return any(until == len(end) for _begin, until in self._places(end))

    def _places(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where each name begins and ends in a text in lower case."""
        if self._lengths.keys().isdisjoint(FIRST_WORD.findall(text)):
            return
        for place in FIRST_WORD.finditer(text):
            begin = place.start()
            for length in self._lengths.get(place[1], ()):
                name, until = text[begin : begin + length], begin + length
                if name not in self._names or WORD.match(text, until):
                    continue
                if name in self._full or _is_whole_field(text, begin, until):
                    yield begin, until


def _spellings(names: Iterable[str]) -> set[str]:
    """Return these names in lower case, also as programs write them that escape what is not ASCII."""
    return {name.casefold() for each in names for name in (each, json.dumps(each)[1:-1])}


def _is_whole_field(text: str, begin: int, until: int) -> bool:
    return text.startswith('"', until) and BEFORE_NAME.search(text[max(0, begin - CONTEXT) : begin]) is not None


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


def _lengths_by_first_word(names: Iterable[str]) -> dict[str, list[int]]:
    """Return the lengths of the names that begin with each word, the longest first (`FIRST_WORD`)."""
    lengths: dict[str, set[int]] = {}
    for name in names:
        if first := FIRST_WORD.match(name):
            lengths.setdefault(first[1], set()).add(len(name))
    return {first: sorted(own, reverse=True) for first, own in lengths.items()}
