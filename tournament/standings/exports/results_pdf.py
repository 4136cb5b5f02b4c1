"""The standings as a poster for the wall, on A4 or A3, with public names."""

from collections import Counter
from collections.abc import Sequence
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.core.exports.pdf import A3, A4, MARGIN, Paper, drawn
from tournament.core.exports.pdf_table import PdfCell, PdfColumn, PdfGrid, draw_grid, laid_out
from tournament.core.words.kinds import kind_words
from tournament.core.words.names import carried_name, round_name, shown_later
from tournament.core.words.rules import rules_name
from tournament.core.words.scores import penalty, score
from tournament.games.queries.results import Result
from tournament.models import Entry, Tournament
from tournament.standings.latest_rounds import latest_rounds
from tournament.standings.queries.leaderboard import Leaderboard
from tournament.standings.queries.results_on_paper import Poster
from tournament.standings.queries.row import Row

PAPERS = ((A4, 54), (A4.on_its_side, 36), (A3, 60), (A3.on_its_side, 42))
"""Paper sizes, each with the number of rows that fit on a page; the first paper that is wide enough is used."""

NOTHING = PdfCell("–")


def results_pdf(poster: Poster) -> bytes:
    """Draw the poster: the winner, and below a row for each player with place, name, country, club, total, penalties,
    and the result of each of the latest rounds."""
    board = poster.board
    played = rounds_played(board)
    rounds = latest_rounds(played, players=len(board.rows))
    grid = standings_grid(poster.tournament, board, rounds, with_clubs=True)
    above, below = _above(poster, rounds), notes(board, rounds)
    if len(rounds) < len(played):
        below.append(_("Only the latest rounds are shown here."))
    crown = 54 if poster.winners else 0
    head, foot = 44 + crown + 15 * len(above), 10 * len(below) + 26
    layout = laid_out(grid, PAPERS, taken=head + foot + 2 * MARGIN)

    def draw(paper: Paper) -> None:
        for page in range(layout.pages):
            size = 20 if crown else 24
            paper.text(MARGIN, MARGIN + 22, poster.tournament.name, size, bold=True, width=paper.size.room)
            for place, line in enumerate(above):
                paper.text(MARGIN, MARGIN + 44 + crown + 15 * place, line, 11, width=paper.size.room)
            if crown:
                _crown(paper, poster.winners)
            draw_grid(paper, MARGIN + head, grid, layout, page)
            draw_foot(paper, below, page + 1, layout.pages)
            paper.end_page()

    return drawn(layout.paper, f"{poster.tournament.name}: {above[-1]}", draw)


def _crown(paper: Paper, winners: Sequence[Row]) -> None:
    """Draw the names of the winners, larger than anything else on the page."""
    title = pgettext("of the tournament", "Winner") if len(winners) == 1 else _("Winners")
    paper.text(MARGIN, MARGIN + 40, title, 11, grey=True)
    names = " · ".join(_name(row) for row in winners)
    paper.text(MARGIN, MARGIN + 76, names, 36, bold=True, width=paper.size.room)


def standings_grid(tournament: Tournament, board: Leaderboard, rounds: Sequence[int], *, with_clubs: bool) -> PdfGrid:
    """Return the standings as a grid, with the scores of these rounds."""
    entries = [row.entry for row in board.rows]
    countries = any(_country(entry) for entry in entries)
    clubs = with_clubs and any(_club(entry) for entry in entries)
    columns = [PdfColumn(title=_("Place"), align="right", bold=True), PdfColumn(title=_("Player"), most=21)]
    columns += [PdfColumn(title=_("Country"))] * countries + [PdfColumn(title=_("Club"), most=14)] * clubs
    columns.append(PdfColumn(title=_("Total"), align="right", bold=True))
    parts = (
        (_("Carried"), board.any_carried),
        (_("Chombo"), board.any_chombo),
        (_("Penalties"), board.any_penalty),
        (_("Sat out"), board.any_sat_out),
    )
    columns += [PdfColumn(title=title, align="right") for title, is_there in parts if is_there]
    columns += [PdfColumn(title=round_name(tournament, number), align="right") for number in rounds]
    at = [board.rounds.index(number) for number in rounds]
    shared = Counter(row.place for row in board.rows)
    rows: list[list[PdfCell] | str] = []
    for place, row in enumerate(board.rows):
        if board.cuts and (place == 0 or row.group != board.rows[place - 1].group):
            rows.append(_group(row))
        line = [_place(row, shared), PdfCell(_name(row))]
        line += [PdfCell(_country(row.entry))] * countries + [PdfCell(_club(row.entry))] * clubs
        line.append(PdfCell(score(row.total) + "*" * row.provisional) if row.place else NOTHING)
        line += [PdfCell(score(row.carried)) if row.carried is not None else NOTHING] * board.any_carried
        line += [PdfCell(penalty(row.chombo)) if row.chombo else NOTHING] * board.any_chombo
        line += [PdfCell(penalty(row.penalties)) if row.penalties else NOTHING] * board.any_penalty
        line += [PdfCell(score(row.sat_out)) if row.sat_out is not None else NOTHING] * board.any_sat_out
        rows.append(line + [_result(row.results[number]) for number in at])
    return PdfGrid(columns=tuple(columns), rows=rows)


def rounds_played(board: Leaderboard) -> list[int]:
    """Return the numbers of the rounds in which somebody has a result."""
    return [
        number
        for place, number in enumerate(board.rounds)
        if any(row.results[place] for row in (*board.rows, *board.unlisted))
    ]


def standings_after(tournament: Tournament, board: Leaderboard, rounds: Sequence[int]) -> str:
    """Return the title of the standings: "Standings", "Standings during round 3" or "Standings after round 3"."""
    if not rounds:
        return _("Standings")
    if board.provisional and tournament.kind.has_rounds:
        return _("Standings during round %(number)s") % {"number": rounds[-1]}
    return kind_words(tournament, "standings_after", number=rounds[-1])


def notes(board: Leaderboard, rounds: Sequence[int]) -> list[str]:
    """Return the notes that explain the signs in a table of these rounds."""
    places = [row.place for row in board.rows if row.place]
    lines = []
    if len(places) > len(set(places)):
        lines.append(_("= the player shares this place with others of the same total."))
    lines += provisional_note(board)
    at = [board.rounds.index(number) for number in rounds]
    if any(result and result.substitute for row in board.rows for result in (row.results[place] for place in at)):
        lines.append(
            f"{pgettext('substitute', 'S')} {_('A substitute played; the player gets the score of a missed hanchan.')}"
        )
    return lines


def provisional_note(board: Leaderboard | None) -> list[str]:
    """Return a list with the note that explains the star at a provisional score; empty if no score is provisional."""
    if board is None or not board.provisional:
        return []
    return [
        _("* provisional: tables in play count as if they ended now, and sheets that are not signed yet count too.")
    ]


def draw_foot(paper: Paper, lines: Sequence[str], page: int, pages: int) -> None:
    """Draw the notes and the page number at the foot of the page."""
    y = paper.size.height - MARGIN
    for place, line in enumerate(reversed(lines)):
        paper.text(MARGIN, y - 10 * place, line, 7.5, grey=True, width=paper.size.room - 90)
    of = _("Page %(number)s of %(pages)s") % {"number": page, "pages": pages}
    paper.text(paper.size.width - MARGIN, y, of, 7.5, grey=True, align="right")


def _above(poster: Poster, rounds: Sequence[int]) -> list[str]:
    """Return the text lines between the tournament's name and the table; the last line is the title of the table."""
    about = [_days(poster.first_day, poster.last_day), poster.tournament.place, rules_name(poster.tournament.ruleset)]
    what = standings_after(poster.tournament, poster.board, rounds)
    if poster.board.official:
        what = f"{what} · {_('Signed sheets only.')}"
    later = [shown_later(poster.tournament, number) for number in poster.withheld]
    return [" · ".join(part for part in about if part), *later, what]


def _days(first: date | None, last: date | None) -> str:
    if first is None or last is None:
        return ""
    return " – ".join(date_format(day) for day in dict.fromkeys((first, last)))


def _group(row: Row) -> str:
    cut = row.last_passed
    if not row.group or cut is None:
        return _("The others")
    return _("Advanced after round %(round)s, carrying over %(carried)s") % {
        "round": cut.after_round,
        "carried": carried_name(cut.carried),
    }


def _place(row: Row, shared: Counter[int | None]) -> PdfCell:
    if row.place is None:
        return NOTHING
    return PdfCell(f"{row.place} =" if shared[row.place] > 1 else str(row.place))


def _name(row: Row) -> str:
    return f"{row.name} ({row.departure.get_kind_display()})" if row.departure else row.name


def _result(result: Result | None) -> PdfCell:
    if result is None:
        return NOTHING
    before = pgettext("substitute", "S") if result.substitute else str(result.place)
    return PdfCell(score(result.score) + "*" * (not result.official), before=before)


def _country(entry: Entry) -> str:
    return entry.player.country_shown if entry.is_named else ""


def _club(entry: Entry) -> str:
    return entry.player.club if entry.is_named else ""
