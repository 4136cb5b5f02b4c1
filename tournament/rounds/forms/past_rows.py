"""Parser of past results: a row for each table, or a row for each player.

Columns are recognized by their titles; without titles by their content: days, numbers and names.
"""

import datetime
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from django import forms
from django.utils.translation import gettext as _

from tournament.core.forms.days import YEARS
from tournament.core.text import folded, whole_number
from tournament.rounds.forms.seating_rows import TITLES as SEATING_TITLES
from tournament.rounds.forms.seating_rows import records_in
from tournament.table.amounts import THOUSANDS, NoAmount, read_amount

MOST_HANCHANS = 400
"""The most hanchans of one import: 40 rounds of ten tables."""

WINDS = ("east", "south", "west", "north")
TITLES = SEATING_TITLES | {
    "day": "date day datum jour den tag",
    "wind": "wind seat startingwind vent vitr",
    "player": "player name playername joueur nom hrac jmeno spieler",
    "points": "points finalpoints tablepoints body punkte points1 points2 points3 points4",
    "place": "place rank position rang poradi misto platz",
    "score": "score result skore vysledek ergebnis resultat",
    "chombo": "chombo chonbo",
    "bets": "bets betsleft riichibets riichisticks sticks mises sazky",
}
MEANINGS = {title: column for column, titles in TITLES.items() for title in titles.split() if not title.isdigit()}
DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?: 00:00:00)?|(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})")
SHORT = re.compile(r"-?\d{1,3}", re.ASCII)


@dataclass(kw_only=True)
class PastSeat:
    """One player's result as written in the file. `place` and `score` are empty, and `wind` is None, if the file does
    not have them."""

    line: int
    player: str
    points: str
    place: str = ""
    score: str = ""
    chombo: str = ""
    wind: int | None = None


@dataclass(kw_only=True)
class PastTable:
    """One hanchan, its `seats` from East to North; `day` is None if the file has no day for it. `chombo` is the text of
    a row for the whole table: the winds of the players who made one."""

    line: int
    round: int
    table: int
    day: datetime.date | None
    bets: str
    seats: list[PastSeat]
    chombo: str = ""
    problems: list[str] = field(default_factory=list)


Record = dict[str, str | list[str]]
"""The cells of a row by their meaning: one text for each, but a list of texts for `players` and `amounts`."""


def read_past(text: str, *, first_round: int, has_rounds: bool = True) -> list[PastTable]:
    """Read all hanchans, in the order of rounds and tables. Rows without a round belong to `first_round`. On a club
    night, which has no rounds, each hanchan gets a number of its own, from `first_round` on.

    Raises ValidationError if the text is not a table of results.
    """
    records = records_in(text)
    if not records:
        raise forms.ValidationError(_("The text contains no results."))
    columns = [MEANINGS.get("".join(c for c in folded(title) if c.isalnum()), "") for title in records[0][1]]
    has_titles = sum(bool(column) for column in columns) >= 2
    if has_titles:
        _check_titles(columns)
        records = records[1:]
    if len(records) > 4 * MOST_HANCHANS:  # before they are read, because anybody may send 100,000
        raise _too_many()
    rows = [(line, _by_title(columns, cells) if has_titles else _by_position(line, cells)) for line, cells in records]
    tables = _grouped(rows, first_round, has_rounds=has_rounds)
    if not tables:
        raise forms.ValidationError(_("The text contains no results."))
    if len(tables) > MOST_HANCHANS:
        raise _too_many()
    return tables


def _too_many() -> forms.ValidationError:
    return forms.ValidationError(_("Enter at most %(most)s hanchans at once.") % {"most": MOST_HANCHANS})


def _check_titles(columns: Sequence[str]) -> None:
    is_wide = all(columns.count(wind) == 1 for wind in WINDS)
    if not is_wide and columns.count("player") != 1:
        raise forms.ValidationError(
            _(
                "The title line needs columns for the players: either one column “Player”, or the four columns “East”,"
                " “South”, “West”, “North”."
            )
        )
    if columns.count("points") != (4 if is_wide else 1):
        raise forms.ValidationError(_("The title line needs a column “Points” beside each column with players’ names."))


def _by_title(columns: Sequence[str], cells: Sequence[str]) -> Record:
    players: list[str] = []
    amounts: list[str] = []
    row: Record = {"players": players, "amounts": amounts}
    for column, cell in zip(columns, cells, strict=False):
        if column in {*WINDS, "player"}:
            players.append(cell)
        elif column == "points":
            amounts.append(cell)
        elif column and cell:
            row.setdefault(column, cell)
    return row


def _by_position(line: int, cells: Sequence[str]) -> Record:
    """Read a row of a table without titles. The cells are a day, round and table, then names and points, then either
    place and score or the riichi bets left."""
    cells = [cell for cell in cells if cell]
    row: Record = {"players": [], "amounts": []}
    lead: list[str] = []
    rest = list(cells)
    while rest and (_is_amount(rest[0]) or DAY.fullmatch(rest[0])):
        cell = rest.pop(0)
        if DAY.fullmatch(cell):
            row["day"] = cell
        else:
            lead.append(cell)
    if len(rest) > 2 and MEANINGS.get(folded(rest[0])) in WINDS:
        row["wind"] = rest.pop(0)
    names = [cell for cell in rest if not _is_amount(cell)]
    numbers = [cell for cell in rest if _is_amount(cell)]
    row |= dict(zip(("round", "table"), lead, strict=False))
    if len(names) not in {1, 4} or len(numbers) < len(names) or len(lead) > 2:
        where = {"line": line}
        raise forms.ValidationError(
            _(
                "Line %(line)s cannot be read. Write the round, the table, then name and points of each player."
                " Or begin with a line of column titles."
            )
            % where
        )
    row["players"], row["amounts"] = names, numbers[: len(names)]
    extra = ("bets",) if len(names) == 4 else ("place", "score")
    return row | dict(zip(extra, numbers[len(names) :], strict=False))


def _is_amount(cell: str) -> bool:
    try:
        read_amount(cell.removeprefix("+"))
    except NoAmount:
        return False
    return True


def _grouped(rows: Iterable[tuple[int, Record]], first_round: int, *, has_rounds: bool) -> list[PastTable]:
    """Group the rows by table, in the order of rounds and tables."""
    tables: dict[tuple[int, int], PastTable] = {}
    seats_before: dict[int, int] = {}
    for line, row in rows:
        players, amounts = list(row["players"]), list(row["amounts"])
        # Without a column for the table, each four players in sequence are one table.
        round_ = _number(row, "round", first_round if has_rounds else first_round + sum(seats_before.values()) // 4)
        table = _number(row, "table", seats_before.get(round_, 0) // 4 + 1 if has_rounds else 1)
        seats_before[round_] = seats_before.get(round_, 0) + len(players)
        past = tables.setdefault(
            (round_, table), PastTable(line=line, round=round_, table=table, day=None, bets="", seats=[])
        )
        if not round_ or not table:
            past.problems.append(_("Line %(line)s: write round and table as numbers from 1.") % {"line": line})
        if len(players) == 4 and past.seats:
            past.problems.append(_("Line %(line)s: this table already has a row in this round.") % {"line": line})
            continue
        _read_day(past, line, _text(row, "day"))
        past.bets = past.bets or _text(row, "bets")
        past.chombo = _text(row, "chombo") if len(players) == 4 else ""
        texts = {name: _text(row, name) for name in ("place", "score", "chombo")} if len(players) == 1 else {}
        past.seats += [
            PastSeat(line=line, player=player, points=points, wind=_wind(row), **texts)
            for player, points in zip(players, [*amounts, *[""] * 4], strict=False)
        ]
    for past in tables.values():
        _in_order(past)
        _spell_out_thousands(past)
    return [tables[where] for where in sorted(tables)]


def _wind(row: Record) -> int | None:
    """Return the seat (0 to 3) of a row's starting wind; None if the row has no known wind."""
    text = _text(row, "wind")
    column = MEANINGS.get(folded(text), "")
    return WINDS.index(column) if column in WINDS else None


def _in_order(past: PastTable) -> None:
    """Sort the seats by wind if the rows name winds. Report a table that does not have four different seats."""
    winds = [seat.wind for seat in past.seats]
    if len(past.seats) != 4:
        past.problems.append(_("Line %(line)s: a table needs four players.") % {"line": past.line})
    elif set(winds) == {0, 1, 2, 3}:
        past.seats.sort(key=lambda seat: seat.wind or 0)
    elif set(winds) != {None}:
        past.problems.append(_("Line %(line)s: two players have the same wind.") % {"line": past.line})


def _read_day(past: PastTable, line: int, text: str) -> None:
    if not text:
        return
    match = DAY.fullmatch(text)
    year, month, day = (match[1], match[2], match[3]) if match and match[1] else ("0", "0", "0")
    if match and match[4]:
        day, month, year = match[4], match[5], match[6]
    try:
        past.day = datetime.date(int(year), int(month), int(day))
    except ValueError:
        past.day = None
    if past.day is None or past.day.year not in YEARS:
        past.problems.append(
            _("Line %(line)s, Date “%(cell)s”: write the day as 2026-03-01 or 1.3.2026.")
            % {"line": line, "cell": text[:30]}
        )


def _text(row: Record, name: str) -> str:
    value = row.get(name, "")
    return value if isinstance(value, str) else ""


def _number(row: Record, name: str, otherwise: int) -> int:
    """Return the positive number in a cell of the row; `otherwise` for an empty cell, 0 for any other text."""
    text = _text(row, name)
    return (whole_number(text, digits=3) or 0) if text else otherwise


def _spell_out_thousands(past: PastTable) -> None:
    """Write "31" as "31.0" if the table's other points are thousands with a decimal: spreadsheets drop the ".0"."""
    if any(THOUSANDS.fullmatch(seat.points) for seat in past.seats):
        for seat in past.seats:
            if SHORT.fullmatch(seat.points):
                seat.points = f"{seat.points}.0"


def all_seats(tables: Iterable[PastTable]) -> Iterator[PastSeat]:
    """Yield all seats of these hanchans."""
    return (seat for past in tables for seat in past.seats)
