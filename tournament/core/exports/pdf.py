"""Draws the pages of a PDF file line by line; the callers supply the content.

Lengths are in points (1/72 inch). Positions are measured from the top left corner of the page.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any, Literal

from django.utils.translation import get_language

from tournament.core.exports.pdf_letters import pieces, width_of

MIME = "application/pdf"
MARGIN = 34.0

Align = Literal["left", "right", "center"]

_TO_THE_LEFT = {"left": 0.0, "center": 0.5, "right": 1.0}
"""Fraction of a line's width that is to the left of its anchor, for each alignment."""

_ONE_LINE = 0.72
"""Smallest scale of the font before a text wraps."""

_TWO_LINES = 0.66
"""Scale of the font of a wrapped text, at which both lines fit in the height of one."""

# A font object records which letters the current file needs, so only one file may be drawn at a time.
_lock = Lock()


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a sheet of paper."""

    width: float
    height: float

    @property
    def on_its_side(self) -> "Size":
        return Size(self.height, self.width)

    @property
    def room(self) -> float:
        """Width between the margins."""
        return self.width - 2 * MARGIN


A4 = Size(595.28, 841.89)
A3 = Size(841.89, 1190.55)


class Paper:
    """The current page of a PDF file, with methods that draw on it."""

    def __init__(self, canvas: Any, size: Size) -> None:
        self.size = size
        self._canvas = canvas

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        bold: bool = False,
        grey: bool = False,
        align: Align = "left",
        width: float | None = None,
    ) -> None:
        """Write a line with its baseline at y. Text that is wider than `width` is set smaller and, if this is not
        enough, on two lines."""
        lines, size = _fitted(text, size, width, bold=bold)
        self._canvas.setFillGray(0.38 if grey else 0)
        first = y - (len(lines) - 1) * size * 0.6
        for place, line in enumerate(lines):
            start = x - _TO_THE_LEFT[align] * width_of(line, size, bold=bold)
            self._line(start, first + place * size * 1.08, line, size, bold=bold)

    def _line(self, x: float, y: float, text: str, size: float, *, bold: bool) -> None:
        line = self._canvas.beginText(x, self.size.height - y)
        for font, part in pieces(text, bold=bold):
            line.setFont(font, size)
            line.textOut(part)
        self._canvas.drawText(line)

    def rule(self, x: float, y: float, width: float, *, strong: bool = False) -> None:
        """Draw a horizontal line."""
        self._canvas.setStrokeGray(0 if strong else 0.78)
        self._canvas.setLineWidth(0.9 if strong else 0.4)
        self._canvas.line(x, self.size.height - y, x + width, self.size.height - y)

    def shade(self, x: float, y: float, width: float, height: float) -> None:
        """Draw a light grey background; it must be drawn before the content on it."""
        self._canvas.setFillGray(0.94)
        self._canvas.rect(x, self.size.height - y - height, width, height, stroke=0, fill=1)

    def end_page(self) -> None:
        """End this page: everything is drawn on the next page from now on."""
        self._canvas.showPage()


def drawn(size: Size, title: str, draw: Callable[[Paper], None]) -> bytes:
    """Return the bytes of a PDF file with the pages that the function `draw` draws. Equal drawings give equal bytes."""
    # Imported here, because only this function needs it.
    from reportlab.pdfgen.canvas import Canvas

    written = io.BytesIO()
    with _lock:
        canvas = Canvas(
            written, pagesize=(size.width, size.height), pageCompression=1, invariant=1, lang=get_language()
        )
        canvas.setTitle(title)
        canvas.setAuthor("Tenbo")
        canvas.setCreator("Tenbo")
        draw(Paper(canvas, size))
        canvas.save()
    return written.getvalue()


def _fitted(text: str, size: float, width: float | None, *, bold: bool) -> tuple[list[str], float]:
    natural = width_of(text, size, bold=bold)
    if width is None or natural <= width:
        return [text], size
    if natural * _ONE_LINE <= width:
        return [text], size * width / natural
    lines = _halves(text)
    size *= _TWO_LINES
    return lines, size * min(1, width / max(width_of(line, size, bold=bold) for line in lines))


def _halves(text: str) -> list[str]:
    """Break a text into two lines of similar length: at a space, after a hyphen, or in the middle of a long word."""
    breaks = [place for place in range(1, len(text)) if text[place - 1] in " -"] or [len(text) // 2]
    at = min(breaks, key=lambda place: max(place, len(text) - place))
    return [text[:at].rstrip(), text[at:]]
