"""Draws a table in a PDF file. The columns share the width of the page in proportion to their content; the rows share
its height equally, up to a largest row height."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from tournament.core.exports.pdf import MARGIN, Align, Paper, Size
from tournament.core.exports.pdf_letters import width_of

BETWEEN = 1.1
"""Space between columns, in em (multiples of the font size)."""

LEGIBLE = 7.0
"""Smallest font size, in points, that people can read on a poster on a wall."""

BEFORE = 0.72
"""Font size of `PdfCell.before`, relative to the size of the cell's text."""


@dataclass(frozen=True, slots=True)
class PdfCell:
    """A cell's text, and a smaller text `before` it, for example a place before a score."""

    text: str
    before: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfColumn:
    """A column, at most `most` em wide. Text that would be wider is set in a smaller font."""

    title: str
    align: Align = "left"
    bold: bool = False
    most: float = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfGrid:
    """The columns and rows of a table; a row with only one text spans all columns."""

    columns: tuple[PdfColumn, ...]
    rows: Sequence[Sequence[PdfCell] | str]

    def widths(self, size: float) -> list[float]:
        """Return the width that each column needs for its longest text, in points, at this font size. The space between
        columns is included."""
        cells = [row for row in self.rows if not isinstance(row, str)]
        return [
            min(
                max([width_of(column.title, size * 0.8), *(_width(row[at], size, column) for row in cells)]),
                column.most * size,
            )
            + BETWEEN * size
            for at, column in enumerate(self.columns)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A grid's layout: the font `size`, the height of a row (`line`), the number of `rows` on each page, and the
    number of `pages`."""

    paper: Size
    size: float
    line: float
    rows: int
    pages: int
    widths: tuple[float, ...]


def laid_out(grid: PdfGrid, papers: Sequence[tuple[Size, int]], *, taken: float) -> Layout:
    """Lay the grid out on as few pages as possible.

    Each item of `papers` is a paper size and the largest number of rows on a page of this size. Papers on which the
    font would be smaller than `LEGIBLE` are not used, except for the last paper if no paper is wide enough. `taken` is
    the height, in points, of everything else on a page.
    """
    layouts = [_layout(grid, paper, most, taken) for paper, most in papers]
    return min((layout for layout in layouts if layout.size >= LEGIBLE), key=_pages, default=layouts[-1])


def draw_grid(paper: Paper, top: float, grid: PdfGrid, layout: Layout, page: int) -> None:
    """Draw the rows of one page (the first page is 0) under the column titles."""
    lefts = [MARGIN, *(MARGIN + width for width in accumulate(layout.widths))]
    y = top + layout.line
    for column, left, width in zip(grid.columns, lefts, layout.widths, strict=False):
        _draw(
            paper, PdfCell(column.title), column.align, left, y, width, layout.size, size=layout.size * 0.8, grey=True
        )
    y += layout.line * 0.5
    paper.rule(MARGIN, y, paper.size.room, strong=True)
    for place, row in enumerate(grid.rows[page * layout.rows : (page + 1) * layout.rows]):
        foot = y + layout.line * 0.7
        if isinstance(row, str):
            paper.shade(MARGIN, y, paper.size.room, layout.line)
            paper.text(MARGIN + layout.size * 0.4, foot, row, layout.size * 0.9, bold=True, width=paper.size.room)
        else:
            if place % 2:
                paper.shade(MARGIN, y, paper.size.room, layout.line)
            for cell, column, left, width in zip(row, grid.columns, lefts, layout.widths, strict=False):
                _draw(paper, cell, column.align, left, foot, width, layout.size, size=layout.size, bold=column.bold)
        y += layout.line
    paper.rule(MARGIN, y, paper.size.room)


def _layout(grid: PdfGrid, paper: Size, most: int, taken: float) -> Layout:
    pages = max(-(-len(grid.rows) // most), 1)
    rows = max(-(-len(grid.rows) // pages), 1)
    line = min((paper.height - taken) / (rows + 1.5), max(paper.width, paper.height) / 44)
    widths = grid.widths(line * 0.6)
    fits = paper.room / sum(widths)
    return Layout(
        paper=paper,
        size=line * 0.6 * min(fits, 1),
        line=line,
        rows=rows,
        pages=pages,
        widths=tuple(width * fits for width in widths),
    )


def _pages(layout: Layout) -> int:
    return layout.pages


def _width(cell: PdfCell, size: float, column: PdfColumn) -> float:
    own = width_of(cell.text, size, bold=column.bold)
    return own + (width_of(cell.before, size * BEFORE) + 0.35 * size if cell.before else 0)


def _draw(
    paper: Paper,
    cell: PdfCell,
    align: Align,
    left: float,
    y: float,
    width: float,
    em: float,
    *,
    size: float,
    bold: bool = False,
    grey: bool = False,
) -> None:
    inner = width - BETWEEN * em
    x = {"left": left + BETWEEN * em / 2, "right": left + width - BETWEEN * em / 2, "center": left + width / 2}[align]
    if cell.before:
        before = x - width_of(cell.text, size, bold=bold) - 0.35 * em
        paper.text(before, y, cell.before, size * BEFORE, grey=True, align=align)
    paper.text(x, y, cell.text, size, bold=bold, grey=grey, align=align, width=inner + 0.01)
