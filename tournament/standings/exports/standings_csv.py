"""Standings as a spreadsheet opens them: CSV in UTF-8 with a byte order mark, without which Excel garbles names."""

import csv
import io

from django.utils.translation import gettext as _

from tournament.core.exports.tables import number, text
from tournament.core.words.kinds import kind_words
from tournament.core.words.names import round_name
from tournament.models import Tournament
from tournament.standings.queries.leaderboard import Leaderboard, Row


def standings_csv(tournament: Tournament, board: Leaderboard) -> str:
    """One line for each player, in the order of the standings."""
    drawn = io.StringIO()
    writer = csv.writer(drawn)
    writer.writerow([text(title) for title in _titles(tournament, board)])
    writer.writerows(_line(row) for row in board.rows)
    return "\N{BYTE ORDER MARK}" + drawn.getvalue()


def _titles(tournament: Tournament, board: Leaderboard) -> list[str]:
    titles = [_("Place"), _("Number"), _("Player"), _("Total"), _("Carried"), _("Chombo"), _("Penalties"), _("Sat out")]
    titles += [_("Hanchans"), _("Provisional"), _("Status"), _("Cuts passed")]
    for round_ in board.rounds:
        titles.append(round_name(tournament, round_))
        titles.append(kind_words(tournament, "place_title", number=round_))
    return titles


def _line(row: Row) -> list[str | int]:
    played = row.place is not None
    line: list[str | int] = [
        row.place or "",
        row.entry.number,
        text(row.entry.public_name),
        number(row.total) if played else "",
        "" if row.carried is None else number(row.carried),
        number(-row.chombo) if played else "",
        number(-row.penalties),
        "" if row.sat_out is None else number(row.sat_out),
        row.played,
        _("yes") if row.provisional else _("no"),
        text(row.departure.get_kind_display()) if row.departure else "",
        len(row.passed),
    ]
    for result in row.results:
        # A substitute's place does not count in the standings.
        line += [number(result.score), "" if result.substitute else result.place] if result else ["", ""]
    return line
