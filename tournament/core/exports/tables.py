"""A table of typed values, from which a CSV file or a sheet of a workbook is written."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Literal

from scoring.game_writing import decimal_string
from tournament.core.threads.interruption import raise_if_wanted

Kind = Literal["text", "count", "points", "score", "time", "date"]
Cell = str | int | Fraction | date | datetime | None

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

IGNORED = r" \"\xa0\xad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff"
"""Characters that a spreadsheet may leave out before a formula: quotes, spaces of any width and invisible characters.
None of them is a separator: otherwise the pattern would take quadratic time."""

FORMULA = re.compile(rf"(?:^|(?<=[;,|\t\r\n]))(?=[{IGNORED}]*[{re.escape(''.join(FORMULA_STARTS))}])")
"""Pattern for positions in a cell where a spreadsheet could see the beginning of a formula. Many spreadsheets end a
cell at a semicolon even within quotes, so a formula could also begin after a separator."""


@dataclass(frozen=True, kw_only=True)
class Column:
    """One column: its title, the kind of its cells, and its width in a workbook, in characters."""

    title: str
    kind: Kind = "text"
    width: int = 10


@dataclass(frozen=True, kw_only=True)
class DataTable:
    """A sheet with its columns and rows; None is an empty cell. Times are UTC. If `rows` is an iterator, the table can
    be written only once."""

    name: str
    columns: tuple[Column, ...]
    rows: Iterable[Sequence[Cell]]


def csv_of(table: DataTable) -> bytes:
    """Write a table as CSV, with a byte order mark, without which Excel garbles names."""
    buffer = io.BytesIO()
    lines = io.TextIOWrapper(buffer, "utf-8-sig", newline="", write_through=True)
    writer = csv.writer(lines)
    writer.writerow([text(column.title) for column in table.columns])
    for row in table.rows:
        raise_if_wanted()
        writer.writerow(_line(row, table.columns))
    lines.detach()
    return buffer.getvalue()


def _line(row: Sequence[Cell], columns: Iterable[Column]) -> list[str | int]:
    return [_cell(cell, column) for cell, column in zip(row, columns, strict=True)]


def _cell(cell: Cell, column: Column) -> str | int:
    match cell:
        case None:
            return ""
        case datetime():
            return f"{utc(cell):%Y-%m-%d %H:%M:%S}"
        case date():
            return cell.isoformat()
        case Fraction():
            return number(cell)
        case int() if column.kind != "text":
            return cell
        case _:
            return text(str(cell))


def utc(moment: datetime) -> datetime:
    """Return a time in UTC without its time zone, because spreadsheets have no time zones."""
    return moment.astimezone(UTC).replace(tzinfo=None)


def text(cell: str) -> str:
    """Return the text of a cell, changed so that no spreadsheet takes it for a formula. The text may come from anybody.

    >>> text("=HYPERLINK(1)"), text("Jan; =1+1"), text("Novák")
    ("'=HYPERLINK(1)", "Jan;' =1+1", 'Novák')
    """
    return FORMULA.sub("'", cell)


def number(exact: Fraction) -> str:
    """Return a number as text for a spreadsheet: exact if it has a finite decimal form, otherwise with four decimals.
    The text is never a fraction, because a spreadsheet would read 25/3 as a date.

    >>> number(Fraction(-303, 10)), number(Fraction(50, 3))
    ('-30.3', '16.6667')
    """
    written = decimal_string(exact)
    return f"{float(exact):.4f}" if "/" in written else written
