"""Parsing of untrusted text from people and browsers."""

import unicodedata
from functools import lru_cache

LETTERS = str.maketrans(
    # Letters that are no other letter with a mark on it, so that Unicode does not take them apart.
    {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "ı": "i", "ħ": "h", "Ħ": "H"}
    | {"ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "þ": "th", "Þ": "TH"}
)
"""Plain replacement of each special letter."""


LONGEST_FOLDED = 1_000
"""Characters that `folded` looks at. Names and titles are shorter."""


def whole_number(text: str, *, digits: int = 17) -> int | None:
    """The number with these digits; None for any other text, and for too many digits: an id in a database has at most
    17.

    >>> whole_number("007"), whole_number("-1"), whole_number("٣"), whole_number("100", digits=2)
    (7, None, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def folded(text: str) -> str:
    """Text as people type it in a hurry: no accents, no capitals, one space between words; of a long one the beginning.

    >>> folded(" Wojciech  ŁUCZYŃSKI")
    'wojciech luczynski'
    """
    # Many marks on one letter are sorted in quadratic time: 40,000 of them take 13 s.
    return _folded(text[:LONGEST_FOLDED])


@lru_cache(maxsize=5_000)
def _folded(text: str) -> str:
    """Remembered: the names of a site repeat."""
    apart = unicodedata.normalize("NFKD", text.translate(LETTERS))
    return " ".join("".join(c for c in apart if not unicodedata.combining(c)).casefold().split())
