"""The standings of the players' teams as a table, for spreadsheet programs."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.core.exports.tables import Cell, Column, DataTable, csv_of
from tournament.core.words.names import round_name
from tournament.models import Tournament
from tournament.standings.queries.team_standings import TeamRow, TeamStandings


def team_standings_csv(tournament: Tournament, standings: TeamStandings) -> bytes:
    return csv_of(team_table(tournament, standings))


def team_table(tournament: Tournament, standings: TeamStandings) -> DataTable:
    """Return a table with a row for each team, in the order of the standings."""
    columns = [
        Column(title=_("Place"), kind="count", width=7),
        Column(title=pgettext("of a player", "Team"), width=30),
        Column(title=_("Short name"), width=12),
        Column(title=_("Total"), kind="score", width=10),
        Column(title=_("Chombo"), kind="score", width=9),
        Column(title=_("Penalties"), kind="score", width=9),
        Column(title=pgettext("of a group", "Members"), kind="count", width=9),
        Column(title=_("Provisional"), width=11),
        Column(title=_("Cuts passed"), kind="count", width=11),
    ]
    columns += [Column(title=round_name(tournament, number), kind="score", width=10) for number in standings.rounds]
    name = pgettext("of players", "Teams")
    return DataTable(name=name, columns=tuple(columns), rows=[_line(row) for row in standings.rows])


def _line(row: TeamRow) -> list[Cell]:
    played = row.place is not None
    return [
        row.place,
        row.team.name,
        row.team.short_name,
        row.total if played else None,
        -row.chombo if played else None,
        -row.deduction if played else None,
        len(row.members),
        _("yes") if row.provisional else _("no"),
        len(row.passed),
        *row.rounds,
    ]
