"""Reads the EMA's file as a program of the ranking does, from fixed cells of one sheet, without Tenbo's code."""

import io
from typing import Any, NamedTuple

import openpyxl

ABOUT = {
    "title": "A3", "players": "B3", "country": "L3", "city": "M3", "weight": "N3", "rules": "P3", "dates": "Q3",
    "days": "R3",
}  # fmt: skip
FIRST_COLUMN = 3


class ReadRow(NamedTuple):
    """The row of a player, columns C to J."""

    place: Any
    first: Any
    last: Any
    number: Any
    table_points: Any
    score: Any
    member: Any
    country: Any


def read_ema_sheet(content: bytes) -> tuple[dict[str, Any], list[ReadRow]]:
    """Return the tournament's data, which are in row 3, and the rows of the players, from row 2 on."""
    sheet = openpyxl.load_workbook(io.BytesIO(content))["One sheet"]
    about = {name: sheet[cell].value for name, cell in ABOUT.items()}
    last_column = FIRST_COLUMN + len(ReadRow._fields) - 1
    rows = sheet.iter_rows(2, 1 + about["players"], FIRST_COLUMN, last_column, values_only=True)
    return about, [ReadRow(*row) for row in rows]
