"""Standings for spreadsheet programs."""

from django.utils.translation import gettext as _

from tournament.core.exports.tables import Cell, Column, DataTable, csv_of
from tournament.core.words.kinds import kind_words
from tournament.core.words.names import round_name
from tournament.models import Tournament
from tournament.standings.queries.leaderboard import Leaderboard
from tournament.standings.queries.row import Row


def standings_csv(tournament: Tournament, board: Leaderboard) -> bytes:
    """Return the standings as CSV: one row for each player, in the order of the standings."""
    columns = tuple(Column(title=title) for title in _titles(tournament, board))
    return csv_of(DataTable(name=_("Standings"), columns=columns, rows=[_line(row) for row in board.rows]))


def _titles(tournament: Tournament, board: Leaderboard) -> list[str]:
    titles = [_("Place"), _("Number"), _("Player"), _("Total"), _("Carried"), _("Chombo"), _("Penalties"), _("Sat out")]
    titles += [_("Hanchans"), _("Provisional"), _("Status"), _("Cuts passed")]
    for round_ in board.rounds:
        titles.append(round_name(tournament, round_))
        titles.append(kind_words(tournament, "place_title", number=round_))
    return titles


def _line(row: Row) -> list[Cell]:
    played = row.place is not None
    line: list[Cell] = [
        row.place,
        row.entry.number,
        row.entry.public_name,
        row.total if played else None,
        row.carried,
        -row.chombo if played else None,
        -row.penalties,
        row.sat_out,
        row.played,
        _("yes") if row.provisional else _("no"),
        row.departure.get_kind_display() if row.departure else None,
        len(row.passed),
    ]
    for result in row.results:
        # A substitute's place does not count in the standings.
        line += [result.score, None if result.substitute else result.place] if result else [None, None]
    return line
