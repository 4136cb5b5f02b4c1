"""A round as an A4 booklet: the result of each table, and the standings after the round. Anybody may read the
booklet."""

from django.utils.translation import gettext as _

from tournament.core.exports.pdf import A4, MARGIN, Align, Paper, drawn
from tournament.core.exports.pdf_table import Layout, PdfGrid, draw_grid, laid_out
from tournament.core.words.names import round_name, shown_later
from tournament.core.words.scores import penalty, points, score
from tournament.games.queries.shown_table import ShownSeat, ShownTable
from tournament.games.words.hands import state_words, wind
from tournament.standings.exports.results_pdf import (
    draw_foot,
    notes,
    provisional_note,
    standings_after,
    standings_grid,
)
from tournament.standings.queries.results_on_paper import Booklet

HEAD = 58.0
BETWEEN = 16.0
TABLE_WIDTH = (A4.room - BETWEEN) / 2
LINE = 14.0
TABLE_HEIGHT = 6 * LINE + 14
TABLES_ON_A_PAGE = 2 * int((A4.height - 2 * MARGIN - HEAD - 20) // TABLE_HEIGHT)


def round_pdf(booklet: Booklet) -> bytes:
    """Draw the tables in two columns with seats, points, uma, scores and chombo; then the standings."""
    name = round_name(booklet.tournament, booklet.round.number)
    below: list[str] = []
    standings: tuple[PdfGrid, Layout] | None = None
    if booklet.board is not None:
        grid = standings_grid(booklet.tournament, booklet.board, [booklet.round.number], with_clubs=False)
        below = notes(booklet.board, [booklet.round.number])
        standings = grid, laid_out(grid, [(A4, 54)], taken=HEAD + 2 * MARGIN + 10 * len(below) + 26)
    of_tables = [
        booklet.tables[first : first + TABLES_ON_A_PAGE] for first in range(0, len(booklet.tables), TABLES_ON_A_PAGE)
    ] or [()]
    pages = len(of_tables) + (standings[1].pages if standings else 0)

    def draw(paper: Paper) -> None:
        for page, tables in enumerate(of_tables):
            _head(paper, booklet, shown_later(booklet.tournament, booklet.withheld) if booklet.withheld else name)
            for place, table in enumerate(tables):
                left = MARGIN + (place % 2) * (TABLE_WIDTH + BETWEEN)
                _table(paper, left, MARGIN + HEAD + (place // 2) * TABLE_HEIGHT, table, booklet.any_chombo)
            draw_foot(paper, provisional_note(booklet.board), page + 1, pages)
            paper.end_page()
        if standings and booklet.board:
            for page in range(standings[1].pages):
                _head(paper, booklet, standings_after(booklet.tournament, booklet.board, [booklet.round.number]))
                draw_grid(paper, MARGIN + HEAD - 14, *standings, page)
                draw_foot(paper, below, len(of_tables) + page + 1, pages)
                paper.end_page()

    return drawn(A4, f"{booklet.tournament.name}: {name}", draw)


def _head(paper: Paper, booklet: Booklet, title: str) -> None:
    paper.text(MARGIN, MARGIN + 12, booklet.tournament.name, 11, grey=True, width=paper.size.room)
    paper.text(MARGIN, MARGIN + 36, title, 19, bold=True, width=paper.size.room)


def _table(paper: Paper, left: float, top: float, table: ShownTable, with_chombo: bool) -> None:
    right = left + TABLE_WIDTH
    y = top + LINE
    paper.text(left, y, _("Table %(number)s") % {"number": table.number}, 11, bold=True)
    paper.text(right, y, state_words(table.state), 7.5, grey=True, align="right")
    paper.rule(left, y + 4, TABLE_WIDTH, strong=True)
    y += LINE
    edges = _edges(right, with_chombo)
    titles = [_("Points"), _("Uma"), _("Score"), *([_("Chombo")] if with_chombo else [])]
    for title, edge in zip(titles, edges, strict=True):
        paper.text(edge, y, title, 6.5, grey=True, align="right", width=36)
    for seat in table.seats:
        y += LINE
        _seat(paper, left, y, seat, edges)
        paper.rule(left, y + 4, TABLE_WIDTH)


def _seat(paper: Paper, left: float, y: float, seat: ShownSeat, edges: list[float]) -> None:
    name = seat.name
    if seat.substitute:
        name = f"{name} {_('(substitute: %(who)s)') % {'who': seat.substitute}}"
    align: Align = "right"
    if seat.result:
        paper.text(left + 8, y, str(seat.result.place), 9, bold=True, align=align)
        cells = [points(seat.result.points), score(seat.result.uma)]
        cells.append(score(seat.result.score) + "*" * (not seat.result.official))
        cells += [penalty(seat.result.penalty) if seat.result.penalty else "–"] * (len(edges) == len(cells) + 1)
        for cell, edge in zip(cells, edges, strict=True):
            paper.text(edge, y, cell, 8.5, align=align, width=42)
    paper.text(left + 12, y, wind(seat.wind), 6.5, grey=True, width=26)
    paper.text(left + 40, y, name, 8.5, width=edges[0] - 37 - left - 40)


def _edges(right: float, with_chombo: bool) -> list[float]:
    """Return the x-coordinates of the right edges of the number columns, in the units of the PDF."""
    widths = [32.0, 36.0, *([32.0] if with_chombo else [])]
    edges = [right]
    for width in reversed(widths):
        edges.insert(0, edges[0] - width)
    return edges
