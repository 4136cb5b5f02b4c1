"""Parser of imported seating plans: rows of a spreadsheet, or the JSON that `python -m tournament.seating` prints.

All errors are reported row by row; `seating.quality.faults` checks the result again.
"""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django import forms
from django.utils.translation import gettext as _

from scoring.seats import by_seat
from tournament.core.limits import MOST_PLANNED_ROUNDS, MOST_TABLES
from tournament.core.spreadsheets import MOST_COLUMNS
from tournament.core.text import folded, whole_number
from tournament.seating.people import Rounds
from tournament.seating.plan import rounds_from_json

MOST_ROWS = MOST_PLANNED_ROUNDS * MOST_TABLES

COLUMNS = ("round", "table", "east", "south", "west", "north")
TITLES = {
    "round": "round session hanchan game runde ronde manche kolo runda",
    "table": "table tisch stul stol",
    "east": "east e ost est vychod player1 1",
    "south": "south s sud jih player2 2",
    "west": "west w ouest zapad player3 3",
    "north": "north n nord sever player4 4",
}
"""The accepted titles of each column, in lower case and without accents."""

MEANINGS = {title: column for column, titles in TITLES.items() for title in titles.split()}


@dataclass(kw_only=True)
class PlanRow:
    """One table of one round as written in the text, with its errors; `players` are entry numbers."""

    line: int
    round: int
    table: int
    cells: tuple[str, ...]
    players: tuple[int | None, ...]
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class PlanRows:
    """All rows, and the errors of the whole plan. `rounds` is the plan if there are no errors. `by_order` says that the
    text numbers the players 1, 2, 3 … without gaps, so that 2 means the player with the second lowest entry number."""

    rows: tuple[PlanRow, ...]
    problems: tuple[str, ...]
    rounds: Rounds | None
    by_order: bool = False


def read_plan(text: str, names: Mapping[int, str]) -> PlanRows:
    """Parse a plan for the tournament's players; `names` are their names by entry number.

    Raises ValidationError if the text is not a table of seats.
    """
    is_json = text.lstrip()[:1] in {"{", "["}
    lines = _from_json(text) if is_json else _from_rows(text)
    if not lines:
        raise forms.ValidationError(_("The plan contains no seats."))
    if len(lines) > MOST_ROWS or len({round_ for _line, round_, *_rest in lines}) > MOST_PLANNED_ROUNDS:
        raise forms.ValidationError(_("A plan can have at most %(most)s rounds.") % {"most": MOST_PLANNED_ROUNDS})
    numbers = sorted(names)
    used = {_number(cell) for *_where, cells in lines for cell in cells} - {None}
    by_order = is_json and used == set(range(1, len(numbers) + 1)) and used != set(numbers)
    index = PlayerIndex(
        names, dict(enumerate(numbers, start=1)) if by_order else {number: number for number in numbers}
    )
    rows = [_row(line, round_, table, cells, index) for line, round_, table, cells in lines]
    _check_twice(rows, names)
    problems = _whole(rows, names)
    good = not problems and not any(row.problems for row in rows)
    return PlanRows(
        rows=tuple(rows), problems=tuple(problems), rounds=_rounds(rows) if good else None, by_order=by_order
    )


Written = tuple[int, str, str, tuple[str, ...]]
"""The number of a line, its round and table as text, and the text of its four seats."""


def _from_json(text: str) -> list[Written]:
    try:
        rounds = rounds_from_json(json.loads(text))
    except (ValueError, RecursionError):
        raise forms.ValidationError(_("This is not a plan printed by “python -m tournament.seating”.")) from None
    lines: list[Written] = []
    for number, tables in enumerate(rounds, start=1):
        for place, table in enumerate(tables, start=1):
            # A table with more than four players is a problem of its row, which repeats them.
            lines.append((len(lines) + 1, str(number), str(place), tuple(map(str, table[:MOST_COLUMNS]))))
    return lines


def records_in(text: str) -> list[tuple[int, list[str]]]:
    """Return the rows of a pasted or uploaded table, each with its line number and cells, without empty rows.

    Raises ValidationError if the text cannot be split into rows, for example because a quotation mark is not closed.
    """
    first = next((line for line in text.split("\n") if line.strip()), "")
    separator = max("\t;,", key=first.count)
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        records = [
            (reader.line_num, [cell.strip() for cell in cells]) for cells in reader if any(map(str.strip, cells))
        ]
    except csv.Error:
        raise forms.ValidationError(_("Tenbo cannot separate the rows. Is a closing quotation mark missing?")) from None
    if any(len(cells) > MOST_COLUMNS for _line, cells in records):
        raise forms.ValidationError(_("A row can have at most %(most)s cells.") % {"most": MOST_COLUMNS})
    return records


def _from_rows(text: str) -> list[Written]:
    records = records_in(text)
    if not records:
        return []
    columns = list(COLUMNS)
    titles = [MEANINGS.get("".join(folded(title).split()), "") for title in records[0][1]]
    if _number(records[0][1][0]) is None:
        missing = [column for column in COLUMNS if titles.count(column) != 1]
        if missing:
            raise forms.ValidationError(
                _("The first line must name the columns Round, Table, East, South, West and North, each once.")
            )
        columns, records = titles, records[1:]
    lines: list[Written] = []
    for line, cells in records:
        row = dict(zip(columns, cells, strict=False))
        beyond = [cell for cell in cells[len(columns) :] if cell]  # such as a fifth player
        seats = (*(row.get(wind, "") for wind in COLUMNS[2:]), *beyond)
        lines.append((line, row.get("round", ""), row.get("table", ""), seats))
    return lines


class PlayerIndex:
    """An index of players by number and by displayed name, ignoring case and accents."""

    def __init__(self, names: Mapping[int, str], numbers: Mapping[int, int]) -> None:
        self.numbers = numbers
        self.by_name: dict[str, list[int]] = {}
        for number, name in names.items():
            self.by_name.setdefault(folded(name), []).append(number)
            bare = folded(name.removesuffix(f" ({number})"))
            if bare != folded(name):
                self.by_name.setdefault(bare, []).append(number)

    def knows(self, name: str) -> bool:
        """Whether at least one player has this name."""
        return folded(name) in self.by_name

    def find(self, cell: str) -> tuple[int | None, str]:
        """Return two values: the entry number of the player whom a cell names, None if no player was found; and an
        error text, empty if the player was found."""
        if not cell:
            return None, _("A seat is empty.")
        if (number := _number(cell)) is not None:
            number = self.numbers.get(number)
            return number, "" if number else _("No player has the number %(number)s.") % {"number": cell}
        matches = self.by_name.get(folded(cell), [])
        if len(matches) == 1:
            return matches[0], ""
        if matches:
            return None, _("Several players are called %(name)s: write the player’s number instead.") % {
                "name": cell[:80]
            }
        return None, _("No player is called %(name)s.") % {"name": cell[:80]}


def _row(line: int, round_: str, table: str, cells: tuple[str, ...], index: PlayerIndex) -> PlanRow:
    problems: list[str] = []
    where = [number if (number := _number(text) or 0) < 1_000 else 0 for text in (round_, table)]
    if not all(where):
        problems.append(_("Write round and table as numbers from 1."))
    if len(cells) != 4:
        problems.append(_("A table needs four players."))
    players: list[int | None] = []
    for cell in cells:
        player, problem = index.find(cell)
        players.append(player)
        if problem:
            problems.append(problem)
    return PlanRow(line=line, round=where[0], table=where[1], cells=cells, players=tuple(players), problems=problems)


def _check_twice(rows: Sequence[PlanRow], names: Mapping[int, str]) -> None:
    """Report an error for each player with two seats in a round, and for each table with two rows."""
    tables: dict[tuple[int, int], int] = {}
    seats: dict[tuple[int, int], int] = {}
    for row in rows:
        if row.round and row.table:
            first = tables.setdefault((row.round, row.table), row.line)
            if first != row.line:
                row.problems.append(_("This table of the round is already in line %(line)s.") % {"line": first})
        in_row: set[int] = set()
        for player in row.players:
            if player is None:
                continue
            first = seats.setdefault((row.round, player), row.line)
            if first != row.line or player in in_row:
                problem = _("%(name)s already has a seat in this round, in line %(line)s.")
                row.problems.append(problem % {"name": names[player], "line": first})
            in_row.add(player)


def _whole(rows: Sequence[PlanRow], names: Mapping[int, str]) -> list[str]:
    """Return the errors of the whole plan: missing rounds and tables, and players without any seat."""
    tables: dict[int, set[int]] = {}
    for row in rows:
        if row.round and row.table:
            tables.setdefault(row.round, set()).add(row.table)
    problems = [
        _("Round %(round)s is missing.") % {"round": number}
        for number in range(1, min(max(tables, default=0), MOST_PLANNED_ROUNDS) + 1)
        if number not in tables
    ]
    for number, present in sorted(tables.items()):
        missing = sorted(set(range(1, min(max(present), len(names)) + 1)) - present)
        if missing:
            problem = _("Round %(round)s has no table %(tables)s.")
            problems.append(problem % {"round": number, "tables": ", ".join(map(str, missing))})
    seated = {player for row in rows for player in row.players}
    without = [name for number, name in sorted(names.items()) if number not in seated]
    if without:
        problems.append(_("Players without a seat in any round: %(names)s.") % {"names": ", ".join(without)})
    return problems


def _rounds(rows: Sequence[PlanRow]) -> Rounds:
    by_round: dict[int, list[tuple[int, int, int, int]]] = {}
    for row in sorted(rows, key=lambda row: (row.round, row.table)):
        by_round.setdefault(row.round, []).append(by_seat(player or 0 for player in row.players))
    return tuple(tuple(tables) for _number, tables in sorted(by_round.items()))


def _number(cell: str) -> int | None:
    return whole_number(cell, digits=5)
