"""A league's ranking for a spreadsheet: of persons, or of clubs, teams or countries."""

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.core.exports.tables import Cell, Column, DataTable
from tournament.standings.league_rows import By, LeagueRow, LeagueTable


def person_sheet(table: LeagueTable) -> DataTable:
    """Return one row for each person, in the order of the table. The results in a tournament's column are not
    multiplied by the tournament's weight."""
    any_weight = table.any_weight  # not again for each cell: it looks at the weights of all tournaments
    columns = [
        Column(title=_("Place"), kind="count"),
        Column(title=_("Player"), width=30),
        Column(title=_("Sum"), kind="score"),
        Column(title=_("Average"), kind="score"),
        Column(title=_("Hanchans"), kind="count"),
        Column(title=_("Line"), width=20),
    ]
    for tournament in table.tournaments:
        columns.append(Column(title=tournament.name, kind="score"))
        columns.append(Column(title=_("%(tournament)s: not counted") % {"tournament": tournament}, kind="score"))
        if any_weight:
            columns.append(Column(title=_("%(tournament)s: weight") % {"tournament": tournament}, kind="score"))
    weights = table.weights if any_weight else [None] * len(table.weights)
    return DataTable(name=_("Players"), columns=tuple(columns), rows=[_line(row, weights) for row in table.rows])


def _line(row: LeagueRow, weights: Sequence[Fraction | None]) -> list[Cell]:
    """Return the cells of a person; `weights` has None for each tournament if the table has no columns of weights."""
    line: list[Cell] = [
        row.place,
        row.name,
        row.season.sum,
        row.season.average,
        row.season.hanchans,
        str(_bands()[row.band]),
    ]
    for share, weight in zip(row.shares, weights, strict=True):
        line += [share.counted if share else None, share.dropped if share else None]
        if weight is not None:
            line.append(weight)
    return line


def _bands() -> dict[str, str]:
    """Return the words for each zone of the ranking (`LeagueRow.band`), such as the zone of promotion."""
    return {
        "up": _("promoted"),
        "level_up": _("tied at the line for promotion"),
        "between": "",
        "level_down": _("tied at the line for relegation"),
        "down": _("relegated"),
        "unranked": _("without a place"),
    }


def group_sheet(table: LeagueTable, by: By) -> DataTable:
    """Return one row for each member of each club, team or country, in the order of the ranking."""
    columns = [
        Column(title=_("Place"), kind="count"),
        Column(title=group_title(by), width=30),
        Column(title=_("Result"), kind="score"),
        Column(title=_("Player"), width=30),
        Column(title=_("Result of the player"), kind="score"),
        Column(title=_("Hanchans"), kind="count"),
        Column(title=_("Counts")),
    ]
    if by is By.TEAM:
        columns.append(Column(title=_("Penalties of the team"), kind="score"))
    rows: list[list[Cell]] = [
        [group.place, group.name, group.result, member.name, member.result, member.hanchans, yes_or_no, *of_team]
        for group in table.groups
        for member in group.members
        for yes_or_no in [_("yes") if member.counts else _("no")]
        for of_team in [[-group.deduction] if by is By.TEAM else []]
    ]
    return DataTable(name=group_title(by), columns=tuple(columns), rows=rows)


def group_title(by: By) -> str:
    """Return the column title for a kind of group."""
    return {
        By.PERSON: _("Player"),
        By.CLUB: pgettext("of a player", "Club"),
        By.TEAM: pgettext("of a player", "Team"),
        By.COUNTRY: pgettext("of a player", "Country"),
    }[by]
