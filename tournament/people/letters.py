"""Splits texts into letters, and writes each letter in the form in which names are compared.

A letter may be stored in several ways: "á" is one character, or, in text from a PDF, an "a" and a mark. So names and
texts are compared letter by letter, and exactly those characters of a text are found that are the name.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

MOST_MARKS = 30
"""The most marks that are composed with a letter, as in the "Stream-Safe Text Format" of Unicode; no language has
letters with so many. Composing takes quadratic time, in which no other thread of the process runs: 160,000 marks took
46 s."""

ALIKE = {"\u2019": "'", "\u2010": "-", "\u2011": "-"}
"""Apostrophes and hyphens of printed text, each with the character that a keyboard has for it."""


def letters_of(text: str) -> Sequence[str]:
    r"""Return the letters of a text, each with the marks that follow it. Joined, they are the text again.

    >>> letters_of("Zoe\u0301 Li") == ["Z", "o", "e\u0301", " ", "L", "i"]
    True
    """
    if text.isascii() or not any(map(_is_mark, set(text))):
        return text
    letters: list[str] = []
    for character in text:
        if letters and _is_mark(character) and len(letters[-1]) <= MOST_MARKS:
            letters[-1] += character
        else:
            letters.append(character)
    return letters


@lru_cache(10_000)
def compared(letter: str) -> str:
    r"""Return the form of a letter in which it is compared: composed (NFC) and in lower case. The form of any white
    space is a space; the form of an invisible character, such as the soft hyphen, is empty. There are millions of
    letters with marks, so not all are remembered.

    >>> compared("E\u0301"), compared("\n"), compared("\u2019"), compared("\u00ad")
    ('é', ' ', "'", '')
    """
    return "".join(map(_form, unicodedata.normalize("NFC", letter)))


def compared_text(text: str) -> str:
    """Return a text in which each letter has the form in which it is compared."""
    return "".join(map(compared, letters_of(text)))


def _form(character: str) -> str:
    if character.isspace():
        return " "
    if unicodedata.category(character) == "Cf":
        return ""
    # In lower case, "İ" would be a letter and a mark, at which a word ends.
    lower = next((low for low in (character.casefold(), character.lower()) if len(low) == 1), character)
    return ALIKE.get(lower, lower)


@lru_cache(10_000)
def _is_mark(character: str) -> bool:
    """Whether this character may be composed with the one before it: an accent, a vowel sign, or the second or third
    part of a Korean syllable."""
    return unicodedata.category(character).startswith("M") or "\u1160" <= character <= "\u11ff"
