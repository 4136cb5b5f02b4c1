"""Parsing of untrusted text from people and browsers."""

import unicodedata
from functools import lru_cache

LETTERS = str.maketrans(
    # Letters that Unicode does not decompose into a plain letter and a mark.
    {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "ı": "i", "ħ": "h", "Ħ": "H"}
    | {"ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "þ": "th", "Þ": "TH"}
)
"""Letters without a Unicode decomposition, each with the plain letter to replace it."""


LONGEST_FOLDED = 1_000
"""The most characters of a text that `folded` reads. Names and titles are shorter."""

MOST_APART = 4 * LONGEST_FOLDED
"""The most letters and marks into which `folded` takes a text apart. A letter of a name has three marks at most, but
Unicode takes one Arabic sign apart into 18 letters."""

LONGEST_CACHED = 80
"""The most characters of a text that `folded` caches; no name of a player is longer. A longer text, such as a cell of a
file, would take up to 20 kB in the cache."""


def whole_number(text: str, *, digits: int = 17) -> int | None:
    """Return the number in a text of ASCII digits; None for any other text, and if there are more than `digits` digits.
    An id in a database has at most 17 digits.

    >>> whole_number("007"), whole_number("-1"), whole_number("٣"), whole_number("100", digits=2)
    (7, None, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def one_line(text: str) -> str:
    """Return a text in one line, with single spaces and no spaces at the ends.

    >>> one_line(" Wojciech  \\n Łuczyński ")
    'Wojciech Łuczyński'
    """
    return " ".join(text.split())


def folded(text: str) -> str:
    """Return a text for comparison: in lower case, without accents, with single spaces, cut to `LONGEST_FOLDED`
    characters.

    >>> folded(" Wojciech  ŁUCZYŃSKI")
    'wojciech luczynski'
    """
    # Normalizing many marks on one letter takes quadratic time: 40,000 marks take 13 s.
    return _folded(text) if len(text) <= LONGEST_CACHED else _folded.__wrapped__(text[:LONGEST_FOLDED])


@lru_cache(maxsize=5_000)
def _folded(text: str) -> str:
    """Fold a text as `folded` does; cached, because the names of a site repeat."""
    apart = unicodedata.normalize("NFKD", text.translate(LETTERS))[:MOST_APART]
    return " ".join("".join(c for c in apart if not unicodedata.combining(c)).casefold().split())
