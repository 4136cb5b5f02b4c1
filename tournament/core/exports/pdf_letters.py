"""Chooses the fonts for the letters of a text in a PDF file.

DejaVu Sans is embedded, because the fonts that every PDF reader has lack ř, ě and ů. Fonts for Japanese, Chinese and
Korean names would add tens of megabytes to a file. The file only names these fonts, and the program that opens the file
uses its own fonts.
"""

from functools import cache
from itertools import groupby

from django.conf import settings

_FONTS = {False: ("TenboSans", "DejaVuSans.ttf"), True: ("TenboSans-Bold", "DejaVuSans-Bold.ttf")}

# Fonts by the encoding of their letters. The first font that fits is used, so a Chinese name may get a Japanese font.
_READERS_FONTS = {"cp932": "HeiseiKakuGo-W5", "gbk": "STSong-Light", "cp949": "HYGothic-Medium"}


def pieces(text: str, *, bold: bool = False) -> list[tuple[str, str]]:
    """Split the text into pairs of a font's name and the text to set in it. A letter that no font has becomes
    DejaVu's empty box."""
    own = _own_font(bold=bold)
    known = _letters_of(own)
    others = {letter for letter in text if ord(letter) not in known}
    if not others:
        return [(own, text)]
    # One font for all of a name's letters, so that their strokes match.
    encoding = max(_READERS_FONTS, key=lambda encoding: sum(_has(encoding, letter) for letter in others))
    theirs = {letter for letter in others if _has(encoding, letter)}
    parts = groupby(text, lambda letter: _READERS_FONTS[encoding] if letter in theirs else own)
    return [(font, "".join(letters)) for font, letters in parts]


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return sum(float(stringWidth(part, font, size)) for font, part in pieces(text, bold=bold))


def _own_font(*, bold: bool) -> str:
    _register_fonts()
    return _FONTS[bold][0]


def _has(encoding: str, letter: str) -> bool:
    try:
        letter.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


@cache
def _letters_of(font: str) -> frozenset[int]:
    from reportlab.pdfbase.pdfmetrics import getFont

    return frozenset(getFont(font).face.charToGlyph)


@cache
def _register_fonts() -> None:
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    for name, file in _FONTS.values():
        registerFont(TTFont(name, settings.BASE_DIR / "static" / "vendor" / file))
    for name in _READERS_FONTS.values():
        registerFont(UnicodeCIDFont(name))
